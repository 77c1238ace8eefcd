import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../ts/sdk/format/wrapped.js';
import { AnswerFiles } from '../helpers/answerFiles.js';
import { linesman, ROOT } from '../helpers/cli.js';
import { exampleCases } from '../helpers/regress/exampleCases.js';
import { readCorpus } from '../vectors/corpus.js';
import { typedV2 } from '../vectors/typed.js';

const example = (name: string): string => `${ROOT}examples/proofs/${name}.json`;
const roots = (kind: string): string => `${ROOT}examples/roots/${kind}.json`;
const EXAMPLES = readdirSync(`${ROOT}examples/proofs`).map((file) => file.replace('.json', ''));
const sportOf = (name: string): string => (['basketball', 'us-football'].includes(name) ? name : 'soccer');

const files = new AnswerFiles();

/** An example with a change in it. */
function edited(name: string, change: (answer: Answer) => void): string {
  const answer = JSON.parse(readFileSync(example(name), 'utf8'));
  change(answer);
  return files.write('edited.json', JSON.stringify(answer));
}

interface Node {
  hash: number[];
  isRightSibling: boolean;
}

/** The parts of answers that these tests change. */
interface Answer {
  readonly statsToProve: { value: number }[];
  readonly statProofs: Node[][];
  readonly subTreeProof: Node[];
  readonly mainTreeProof: Node[];
  readonly summary: { updateStats: { updateCount: number } };
  readonly odds: { MessageId: string; SuperOddsType: string; Bookmaker: string };
  readonly snapshot: { Participant1: string; Competition: string };
}

const flip = (node: Node | undefined): void => {
  if (node) node.hash[0] = (node.hash[0] ?? 0) ^ 1;
};

/** Writes the page of a proof, and returns it. */
async function drawn(...args: string[]): Promise<{ html: string; code: number | null }> {
  const html = files.path('drawn.html');
  const { code, stderr } = await linesman(['inspect', ...args, '--html', html]);
  expect(stderr).toBe('');
  return { code, html: readFileSync(html, 'utf8') };
}

const VOID = ['meta', 'path', 'rect'];

/** The elements of a document, each closed in its order; throws for one that is not. */
function elementsOf(markup: string): string[] {
  const names: string[] = [];
  const open: string[] = [];
  for (const [, close, name = '', end] of markup.matchAll(/<(\/?)([a-zA-Z][\w-]*)[^<>]*?(\/?)>/g)) {
    if (close) {
      const last = open.pop();
      if (last !== name) throw new Error(`</${name}> closes ${last}`);
    } else {
      names.push(name);
      if (!end && name !== 'meta') open.push(name);
      if (end && !VOID.includes(name)) throw new Error(`${name} is empty`);
    }
  }
  if (open.length > 0) throw new Error(`${open} not closed`);
  return names;
}

