import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Ledger, ledgerText, readLedger } from '../../ts/regress/ledger/ledger.js';
import { DEFAULT_ORACLE_PROGRAM_ID } from '../../ts/sdk/program/programId.js';
import { RegressProject } from '../helpers/regress/builtCommand.js';
import { writeCorpusCases } from '../helpers/regress/corpusCases.js';
import { EXAMPLE_NAMES } from '../helpers/regress/exampleCases.js';
import { surfpool } from '../helpers/surfpool.js';

/** `linesman regress`, as the build makes it: what it finds, its exit codes and its reports. */

const ARTIFACT = readFileSync(new URL('../../programs/artifacts/oracle.so', import.meta.url));
const CASE = 'cases/final-win.case.json';
const LEDGER = 'cases/ledger.json';

let project: RegressProject;
beforeEach(() => {
  project = new RegressProject();
  expect(project.run(['regress', 'cases', '--update'])).toMatchObject({ code: 0, stderr: '' });
});
afterEach(() => project.end());

interface Failed {
  readonly name: string;
  readonly message: string;
  readonly kind: string;
}

/** A run that must find something: its exit code, the lines of the findings, and the failures in its JUnit report. */
function failing(...options: string[]) {
  const { code, stdout, stderr } = project.run(['regress', 'cases', '--junit', 'report.xml', ...options]);
  const report = project.read('report.xml');
  const failures = [...report.matchAll(/<testcase name="([^"]*)"[^>]*>\s*<failure message="([^"]*)" type="(\w+)"/g)];
  const lines = stdout.trimEnd().split('\n');
  return {
    code,
    stderr,
    lines: lines.filter((line) => line.includes(' → ')),
    last: lines.at(-1),
    failures: failures.map(([, name = '', message = '', kind = '']): Failed => ({ name, message, kind })),
    counts: /<testsuite name="cases" (.*)>/.exec(report)?.[1],
  };
}

/** Another number in the ledger's entry for a case. */
function recorded(name: string, field: 'units' | 'bytes' | 'error', value: (was: number | null) => number): void {
  const ledger: Ledger = readLedger(project.read(LEDGER), LEDGER);
  const entry = ledger.cases[name];
  const program = entry?.builds.oracle;
  if (!entry || !program) throw new Error(`${name} has no entry`);
  const changed = { ...entry, builds: { oracle: { ...program, [field]: value(program[field]) } } };
  project.write(LEDGER, ledgerText({ ...ledger, cases: { ...ledger.cases, [name]: changed } }));
}

/** Flips the first byte of the first hash on the way to the main root. */
const breakProof = (): void =>
  project.edit(CASE, /"mainTreeProof":\[\{"hash":\[(\d+)/, (whole, byte) =>
    whole.replace(/\d+$/, String(Number(byte) ^ 1)),
  );

describe('equal cases', () => {
  it('exit with 0, in CI too', () => {
    const { code, stdout } = project.run(['regress', 'cases', '--junit', 'report.xml'], { CI: 'true' });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^oracle: .*\n11 cases: no differences\.\n$/)]);
    const report = project.read('report.xml');
    expect(report).toContain('<testsuite name="cases" tests="11" failures="0" errors="0" skipped="0">');
    expect([...report.matchAll(/<testcase name="([^"]*)"/g)].map(([, name]) => name)).toEqual(
      [...EXAMPLE_NAMES].sort(),
    );
  });

  it('give the same output and the same ledger, however often and in however many processes', () => {
    const ledger = project.read(LEDGER);
    for (const jobs of ['1', '2']) {
      expect(project.run(['regress', 'cases', '--update', '--jobs', jobs]).code).toBe(0);
      expect(project.read(LEDGER)).toBe(ledger);
    }
    const [first, second] = [1, 2].map(() => project.run(['regress', 'cases', '--json', '--keep-logs']).stdout);
    expect(first).toBe(second);
  });
});

