import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conform, missesByRule, ruleOf } from '../../ts/regress/conform/conform.js';
import { readCorpus, type Task } from '../../ts/regress/conform/corpus.js';
import { ANSWERS, ruleTexts } from '../../ts/regress/conform/rules.js';
import { linesman, ROOT } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';
import { readAnswerCorpus, readCorpus as readVectors } from '../vectors/corpus.js';

/** `linesman conform`, with the examples in Python and Go, and with verifiers that are wrong in one way. */

const EXAMPLE = join(ROOT, 'examples/conform/verifier.py');
const folder = temporaryFolder('conform');

const CORPUS = readCorpus();

/** What the example misses with a part replaced, asked about some of the corpus. */
async function without(part: string, by: string, accepts: (task: Task) => boolean, numbers = false) {
  const text = readFileSync(EXAMPLE, 'utf8');
  if (!text.includes(part)) throw new Error(`the example does not have ${part}`);
  const file = join(folder, 'verifier.py');
  writeFileSync(file, text.replace(part, by));
  const tasks = CORPUS.tasks.filter(accepts);
  const { asked, misses } = await conform({ command: ['python3', file], numbers, seconds: 30 }, { ...CORPUS, tasks });
  expect(asked).toBe(tasks.length);
  return misses;
}

const ofRule =
  (rule: string) =>
  (task: Task): boolean =>
    ruleOf(task).startsWith(rule);

describe('the corpus', () => {
  it('asks about every vector that has a proof and needs no chain', () => {
    const { tasks, leftOut } = readCorpus();
    const skipped = [...leftOut.values()].reduce((sum, count) => sum + count, 0);
    expect(tasks.length + skipped).toBe(readVectors().length + readAnswerCorpus().length);
    expect(tasks.length).toBeGreaterThan(1_600);
    expect([...leftOut.keys()].sort()).toEqual([
      expect.stringContaining('do not decode'),
      expect.stringContaining('no Ed25519 instruction'),
    ]);
  });

  it('tries a rule with each question, but for proofs of which nothing is left to ask a rule about', () => {
    const tried = CORPUS.tasks.map((task) => [ruleOf(task), task.vector.name] as const);
    expect(tried.filter(([rule]) => !ruleTexts().includes(rule))).toEqual([]);
    const unnamed = tried.flatMap(([rule, name]) => (rule.includes('no one rule') ? [name] : []));
    const known = /zero-nodes-marker-alone|older|current-tree-shortened|precedence-(credits|signature)/;
    expect(unnamed.filter((name) => !known.test(name))).toEqual([]);
    expect(new Set(tried.map(([rule]) => rule)).size).toBeGreaterThan(60);
  });
});

it('wrong answers are listed by rule, and exit with 1', async () => {
  const text = readFileSync(EXAMPLE, 'utf8');
  const file = join(folder, 'wrong.py');
  writeFileSync(file, text.replace('    check(stat["value"] == 0, 6023)\n', ''));
  const { code, stdout } = await linesman(['conform', '--', 'python3', file]);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/^missed: ZeroValue: The value .* \((\d+)\)\n {2}\S+: valid, .*, not invalid/),
  ]);
  expect(stdout).toMatch(/\nCorpus \S+: \d+ of (\d+) answers are right\.\n$/);
});

describe('the Python example', () => {
  it('passes everything, error numbers and facts included', async () => {
    const { code, stdout } = await linesman(['conform', '--numbers', '--', 'python3', EXAMPLE]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/\nCorpus \d+\.\d+\.0: (\d+) of \1 answers are right\.\n$/),
    ]);
  });

  it('imports the standard library only', () => {
    const imports = [...readFileSync(EXAMPLE, 'utf8').matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name);
    const { stdout } = spawnSync('python3', ['-c', 'import sys; print(*sys.stdlib_module_names)'], {
      encoding: 'utf8',
    });
    expect(imports.filter((name) => !stdout.split(/\s/).includes(`${name}`))).toEqual([]);
    expect(imports.length).toBeGreaterThan(3);
  });
});

const HAS_GO = spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0;
if (!HAS_GO) leftOut('Go is not installed (apt-get install golang-go): its verifier is not asked.');

describe.skipIf(!HAS_GO)('the Go example', () => {
  const source = join(ROOT, 'examples/conform/verifier.go');
  const env = { ...process.env, GOCACHE: join(folder, 'go'), GO111MODULE: 'off', GOFLAGS: '', CGO_ENABLED: '0' };

  it('passes everything, error numbers and facts included', async () => {
    const binary = join(folder, 'verifier');
    const build = spawnSync('go', ['build', '-o', binary, source], { env, encoding: 'utf8' });
    expect([build.status, build.stderr]).toEqual([0, '']);
    const { code, stdout } = await linesman(['conform', '--numbers', '--', binary]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/\nCorpus \d+\.\d+\.0: (\d+) of \1 answers are right\.\n$/),
    ]);
  }, 300_000);

  it('imports the standard library only, and is formatted', () => {
    const [, list = ''] = /^import \(\n([\s\S]*?)^\)$/m.exec(readFileSync(source, 'utf8')) ?? [];
    const imports = [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name as string);
    const { stdout } = spawnSync('go', ['list', 'std'], { env, encoding: 'utf8' });
    expect(imports.filter((name) => !stdout.split('\n').includes(name))).toEqual([]);
    expect(imports.length).toBeGreaterThan(3);
    expect(spawnSync('gofmt', ['-l', source], { encoding: 'utf8' }).stdout).toBe('');
  });
});