describe('inspect in words', () => {
  const broken = () => edited('final-win', ({ subTreeProof }) => flip(subTreeProof[0]));

  it.each([
    ['final-win-v3', ['--roots', roots('scores'), '--where', 'k1 - k2 > 0']],
    ['two-nil', []],
    ['all-zero', []],
    ['odds-v4', ['--roots', roots('odds')]],
    ['fixture', []],
    ['fixture-batch', []],
  ])('%s at 80 and 40 columns', async (name, args) => {
    for (const width of [80, 40]) {
      const { code, stdout, stderr } = await linesman(['inspect', example(name), ...args, '--width', `${width}`]);
      expect([code, stderr]).toEqual([0, '']);
      await expect(stdout).toMatchFileSnapshot(`snapshots/inspect-${name}-${width}.txt`);
    }
  });

  it('a broken proof at 80 and 40 columns', async () => {
    for (const width of [80, 40]) {
      const { code, stdout, stderr } = await linesman(['inspect', broken(), '--width', `${width}`]);
      expect([code, stderr]).toEqual([2, '']);
      await expect(stdout).toMatchFileSnapshot(`snapshots/inspect-broken-${width}.txt`);
    }
  });

  it.each(EXAMPLES)('%s fits every width, says the same at each, and has no colours in a pipe', async (name) => {
    const at = async (width: string) =>
      (await linesman(['inspect', example(name), '--sport', sportOf(name), '--width', width])).stdout;
    const words = (text: string) => text.replace(/[│├└\s]/g, '').replace(/[0-9a-f]{8,16}…/g, '');
    const wide = await at('500');
    for (const width of [20, 33, 40, 80]) {
      const text = await at(`${width}`);
      for (const line of text.split('\n')) expect(columnsOf(line), line).toBeLessThanOrEqual(width);
      expect(words(text)).toBe(words(wide));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
  });

  it('is 80 columns wide in a pipe', async () => {
    const { stdout } = await linesman(['inspect', example('odds-v4')]);
    expect(stdout).toBe((await linesman(['inspect', example('odds-v4'), '--width', '80'])).stdout);
  });
});

describe('inspect and its exit code', () => {
  it('is that of verify', async () => {
    const valid = example('final-win');
    for (const [args, code] of [
      [[valid], 0],
      [[valid, '--where', 'k1 - k2 > 0'], 0],
      [[valid, '--where', 'k1 - k2 > 5'], 1],
      [[valid, '--roots', roots('scores')], 0],
      [[valid, '--roots', roots('odds')], 2],
      [[edited('final-win', ({ mainTreeProof }) => flip(mainTreeProof[0])), '--roots', roots('scores')], 2],
      [[files.path('none.json')], 2],
    ] as const) {
      expect([args, (await linesman(['inspect', ...args])).code]).toEqual([args, code]);
      expect([args, (await linesman(['verify', ...args])).code]).toEqual([args, code]);
    }
  });

  it('--json has the verdict of verify, and the model', async () => {
    const args = [example('final-win'), '--roots', roots('scores'), '--where', 'k1 > 0', '--json'];
    const [inspected, verified] = await Promise.all([linesman(['inspect', ...args]), linesman(['verify', ...args])]);
    const { about, breaks, levels, checks, ...verdict } = JSON.parse(inspected.stdout);
    expect(verdict).toEqual(JSON.parse(verified.stdout));
    expect([about, breaks]).toEqual(['stats of fixture 18400001, version 2', null]);
    expect(levels.map(({ name }: { name: string }) => name)).toEqual(['account', 'slot', 'fixture', 'event']);
    expect(levels[1].trees[0].hash).toBe(verdict.mainRoot);
    expect(checks.length).toBeGreaterThan(15);
  });

  it('--json of a broken proof has the error of verify, and its place', async () => {
    const file = edited('final-win', ({ statsToProve: [, stat] }) => {
      if (stat) stat.value += 1;
    });
    const [inspected, verified] = await Promise.all(
      ['inspect', 'verify'].map((command) => linesman([command, file, '--json'])),
    );
    const { valid, error, breaks } = JSON.parse(`${inspected?.stdout}`);
    expect({ valid, error }).toEqual(JSON.parse(`${verified?.stdout}`));
    expect(breaks).toEqual({ level: 'event', check: 'stat-path.1', node: 'event.1.4', path: '$.statsToProve[1]' });
  });

  it('a document that is no proof is refused with the place and what was expected', async () => {
    const text = edited('final-win', ({ summary }) => {
      Object.assign(summary.updateStats, { updateCount: 'two' });
    });
    const { code, stdout, stderr } = await linesman(['inspect', text]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error 7\d{3} \w+: .*\$\.summary\.updateStats\.updateCount.*(integer|number)/);
    const asJson = JSON.parse((await linesman(['inspect', text, '--json'])).stdout);
    expect(asJson).toMatchObject({ valid: false, error: { path: '$.summary.updateStats.updateCount' } });
  });

  it('reads standard input, and a proof with notes around it', async () => {
    const answer = readFileSync(example('final-win'), 'utf8');
    const plain = await linesman(['inspect', '-'], answer);
    expect([plain.code, plain.stdout]).toEqual([0, (await linesman(['inspect', example('final-win')])).stdout]);
    const noted = await linesman(['inspect', '-'], `{"response": ${answer}, "note": "kept"}`);
    expect(noted.stdout).toBe(plain.stdout);
  });

  it('checks the signature if a key is given', async () => {
    const key = readFileSync(`${ROOT}examples/oracle-key.txt`, 'utf8').trim();
    const { code, stdout } = await linesman(['inspect', example('final-win-v4'), '--oracle-key', key]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("✓ 6083 the oracle's key has signed the whole proof")]);
    const other = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
    const refused = await linesman(['inspect', example('final-win-v4'), '--oracle-key', other]);
    expect([refused.code, refused.stdout]).toEqual([2, expect.stringContaining('✗ 6083')]);
  });

  it('shows proofs of the older tree with --format, and names it otherwise', async () => {
    const [older] = readCorpus().flatMap((vector) =>
      vector.class === 'older-tree' && vector.instruction === 'validate_stat_v2' && vector.proof ? [vector.proof] : [],
    );
    if (!older) throw new Error('no vector of the older tree');
    const { leaves, ...proof } = typedV2(older);
    const answer = {
      ts: proof.ts,
      statsToProve: leaves.map(({ stat }) => stat),
      eventStatRoot: proof.eventStatRoot,
      summary: {
        ...proof.summary,
        eventStatsSubTreeRoot: proof.summary.eventsSubTreeRoot,
        eventsSubTreeRoot: undefined,
      },
      statProofs: leaves.map(({ statProof }) => statProof),
      subTreeProof: proof.fixtureProof,
      mainTreeProof: proof.mainTreeProof,
    };
    const bytes = (_: string, value: unknown) => (value instanceof Uint8Array ? [...value] : value);
    const file = files.write('older.json', JSON.stringify(answer, bytes));
    const shown = await linesman(['inspect', file, '--format', 'all-stats']);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('stats of the record, zeros among them')]);
    const { code, stdout } = await linesman(['inspect', file]);
    expect([code, stdout]).toEqual([2, expect.stringContaining('✗ 6022 the path is as long as')]);
    expect(stdout).toContain('This is a proof of the older tree: add --format all-stats.');
  });

  it.each([
    [['--width', '19'], 7311],
    [['--width', 'wide'], 7311],
    [['--sport', 'chess'], 7007],
    [['--where', 'k9 >'], 7005],
    [['--html', `${ROOT}examples`], 7334],
    [['--html', `${ROOT}examples/none/a.html`], 7334],
  ])('refuses %j', async (args, number) => {
    const { code, stdout } = await linesman(['inspect', example('final-win'), ...args, '--json']);
    expect([code, JSON.parse(stdout).error.number]).toEqual([2, number]);
  });
});