describe('regress finds', () => {
  it('a changed verdict', () => {
    project.edit(CASE, 'k1 - k2 > 0', 'k1 - k2 > 4');
    const { code, lines, failures, counts } = failing();
    expect([code, lines]).toEqual([
      1,
      [
        `${CASE}: verdict by offline: true → false. The offline verifier found the condition true, and now finds it ` +
          'false: k1 - k2 > 4.',
        `${CASE}: verdict by oracle: true → false. The program found the condition true, and now finds it false: ` +
          'k1 - k2 > 4.',
      ],
    ]);
    expect(failures).toEqual([
      { name: 'final-win', kind: 'verdict', message: expect.stringContaining('true → false') },
    ]);
    expect(counts).toBe('tests="11" failures="1" errors="0" skipped="0"');
  });

  it('a proof that is refused now, and says why', () => {
    breakProof();
    const { code, lines } = failing();
    expect([code, lines]).toEqual([
      1,
      [
        expect.stringMatching(
          /: verdict by offline: true → refused \(6004 InvalidMainTreeProof\)\. .* refuses it\. .+/,
        ),
        expect.stringMatching(/: verdict by oracle: true → refused \(6004 InvalidMainTreeProof\)\. .* refuses it\. .+/),
      ],
    ]);
  });

  it('another error number', () => {
    breakProof();
    project.run(['regress', 'cases', '--update']);
    recorded('final-win', 'error', () => 6022);
    const { code, lines, failures } = failing();
    expect([code, lines]).toEqual([
      1,
      [
        expect.stringMatching(
          /: number by oracle: 6022 InvalidFixtureSubTreeProof → 6004 InvalidMainTreeProof\. It is refused for another/,
        ),
      ],
    ]);
    expect(failures.map(({ name, kind }) => [name, kind])).toEqual([['final-win', 'number']]);
  });

  it('one unit more, unless it is tolerated', () => {
    recorded('final-win', 'units', (was) => Number(was) - 1);
    const { code, lines, failures } = failing();
    expect([code, lines]).toEqual([
      1,
      [
        expect.stringMatching(
          /: units by oracle: (\d+) → \d+\. \+1 compute unit \(\+0\.03 %\)\. The program is the same/,
        ),
      ],
    ]);
    expect(failures.map(({ name, kind }) => [name, kind])).toEqual([['final-win', 'units']]);
    expect(failing('--units-tolerance', '0.1 %')).toMatchObject({ code: 0, lines: [], failures: [] });
    recorded('final-win', 'units', (was) => Number(was) * 2);
    expect(failing('--units-tolerance', '1').code).toBe(1);
  });

  it('one byte more', () => {
    recorded('final-win', 'bytes', (was) => Number(was) - 1);
    const { code, lines, failures } = failing();
    expect([code, lines]).toEqual([
      1,
      [expect.stringMatching(/: bytes by oracle: (\d+) → \d+\. \+1 byte in the tran/)],
    ]);
    expect(failures.map(({ name, kind }) => [name, kind])).toEqual([['final-win', 'bytes']]);
  });

  it('a program whose bytes changed', () => {
    project.write('other.so', Buffer.concat([ARTIFACT, Buffer.alloc(8)]));
    const { code, lines, failures, counts } = failing('--program', 'other.so');
    expect([code, lines]).toEqual([
      1,
      [
        expect.stringMatching(
          /^cases\/ledger\.json: program by oracle: [0-9a-f]{12}… → [0-9a-f]{12}…\. The bytes of the program/,
        ),
      ],
    ]);
    expect(failures.map(({ name, kind }) => [name, kind])).toEqual([['program oracle', 'program']]);
    expect(counts).toBe('tests="12" failures="1" errors="0" skipped="0"');
  });

  it('a root that changed, and what follows from it', () => {
    const { root } = JSON.parse(project.read(CASE)).roots;
    project.edit(CASE, root, 'ab'.repeat(32));
    const { code, lines, failures } = failing();
    expect([code, lines]).toEqual([
      1,
      [
        `${CASE}: root: ${root.slice(0, 12)}… → abababababab…. The case has another root than the recorded one.`,
        expect.stringContaining('verdict by offline: true → refused (6004 InvalidMainTreeProof)'),
        expect.stringContaining('verdict by oracle: true → refused (6004 InvalidMainTreeProof)'),
      ],
    ]);
    expect(failures).toEqual([
      { name: 'final-win', kind: 'root', message: expect.stringContaining('verdict by oracle') },
    ]);
  });

  it('a case that is gone', () => {
    project.remove(CASE);
    const { code, lines, failures, last } = failing();
    expect([code, lines, last]).toEqual([
      1,
      [`${LEDGER}: gone: a case → none. The ledger has an entry "final-win", but no case file has this name.`],
      '10 cases: 1 case gone.',
    ]);
    expect(failures.map(({ name, kind }) => [name, kind])).toEqual([['final-win', 'gone']]);
  });
});

