import { truncateSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { addressOf } from '../../ts/sdk/program/address/address.js';
import { AnswerFiles } from '../helpers/answerFiles.js';
import { linesman } from '../helpers/cli.js';
import { olderTreeAnswer } from '../helpers/olderTreeAnswer.js';

const files = new AnswerFiles();

const file = (name: string) => files.path(name);
const verifyJson = async (...args: string[]) => {
  const { code, stdout, stderr } = await linesman(['verify', '--json', ...args]);
  expect(stderr).toBe('');
  return { code, result: JSON.parse(stdout) };
};

/** Refusals of the roots account and of the command line have no path in a document. */
const ELSEWHERE = [6007, 6008, 6044, 7007, 7009, 7011, 7014, 7310, 7016];
const isAboutDocument = (number: number) => !ELSEWHERE.includes(number);

/** Runs a verification that must fail, with the same number as text and as JSON, and nothing on the other stream. */
async function expectRefusal(
  number: number,
  ...args: string[]
): Promise<{ name: string; message: string; hint: string; path?: string }> {
  const { code, result } = await verifyJson(...args);
  expect(code).toBe(2);
  expect(result).toEqual({
    valid: false,
    error: {
      number,
      name: expect.any(String),
      message: expect.any(String),
      hint: expect.any(String),
      ...(isAboutDocument(number) && { path: expect.stringMatching(/^\$/) }),
    },
  });
  const text = await linesman(['verify', ...args]);
  expect(text.code).toBe(2);
  expect(text.stdout).toBe('');
  expect(text.stderr).toContain(`error ${number} ${result.error.name}: `);
  expect(text.stderr).not.toMatch(/^\s+at /m);
  return result.error;
}

describe('verify', () => {
  const goals = [
    { kind: 'present', key: 1, value: 2, period: 100 },
    { kind: 'present', key: 2, value: 1, period: 100 },
  ];
  const common = {
    valid: true,
    verdict: null,
    fixtureId: 9_000_001,
    epochDay: 20_833,
    mainRoot: expect.stringMatching(/^[0-9a-f]{64}$/),
  };
  const event = {
    ...common,
    final: true,
    slot: expect.any(Number),
    published: null,
    attested: null,
    signed: null,
    format: 'current',
    sport: 'soccer',
  };

  it.each([
    ['v1', { ...event, facts: goals }],
    ['v2', { ...event, facts: goals }],
    ['v3', { ...event, facts: [...goals, { kind: 'present', key: 7, value: 5, period: 100 }] }],
    ['v4', { ...event, facts: goals }],
    [
      'cards',
      {
        ...event,
        final: false,
        facts: [
          { kind: 'absent', key: 3, value: 0 },
          { kind: 'absent', key: 4, value: 0 },
        ],
      },
    ],
  ])('shows what a valid %s answer proves', async (name, expected) => {
    expect(await verifyJson(file(`${name}.json`))).toEqual({ code: 0, result: expected });
  });

  it.each([
    ['odds', 'odds', 9_000_001, 180],
    ['oddsV4', 'odds', 9_000_001, 180],
    ['fixture', 'fixture', 9_000_001, 87],
    ['fixtureBatch', 'batch', null, 87],
  ])('shows which record a valid %s answer proves', async (name, kind, fixtureId, slot) => {
    const { code, result } = await verifyJson(file(`${name}.json`));
    expect(code).toBe(0);
    expect(result).toEqual({
      ...common,
      fixtureId,
      slot,
      facts: [{ kind, record: expect.any(Object) }],
      final: null,
      published: null,
      attested: null,
      signed: null,
      format: 'current',
    });
  });

  it('reads standard input, and answers stored with notes', async () => {
    const answer = JSON.stringify(files.answers.v2);
    const piped = await linesman(['verify', '-', '--json'], answer);
    expect([piped.code, JSON.parse(piped.stdout).valid]).toEqual([0, true]);
    const filed = files.write(
      'filed.json',
      JSON.stringify({ name: 'x', roots: 'roots/1.json', response: files.answers.v2 }),
    );
    // The roots named in the notes do not exist and are not opened.
    expect((await verifyJson(filed)).result).toMatchObject({ valid: true, published: null });
  });

  it.each([
    ['k1 - k2 > 0', true, 0],
    ['k1 > 2', false, 1],
    ['k1 + k2 < 10 and k1 == 2', true, 0],
    ['k1 + k2 < 10 and k1 == 1', false, 1],
    ['distance(k1:2, k2:1) < 1', true, 0],
    ['distance(k1:0, k2:1) < 2', false, 1],
  ])('answers %s with %s, exit code %i', async (where, verdict, code) => {
    const json = await verifyJson(file('v2.json'), '--where', where);
    expect([json.code, json.result.verdict]).toEqual([code, verdict]);
    const text = await linesman(['verify', file('v2.json'), '--where', where]);
    expect([text.code, text.stderr]).toEqual([code, '']);
    expect(text.stdout).toContain(`verdict  ${verdict}: ${where}\n`);
  });

  it('says which sport it assumed and what it did not check', async () => {
    const { stdout } = await linesman(['verify', file('v2.json')]);
    expect(stdout).toContain('k1 participant 1 goals: 2, period 100 (finalised)');
    expect(stdout).toContain('soccer (assumed; the proof does not say, see --sport)');
    expect(stdout).toContain('(not compared: pass --roots)');
    expect(stdout).toContain('final   yes');
    const given = await linesman(['verify', file('v2.json'), '--sport', 'soccer']);
    expect(given.stdout).not.toContain('assumed');
    const zero = await linesman(['verify', file('cards.json')]);
    expect(zero.stdout).toContain('k3 participant 1 yellow cards: 0, proven absent');
  });

  it.each(['v1', 'v2', 'v3', 'v4', 'cards'])(
    'compares the root of a %s answer with roots in both forms',
    async (name) => {
      for (const roots of ['scoresRoots.json', 'scoresRoots.bin'])
        expect((await verifyJson(file(`${name}.json`), '--roots', file(roots))).result.published).toBe(true);
    },
  );

  it.each([
    ['odds', 'odds'],
    ['oddsV4', 'odds'],
    ['fixture', 'fixtures'],
    ['fixtureBatch', 'fixtures'],
  ])('compares the root of a %s answer with the %s roots', async (name, kind) => {
    expect((await verifyJson(file(`${name}.json`), '--roots', file(`${kind}Roots.bin`))).result.published).toBe(true);
    // An account of scores is longer than one of fixtures, and fixtures are tried first.
    await expectRefusal(kind === 'odds' ? 6008 : 6044, file(`${name}.json`), '--roots', sameDay(kind));
  });

  // A scores account of the same first day is a different kind of account.
  const sameDay = (kind: string) => {
    if (kind === 'odds') return file('scoresRoots.bin');
    const bytes = new Uint8Array(9232);
    bytes.set(Buffer.from('d90c0c170ab7737d', 'hex'));
    new DataView(bytes.buffer).setUint16(8, 20_830, true);
    return files.write('scoresOfWindow.bin', bytes);
  };

  it('refuses another root, an empty slot and another day', async () => {
    await expectRefusal(6004, file('v2.json'), '--roots', file('otherRootRoots.json'));
    await expectRefusal(6007, file('v2.json'), '--roots', file('otherSlotRoots.json'));
    const { message } = await expectRefusal(7011, file('v2.json'), '--roots', file('otherDayRoots.json'));
    expect(message).toContain('20834');
    expect(message).toContain('20833');
  });

  it('checks the signature of a version 4 answer against a key in any encoding', async () => {
    const key = files.oracleKey.publicKey;
    for (const text of [Buffer.from(key).toString('hex'), Buffer.from(key).toString('base64'), addressOf(key)])
      expect((await verifyJson(file('v4.json'), '--oracle-key', text)).result.signed).toBe(true);
    const other = Buffer.from(new OracleKey(new Uint8Array(32).fill(8)).publicKey);
    await expectRefusal(6083, file('v4.json'), '--oracle-key', other.toString('hex'));
    await expectRefusal(6083, file('oddsV4.json'), '--oracle-key', other.toString('hex'));
    // A second key may be the right one: the oracle's next key.
    const both = await verifyJson(
      file('v4.json'),
      '--oracle-key',
      other.toString('hex'),
      '--oracle-key',
      Buffer.from(key).toString('hex'),
    );
    expect(both.result.signed).toBe(true);
    await expectRefusal(7009, file('v4.json'), '--oracle-key', '00');
    await expectRefusal(7009, file('v4.json'), '--oracle-key', '00'.repeat(32));
  });

  it('refuses a condition on records without stats', async () => {
    await expectRefusal(7016, file('odds.json'), '--where', 'k1 > 0');
    await expectRefusal(7016, file('fixture.json'), '--where', 'k1 > 0');
  });

  it('refuses unknown sports and formats, and zero stats of another sport', async () => {
    await expectRefusal(7007, file('v2.json'), '--sport', 'curling');
    await expectRefusal(7310, file('v2.json'), '--format', 'newest');
    await expectRefusal(6073, file('cards.json'), '--sport', 'basketball');
    await expectRefusal(6022, file('v2.json'), '--format', 'all-stats');
  });

  it('reads proofs of the older tree only with --format, and says so', async () => {
    const older = files.write('older.json', JSON.stringify(olderTreeAnswer()));
    const { result } = await verifyJson(older, '--format', 'all-stats');
    expect(result).toMatchObject({ valid: true, format: 'all-stats', facts: [{ kind: 'present', key: 2, value: 0 }] });
    const { hint } = await expectRefusal(6022, older);
    expect(hint).toContain('--format all-stats');
    const encoded = await linesman(['encode', older, '--where', 'k2 == 0', '--as', 'json']);
    expect([encoded.code, JSON.parse(encoded.stdout).error.number]).toEqual([2, 7024]);
  });

  it('names the path within the file if the answer is stored with notes', async () => {
    const answer = structuredClone(files.answers.v2) as { statsToProve: { value: unknown }[] };
    const filed = () => files.write('filed.json', JSON.stringify({ note: 1, response: answer }));
    const stat = answer.statsToProve[1] ?? { value: 0 };
    stat.value = 9;
    expect(await expectRefusal(6023, filed())).toMatchObject({ path: '$.response.statsToProve[1]' });
    stat.value = 'two';
    expect(await expectRefusal(7003, filed())).toMatchObject({ path: '$.response.statsToProve[1].value' });
    const other = files.write('filed.json', JSON.stringify({ response: [] }));
    expect(await expectRefusal(7001, other)).toMatchObject({ path: '$' });
  });

  it('refuses files that cannot be read', async () => {
    await expectRefusal(7014, file('missing.json'));
    await expectRefusal(7014, files.folder);
    await expectRefusal(7014, file('v2.json'), '--roots', file('missing.json'));
  });

  it('refuses a huge file without reading all of it', async () => {
    const huge = files.write('huge.json', '');
    // A sparse file takes no space.
    truncateSync(huge, 2 ** 36);
    const { message } = await expectRefusal(7014, huge);
    expect(message).toContain('16 MiB');
  });

  it('prints little about a document of 10 MB, whatever makes it long', async () => {
    const long = 'x\u001b[2J'.repeat(1_000_000);
    for (const [document, number] of [
      [{ [long]: 1 }, 7001],
      [{ ...files.answers.v2, ts: long }, 7003],
      [{ ...files.answers.v2, eventStatRoot: Array.from({ length: 3_000_000 }, () => 7) }, 7002],
    ] as const) {
      const text = JSON.stringify(document);
      const [plain, json] = [await linesman(['verify', '-'], text), await linesman(['verify', '-', '--json'], text)];
      expect([plain.code, plain.stdout, json.code, json.stderr]).toEqual([2, '', 2, '']);
      expect(JSON.parse(json.stdout).error.number).toBe(number);
      for (const output of [plain.stderr, json.stdout]) {
        expect(output.length).toBeLessThan(2_000);
        expect(output).not.toContain('\u001b');
      }
    }
  });

  it('escapes control characters of an answer', async () => {
    const answer = structuredClone(files.answers.odds) as { odds: { MessageId: string } };
    answer.odds.MessageId = '\u001b[2J\u009b';
    const { stderr, stdout } = await linesman(['verify', files.write('escape.json', JSON.stringify(answer))]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about them.
    expect(stdout + stderr).not.toMatch(/[\u001b\u009b]/);
  });
});

describe('verify, several files', () => {
  it('says of each what it is, whatever the others are', async () => {
    const { code, stdout, stderr } = await linesman(['verify', file('v3.json'), file('none.json'), file('v2.json')]);
    expect(code).toBe(2);
    expect([...stdout.matchAll(/^valid /gm)].length).toBe(2);
    for (const name of ['v3.json', 'v2.json']) expect(stdout).toContain(`${file(name)}\n`);
    expect(stderr).toMatch(/none\S*\nerror \d+ FileNotReadable/);
  });

  it('prints one JSON document', async () => {
    const { code, result } = await verifyJson(file('v3.json'), file('none.json'), '--where', 'k1 > 90');
    expect([code, result]).toMatchObject([
      2,
      [
        { file: file('v3.json'), valid: true, verdict: false },
        { file: file('none.json'), valid: false, error: { name: 'FileNotReadable' } },
      ],
    ]);
    expect((await verifyJson(file('v3.json'), file('v2.json'), '--where', 'k1 > 90')).code).toBe(1);
    expect((await verifyJson(file('v3.json'), file('v2.json'))).code).toBe(0);
  });

  it.each([
    ['--keys', '1'],
    ['--seq', '1'],
    ['--final'],
    ['--service', 'http://127.0.0.1:9'],
    ['--rpc', 'devnet'],
    ['--oracle', '11111111111111111111111111111112'],
  ])('refuses %s, which only a fetched proof needs', async (...args) => {
    const { code, result } = await verifyJson(file('v3.json'), ...args);
    expect([code, result.error.name]).toEqual([2, 'OptionNotApplicable']);
  });

  it('does not mind settings of the environment', async () => {
    vi.stubEnv('LINESMAN_SERVICE', 'http://127.0.0.1:9');
    vi.stubEnv('LINESMAN_RPC', 'devnet');
    try {
      expect((await verifyJson(file('v3.json'))).code).toBe(0);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