it('--proofs-only asks nothing about answers', async () => {
  const { stdout } = await linesman(['conform', '--proofs-only', '--numbers', '--', 'python3', EXAMPLE]);
  const asked = CORPUS.tasks.length - readAnswerCorpus().length;
  expect(stdout).toContain(`: ${asked} of ${asked} answers are right.`);
});

it('--list says the version of the corpus and what it asks about each rule', async () => {
  const { version, tasks } = CORPUS;
  const { code, stdout } = await linesman(['conform', '--list']);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`Corpus ${version}: ${tasks.length} questions.\n`)]);
  const listed = JSON.parse((await linesman(['conform', '--list', '--json'])).stdout);
  expect([listed.corpus, listed.questions]).toEqual([version, tasks.length]);
  const order = ruleTexts().filter((text) => listed.rules.some(({ rule }: { rule: string }) => rule === text));
  expect(listed.rules.map(({ rule }: { rule: string }) => rule)).toEqual(order);
  const sum = listed.rules.reduce((total: number, { questions }: { questions: number }) => total + questions, 0);
  expect(sum).toBe(tasks.length);
  for (const args of [['conform'], ['conform', '--list', '--', 'false']])
    expect((await linesman(args)).code, args.join(' ')).toBe(2);
});

describe('a verifier that misses a rule is told which', () => {
  it.each([
    ['FixturePathLength', 'len(path) == depth_of(2 * count) and ', ''],
    ['MainRoot', 'check(fold(sha256(b"\\1", leaf), path) == root, 6004)', 'pass'],
    ['HashesFit', '    check(not hashes, 6078)\n    return', '    return'],
    ['ZeroValue', '    check(stat["value"] == 0, 6023)\n', ''],
    ['OneEvent', 'check(leaf["eventStatRoot"] == event, 6024)', 'pass'],
    ['TimesInOneSlot', 'check(slot_of(high) == place and low <= high, 6005)', 'pass'],
    ['RootsKind', '    check(account[:8].hex() == discriminator, 6008)\n', ''],
    ['CompetitionName', 'check(record["competition"] == summary["competition"], 6048)', 'pass'],
    ['LeafSize', '    check(len(record) != 64, 6102)\n', ''],
    ['SignatureKey', ' or s >= L', ''],
    ['EveryStat', '    check(len(used) == len(leaves), 6071)\n', ''],
    ['a valid proof is accepted', '{"valid": True, "verdict": validate_odds(proof, account)}', '{"valid": False}'],
  ])('%s', async (rule, part, by) => {
    const misses = await without(part, by, ofRule(rule));
    expect(missesByRule(misses)).toEqual([[expect.stringMatching(`^${rule}`), misses]]);
  });

  it.each([
    [
      'Base64 with unused bits',
      'base64.b64encode(decoded).decode() == value',
      'True',
      ['base64-unused-bits', 'base64-padded-twice'],
    ],
    ['true as 1', 'type(one) is int', 'isinstance(one, int)', ['integers-true']],
    ['signs mixed in a list', '(range(256), range(-128, 128))', '(range(-128, 256),)', ['integers-both']],
    ['unsigned integers alone', '(range(256), range(-128, 128))', '(range(256),)', ['batch-fixtures-8-mixed']],
    ['no leading zeros', 'bytes(zeros) + ', '', ['zero-first']],
    [
      'too many zeros',
      'found is not None and len(found) == size',
      'found is not None',
      ['base58-33-bytes', 'integers-31'],
    ],
    ['Base58 before hex', '[0-9a-fA-F]{%d}', '[0-9a-fA-F]*0[0-9a-fA-F]{%d}', ['odds-records-3-hex']],
    ['hex without 0x', '(0[xX])?', '', ['odds-v4-records-1-mixed']],
    [
      'Base64 without =',
      'value.endswith("=")',
      '"=" in (value := value + "=" * (-len(value) % 4))',
      ['base64-as-base58'],
    ],
  ])('answers: %s', async (_, part, by, names) => {
    const misses = await without(part, by, ofRule(ANSWERS), true);
    expect(misses.map(({ name }) => name)).toEqual(expect.arrayContaining(names.map((name) => `answer-${name}`)));
    expect(missesByRule(misses)).toEqual([[ANSWERS, misses]]);
  });

  it('wrong facts and, if they are asked for, wrong numbers', async () => {
    const isValid = ofRule('a valid proof');
    expect((await without('"absent": True', '"value": 0', isValid)).length).toBeGreaterThan(10);
    const [part, by] = ['check(path, 6004)', 'check(path, 6003)'];
    expect(await without(part, by, ofRule('MainPath'))).toEqual([]);
    expect((await without(part, by, ofRule('MainPath'), true)).map(({ answered }) => answered)).toContain(
      'invalid (6003)',
    );
  });
});

describe('a verifier that cannot be asked', () => {
  it.each([
    ['is missing', ['no-such-verifier'], /cannot be started: there is no such file/],
    ['ends at once', ['false'], /ended with exit code 1 before it answered "/],
    ['says something else', ['cat'], /is not a result: .*\$\.valid/],
    ['does not speak JSON', ['yes'], /is not a result: The line is not JSON/],
    ['is silent', ['--seconds', '1', '--', 'sleep', '60'], /did not answer "[^"]+" within 1 s/],
  ])('%s', async (_, command, message) => {
    const words = command[0]?.startsWith('--') ? command : ['--', ...command];
    const { code, stderr } = await linesman(['conform', ...words]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});