describe('an update', () => {
  it('prints what changed, writes it, and leaves nothing to find', () => {
    project.edit(CASE, 'k1 - k2 > 0', 'k1 - k2 > 4');
    project.remove('cases/odds.case.json');
    const { code, stdout } = project.run(['regress', 'cases', '--update']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/ → none\..* → false\./s)]);
    expect(project.run(['regress', 'cases'], { CI: '1' }).code).toBe(0);
    expect(project.read(LEDGER)).not.toContain('"odds"');
  });

  it('is refused where CI is set, and writes nothing', () => {
    project.edit(CASE, 'k1 - k2 > 0', 'k1 - k2 > 4');
    const ledger = project.read(LEDGER);
    const { code, stderr } = project.run(['regress', 'cases', '--update'], { CI: 'true' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7365 UpdateInCi')]);
    expect(project.read(LEDGER)).toBe(ledger);
    expect(project.run(['regress', 'cases', '--update'], { CI: 'false' }).code).toBe(0);
  });

  it('keeps what the ledger says about other builds', () => {
    project.write('other.so', Buffer.concat([ARTIFACT, Buffer.alloc(8)]));
    const other = ['regress', 'cases', '--program', 'other.so', '--build', 'next'];
    expect(project.run([...other, '--update']).code).toBe(0);
    expect(project.run(other, { CI: 'true' }).code).toBe(0);
    expect(project.run(['regress', 'cases'], { CI: 'true' }).code).toBe(0);
    const { builds, cases } = readLedger(project.read(LEDGER), LEDGER);
    expect([Object.keys(builds), Object.keys(cases['final-win']?.builds ?? {})]).toEqual([
      ['next', 'oracle'],
      ['next', 'oracle'],
    ]);
  });
});

describe('what cannot be run', () => {
  it('a case without an entry is new, and in CI an error', () => {
    project.write('cases/new.case.json', project.read(CASE).replace('"final-win"', '"new"'));
    const { code, stdout } = project.run(['regress', 'cases']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('12 cases: no differences; 1 new, which --update adds'),
    ]);
    const inCi = project.run(['regress', 'cases', '--junit', 'report.xml'], { CI: 'true' });
    expect([inCi.code, inCi.stdout]).toEqual([
      2,
      expect.stringContaining('error 7366 CaseWithoutEntry: cases/new.case.json has no entry in cases/ledger.json.'),
    ]);
    expect(project.read('report.xml')).toMatch(
      /<testcase name="new"[^>]*>\s*<error message="[^"]*" type="CaseWithoutEntry"/,
    );
  });

  it('a malformed case does not keep the others from being compared', () => {
    project.edit('cases/odds.case.json', '"sport": "soccer"', '"sport": "chess"');
    project.edit(CASE, 'k1 - k2 > 0', 'k1 - k2 > 4');
    const { code, stdout } = project.run(['regress', 'cases']);
    expect([code, stdout]).toEqual([
      2,
      expect.stringMatching(/final-win.* true → false.*error 7360 MalformedCase: .*\$\.sport/s),
    ]);
    const ledger = project.read(LEDGER);
    expect(project.run(['regress', 'cases', '--update']).code).toBe(2);
    expect(project.read(LEDGER)).toBe(ledger);
  });

  it.each<[number, string[], () => void]>([
    [7361, ['empty'], () => {}],
    [7014, ['nowhere'], () => {}],
    [7362, ['cases'], () => project.write('cases/z.case.json', project.read(CASE))],
    [7364, ['cases'], () => project.write(LEDGER, '{"linesman": 1}')],
    [7368, ['cases', '--program', CASE], () => {}],
    [7368, ['cases', '--program', 'none.so'], () => {}],
    [7368, ['cases', '--program', 'cut.so'], () => project.write('cut.so', ARTIFACT.subarray(0, 1000))],
    [7308, ['cases', '--program', 'x.so', '--program-id', DEFAULT_ORACLE_PROGRAM_ID], () => {}],
    [7310, ['cases', '--engine', 'surf'], () => {}],
    [7311, ['cases', '--units-tolerance', '-1'], () => {}],
    [7231, ['cases', '--junit', 'no/folder/report.xml'], () => {}],
  ])('exits with 2 and error %i: regress %j', (number, args, prepare) => {
    prepare();
    const { code, stdout } = project.run(['regress', ...args, '--json']);
    expect([code, JSON.parse(stdout).error.number]).toEqual([2, number]);
  });
});