describe('page', () => {
  it.each([
    ['basketball', ['--sport', 'basketball', '--roots', roots('scores'), '--where', 'k1 - k2 > 0'], 0],
    ['odds', [], 0],
    ['fixture-batch', [], 0],
  ] as const)('%s', async (name, args, wanted) => {
    const { html, code } = await drawn(example(name), ...args);
    expect(code).toBe(wanted);
    // The page of the broken proof has the style, whose hash is in each, and drawings with every kind of node.
    const page = html
      .replace(/<style>.*<\/style>/s, '<style>…</style>')
      .replace(/(<svg[^>]*>\s*<g[^>]*>).*?<\/g>\s*<\/svg>/gs, '$1…</g></svg>');
    await expect(page).toMatchFileSnapshot(`snapshots/inspect-${name}.html`);
  });

  it('a broken proof', async () => {
    const { html } = await drawn(edited('final-win', ({ subTreeProof }) => flip(subTreeProof[0])));
    await expect(html).toMatchFileSnapshot('snapshots/inspect-broken.html');
  });

  it.each(EXAMPLES)('%s: well-formed, without scripts and without addresses to load from', async (name) => {
    const { html } = await drawn(example(name), '--sport', sportOf(name));
    expect(elementsOf(html.replace('<!doctype html>', ''))).not.toContain('script');
    expect(html).not.toMatch(/https?:|url\(|@import|\bsrc=|\bon\w+=/);
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(html) ?? [];
    const digest = createHash('sha256').update(style).digest('base64');
    expect(html).toContain(`content="default-src 'none'; style-src 'sha256-${digest}'"`);
    expect(html).not.toMatch(/\sstyle=/);
  });

  it('every node and check of the model is in it', async () => {
    const { levels, checks } = JSON.parse((await linesman(['inspect', example('final-win-v3'), '--json'])).stdout);
    const { html } = await drawn(example('final-win-v3'));
    const hashes: string[] = JSON.stringify(levels).match(/"hash":"[0-9a-f]{64}/g) ?? [];
    expect(hashes.length).toBeGreaterThan(15);
    for (const hash of hashes) expect(html).toContain(hash.slice(8));
    for (const { id, level } of checks) if (level !== 'condition') expect(html).toContain(`id="check-${id}"`);
  });
});

describe('hostile text', () => {
  const ATTACK =
    '\u001b[2J\u0007\u202e]]></title></text></svg><script>alert(1)</script><img src=x onerror="a()">&lt;\'"\u0000';
  const ATTACKS = [ATTACK, ATTACK.slice(7), `${'x'.repeat(100_000)}<b>`, '\u001b', '<', '"', '漢'.repeat(300)];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const HIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

  it.each([
    ['odds', (answer: Answer, text: string) => Object.assign(answer.odds, { MessageId: text, SuperOddsType: text })],
    [
      'fixture',
      (answer: Answer, text: string) => Object.assign(answer.snapshot, { Participant1: text, Participant2: text }),
    ],
  ] as const)('of %s neither reaches the terminal nor leaves its place in the page', async (name, put) => {
    const plain = await drawn(edited(name, (answer) => put(answer, 'plain')));
    for (const attack of ATTACKS) {
      const file = edited(name, (answer) => put(answer, attack));
      const { code, stdout } = await linesman(['inspect', file, '--width', '40']);
      expect([code, stdout.length < 12_000]).toEqual([2, true]);
      for (const line of stdout.split('\n')) expect(columnsOf(line), line).toBeLessThanOrEqual(40);
      const asJson = (await linesman(['inspect', file, '--json'])).stdout;
      const { html } = await drawn(file);
      for (const text of [stdout, asJson, html]) expect(text).not.toMatch(HIDDEN);
      const names = (of: string) => [...new Set(elementsOf(of.replace('<!doctype html>', '')))].sort();
      expect(names(html)).toEqual(names(plain.html));
      expect(html.length).toBeLessThan(100_000);
    }
  });

  it('a question in hostile words is escaped', async () => {
    const { html } = await drawn(example('final-win'), '--where', 'k1 > 0  and k2 < 9');
    expect(html).toContain('k2 &#60; 9');
  });
});

describe('a case file', () => {
  const caseFile = (name: string, edit = (text: string) => text): string => {
    const text = exampleCases().get(name);
    if (text === undefined) throw new Error(`no case ${name}`);
    return files.write(`${name}.case.json`, edit(text));
  };

  /** Replaces a part of a case, which must be there. */
  const replaced =
    (part: RegExp, by: string) =>
    (text: string): string => {
      expect(text).toMatch(part);
      return text.replace(part, by);
    };

  it('is shown with what it was asked, and the output says that its root is no word of the chain', async () => {
    const file = caseFile('final-win');
    const { code, stdout } = await linesman(['inspect', file, '--width', '500']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^case {5}final-win: An example answer\.$/m);
    expect(stdout).toMatch(/^roots {4}as the case recorded them, not the chain: \w+ of program \w+$/m);
    expect(stdout).toMatch(/^root {5}[0-9a-f]{64} \(as the case recorded it, not the chain\)$/m);
    expect(stdout).toMatch(/^verdict {2}true: k1 - k2 > 0$/m);
    expect(stdout).not.toMatch(/published|on chain/);
    const { html } = await drawn(file);
    expect(html).not.toMatch(/published (root|one)|is published|on chain/);
    expect(html).toContain('as the case recorded them, not the chain');
  });

  it('--json leaves open what only the chain can say', async () => {
    const one = JSON.parse((await linesman(['inspect', caseFile('final-win-v4'), '--json'])).stdout);
    expect(one).toMatchObject({
      ...{ valid: true, verdict: true, published: null, signed: null },
      case: { name: 'final-win-v4', where: 'k1 - k2 > 0', rootsMissing: null },
      sources: { roots: 'case', oracleKeys: 'case' },
      agreesWithCase: { root: true, signature: true },
    });
    const key = readFileSync(`${ROOT}examples/oracle-key.txt`, 'utf8').trim();
    const given = ['--roots', roots('scores'), '--oracle-key', key];
    const trusted = JSON.parse((await linesman(['inspect', caseFile('final-win-v4'), ...given, '--json'])).stdout);
    expect(trusted).toMatchObject({
      ...{ published: true, signed: true },
      sources: { roots: 'option', oracleKeys: 'option' },
      agreesWithCase: { root: null, signature: null },
    });
  });

  it('options say otherwise', async () => {
    const file = caseFile('final-win');
    const args = ['--where', 'k1 - k2 > 5', '--roots', roots('scores'), '--width', '500'];
    const { code, stdout } = await linesman(['inspect', file, ...args]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^verdict {2}false: k1 - k2 > 5$/m)]);
    expect(stdout).toMatch(/^roots {4}those of --roots, not those of the case$/m);
    expect(stdout).toMatch(/^root {5}[0-9a-f]{64} \(published\)$/m);
    const other = await linesman(['inspect', caseFile('basketball'), '--sport', 'soccer']);
    expect(other.stdout).toMatch(/^sport {4}soccer$/m);
    expect((await linesman(['inspect', caseFile('basketball')])).stdout).toMatch(/^sport {4}basketball$/m);
  });

  it('that was edited is shown with the place where it breaks', async () => {
    const value = await linesman(['inspect', caseFile('final-win', replaced(/("value":)3\b/, '$12'))]);
    expect([value.code, value.stdout]).toEqual([
      2,
      expect.stringMatching(/^broken: stats of[\s\S]*^case {5}final-win/m),
    ]);
    expect(value.stdout).toMatch(/error 6023 InvalidStatProof, at \$\.answer\.statsToProve\[0\]/);
    const root = caseFile('final-win', replaced(/("root": ")[0-9a-f]{4}/, '$10000'));
    const otherRoot = JSON.parse((await linesman(['inspect', root, '--json'])).stdout);
    expect(otherRoot).toMatchObject({ valid: false, error: { number: 6004 }, breaks: { check: 'slot-root' } });
    const parsed = caseFile('final-win', replaced(/("value":)3\b/, '$1"two"'));
    expect((await linesman(['inspect', parsed])).stderr).toContain('$.answer.statsToProve[0].value');
    const field = caseFile('final-win', replaced(/"sport": "soccer"/, '"sport": "chess"'));
    expect((await linesman(['inspect', field])).stderr).toMatch(/^error 7360 MalformedCase: .*\$\.sport/);
  });

  it('with a slot that no account has is one without a root', async () => {
    const file = caseFile('fixture', replaced(/"slot": \d+/, '"slot": 287'));
    const asJson = JSON.parse((await linesman(['inspect', file, '--json'])).stdout);
    expect(asJson).toMatchObject({ valid: false, breaks: { check: 'account-root' } });
  });

  it('without a root is not compared, and the output says why', async () => {
    const file = caseFile('final-win', replaced(/"roots": \{[^}]*\}/, '"rootsMissing": "no node answered"'));
    const { code, stdout } = await linesman(['inspect', file, '--width', '500']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^roots {4}none in the case: no node answered$/m)]);
    expect(stdout).toContain('not compared: pass --roots');
  });

  it('verify takes the question from it, but never whom to trust', async () => {
    const file = caseFile('final-win-v4');
    const { code, stdout } = await linesman(['verify', file]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^verdict {2}true: k1 - k2 > 0$/m)]);
    expect(stdout).toMatch(
      /^case {5}final-win-v4 \(its own root is not trusted; linesman inspect compares with it\)$/m,
    );
    const asJson = JSON.parse((await linesman(['verify', file, '--json'])).stdout);
    expect(asJson).toMatchObject({ case: 'final-win-v4', where: 'k1 - k2 > 0', published: null, signed: null });
    // A root and a key that fit nothing else change nothing.
    const forged = replaced(/("root": ")[0-9a-f]{4}/, '$10000');
    expect((await linesman(['verify', caseFile('final-win-v4', forged)])).code).toBe(0);
    expect((await linesman(['inspect', caseFile('final-win-v4', forged)])).code).toBe(2);
    const trusted = await linesman(['verify', file, '--roots', roots('scores')]);
    expect(trusted.stdout).toMatch(/^case {5}final-win-v4$[\s\S]*\(published\)/m);
    expect((await linesman(['verify', file, '--where', 'k1 - k2 > 5'])).code).toBe(1);
  });
});