describe('on GitHub', () => {
  it('annotates ten of a kind, counts the rest, and writes a summary', () => {
    const text = project.read(CASE);
    for (let i = 0; i < 12; i++) project.write(`cases/copy-${i}.case.json`, text.replace('"final-win"', `"copy-${i}"`));
    project.run(['regress', 'cases', '--update']);
    for (let i = 0; i < 12; i++) project.edit(`cases/copy-${i}.case.json`, 'k2 > 0', 'k2 > 4');
    project.remove('cases/odds.case.json');
    const summary = join(project.folder, 'summary.md');
    const { code, stdout } = project.run(['regress', 'cases'], {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: summary,
    });
    const annotations = stdout.split('\n').filter((line) => line.startsWith('::error'));
    expect([code, annotations.length]).toEqual([1, 12]);
    expect(annotations.filter((line) => line.includes('file=cases/copy-')).length).toBe(10);
    expect(annotations[0]).toContain('file=cases/ledger.json,title=gone odds::');
    expect(annotations.at(-1)).toBe('::error title=linesman regress::14 more changed verdicts.');
    expect(project.read('summary.md')).toMatch(
      /^## linesman regress\n\n22 cases: 1 case gone, 24 changed verdicts\.\n\n\| case/,
    );
    expect(project.read('summary.md')).toContain('14 more are in the log.');
  });
});

it('logs explain a difference if they are asked for', () => {
  project.edit(CASE, 'k1 - k2 > 0', 'k1 - k2 > 4');
  const of = (...options: string[]) => project.run(['regress', 'cases', ...options]).stdout;
  expect(of()).not.toContain('consumed');
  expect(of('--keep-logs')).toMatch(
    /verdict by oracle.*\n {4}Program 5M8j.* invoke \[1\]\n(.*\n)* {4}Program .* consumed \d+ of/,
  );
});

it('another engine comes to the same results', () => {
  expect(project.run(['regress', 'cases', '--engine', 'bankrun'], { CI: 'true' })).toMatchObject({ code: 0 });
});

it.runIf(surfpool() !== null)('the embedded chain gives the same, and skips what no transaction can carry', () => {
  const large = 'v1-shape-6-13-9';
  const all = join(project.folder, 'corpus');
  writeCorpusCases(all);
  project.write(`cases/${large}.case.json`, readFileSync(join(all, `${large}.case.json`)));
  const embedded = (...args: string[]) => project.run(['regress', 'cases', '--engine', 'embedded', ...args]);
  const entryOf = () => readLedger(project.read(LEDGER), LEDGER).cases[large];
  // It cannot say anything about the large one, so it writes nothing about its execution.
  expect(embedded('--update')).toMatchObject({ code: 0 });
  expect([entryOf()?.offline.result, entryOf()?.builds]).toEqual(['valid', {}]);
  expect(project.run(['regress', 'cases', '--update'])).toMatchObject({ code: 0 });
  const whole = project.read(LEDGER);
  expect(entryOf()?.builds.oracle).toMatchObject({ result: 'true' });
  expect(embedded('--update')).toMatchObject({ code: 0 });
  expect(project.read(LEDGER)).toBe(whole);
  const { code, stdout } = embedded();
  expect([code, stdout]).toEqual([0, expect.stringContaining('executed by embedded')]);
  expect(stdout).toContain(`${EXAMPLE_NAMES.length + 1} cases: no differences; 1 not executed by this engine.`);
  recorded('final-win', 'units', (units) => Number(units) - 1);
  expect(embedded()).toMatchObject({ code: 1, stdout: expect.stringContaining('+1 compute unit') });
});

it('a forged signature is a result of its own, which bankrun cannot give', () => {
  project.edit('cases/final-win-v4.case.json', /"oracleKey": "[0-9a-f]{64}"/, `"oracleKey": "${'11'.repeat(32)}"`);
  expect(project.run(['regress', 'cases', '--update']).stdout).toMatch(
    /final-win-v4.*verdict by oracle: true → precompile\. .* Ed25519 precompile refuses the signature/,
  );
  expect(readLedger(project.read(LEDGER), LEDGER).cases['final-win-v4']?.builds.oracle).toMatchObject({
    result: 'precompile',
    error: null,
    units: null,
  });
  const { code, stdout } = project.run(['regress', 'cases', '--engine', 'bankrun']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 not executed by this engine')]);
});
