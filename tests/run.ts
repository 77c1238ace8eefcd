import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { isLong, TEST_FOLDERS, type TestProject } from './longTests.js';

/**
 * `npm test`: the tests of the short list that this machine can run, and a list of what it cannot. TypeScript and the
 * committed programs need only Node; the Rust tests need cargo and the crates, the toolchain tests Python 3. `npm run
 * test:long`: the files of `longTests.ts`. Ends with one line of counts; the exit code is 1 when a test failed.
 */

const PROJECTS = { short: ['shared', 'own'], long: ['long'] } as const satisfies Record<string, readonly TestProject[]>;
const LIST = process.argv.includes('--long') ? 'long' : 'short';
const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Skipped parts, each counted as one skipped test. */
const leftOut: string[] = [];
/** Names of failures, repeated at the end, where readers of a long log look first. */
const failures: string[] = [];
/** The slowest test files. */
const slowest: string[] = [];
const parts: { name: string; counts: Counts }[] = [];

/** Runs a command, shows its output, and returns output and exit code. */
function run(command: string, args: readonly string[]): Promise<{ output: string; code: number }> {
  console.log(`\n=== ${command} ${args.join(' ')}`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
      output += chunk.toString('utf8');
      to.write(chunk);
    };
    child.stdout.on('data', take(process.stdout));
    child.stderr.on('data', take(process.stderr));
    child.on('error', reject);
    child.on('close', (code) => resolve({ output, code: code ?? 1 }));
  });
}

/** A failure without a counted test (a file that does not load, a crate that does not compile) counts as one. */
function report(name: string, counts: Counts, code: number): void {
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed;
  parts.push({ name, counts: { ...counts, failed } });
}

const works = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { cwd: ROOT, stdio: 'ignore' }).status === 0;

function skip(name: string, why: string): void {
  leftOut.push(`${name}: ${why}`);
  parts.push({ name, counts: { passed: 0, failed: 0, skipped: 1 } });
}

/** Vitest's report of one run; `null` when it ended without one. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** ms. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

async function vitest(files: readonly string[]): Promise<{ report: Report | null; output: string; code: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'linesman-tests-'));
  const file = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = ['vitest', 'run', ...PROJECTS[LIST].flatMap((name) => ['--project', name]), ...reporters, ...files];
  const { output, code } = await run('npx', args);
  let report: Report | null = null;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    console.error('vitest ended without a report');
  }
  rmSync(folder, { recursive: true });
  return { report, output, code };
}

async function typescript(): Promise<void> {
  const { report: all, output, code } = await vitest([]);
  // Tests print a line if a requirement is missing.
  leftOut.push(...new Set([...output.matchAll(/^.*?SKIPPED: (.+)$/gm)].map(([, why = '']) => why)));
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const add = (report: Report | null): void => {
    counts.passed += report?.numPassedTests ?? 0;
    counts.failed += report?.numFailedTests ?? 0;
    counts.skipped += report?.numPendingTests ?? 0;
    failures.push(...(report?.testResults ?? []).flatMap(failuresOf));
  };
  add(all);
  slowest.push(...slowestOf(all?.testResults ?? []));
  let ended = code;
  // The runtime in the test process is a native add-on that occasionally crashes the process. The file then has no
  // result line.
  const exits = output.match(/Caused by.*Worker exited unexpectedly/g)?.length ?? 0;
  const unhandled = Number(/caught (\d+) unhandled error/.exec(output)?.[1] ?? 0);
  const lost = all === null || exits === 0 ? [] : testFiles().filter((file) => !isReported(file, output));
  if (lost.length > 0 && lost.length < 4 && unhandled === exits) {
    console.log(`\nThe process of ${lost.join(', ')} ended in the middle: running it once more.`);
    const again = await vitest(lost);
    // Tests that passed before the crash are not counted twice.
    const before = all?.testResults.filter(({ name }) => lost.some((file) => name.endsWith(`/${file}`))) ?? [];
    counts.passed -= before.flatMap((file) => file.assertionResults.filter(({ status }) => status === 'passed')).length;
    add(again.report);
    // Nothing else failed in the first run; otherwise its failures are counted.
    ended = again.code;
  }
  report(LIST === 'short' ? 'TypeScript and programs' : 'long tests', counts, ended);
}

/** The failed tests of a file, or the file itself when it failed without one. */
function failuresOf({ name, status, assertionResults }: Report['testResults'][number]): string[] {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [file] : [];
  return failed.map(({ fullName, failureMessages: [why = ''] }) => {
    const firstLine = stripVTControlCharacters(why).split('\n')[0] ?? '';
    return `${file}: ${fullName}: ${firstLine.slice(0, 300)}`;
  });
}

const seconds = ({ startTime, endTime }: Report['testResults'][number]): number => (endTime - startTime) / 1000;

/** Ten lines, longest first. */
const slowestOf = (files: Report['testResults']): string[] =>
  [...files]
    .sort((one, other) => seconds(other) - seconds(one))
    .slice(0, 10)
    .map((file) => `${seconds(file).toFixed(1).padStart(7)} s  ${relative(ROOT, file.name)}`);

/** The test files of the list, relative to the root. */
function testFiles(): string[] {
  return TEST_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => join(folder, file)),
  ).filter((file) => isLong(file) === (LIST === 'long'));
}

/** Whether vitest printed a result line for the file, such as `✓ |short| path (53 tests)`. */
function isReported(file: string, output: string): boolean {
  return stripVTControlCharacters(output)
    .split('\n')
    .some((line) => /^ (?:✓|❯|↓|×) /.test(line) && line.split(/ +/).slice(2, 4).includes(file));
}

/** Rust host tests, one group of packages at a time, so that each is built with its own features. */
async function rust(): Promise<void> {
  const groups = [['linesman-verifier'], ['linesman-wire', 'oracle', 'settlement'], ['linesman-idl']];
  if (!works('cargo', '--version')) return skip('Rust', 'cargo is not installed');
  if (!works('cargo', 'fetch', '--locked')) return skip('Rust', 'the crates cannot be fetched');
  for (const packages of groups) {
    const { output, code } = await run('cargo', ['test', '--locked', ...packages.flatMap((name) => ['-p', name])]);
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const [, passed, failed, ignored] of output.matchAll(
      /^test result: .* (\d+) passed; (\d+) failed; (\d+) ignored/gm,
    )) {
      counts.passed += Number(passed);
      counts.failed += Number(failed);
      counts.skipped += Number(ignored);
    }
    failures.push(...[...output.matchAll(/^test (\S+) \.\.\. FAILED$/gm)].map(([, name]) => `Rust: ${name}`));
    report(packages.join(', '), counts, code);
  }
}

/** The unit tests of the toolchain that compiles the programs. */
async function python(): Promise<void> {
  if (!works('python3', '--version')) return skip('toolchain', 'python3 is not installed');
  const { output, code } = await run('python3', ['-m', 'unittest', 'discover', '-s', 'tools/sbf', '-t', 'tools/sbf']);
  const of = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0);
  const failed = of(/^FAILED \(.*?failures=(\d+)/m) + of(/^FAILED \(.*?errors=(\d+)/m);
  const skipped = of(/^(?:OK|FAILED) \(.*?skipped=(\d+)/m);
  report('toolchain', { passed: of(/^Ran (\d+) test/m) - failed - skipped, failed, skipped }, code);
}

await typescript();
if (LIST === 'short') {
  await rust();
  await python();
}

const total = { passed: 0, failed: 0, skipped: 0 };
console.log('');
for (const { name, counts } of parts) {
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
if (slowest.length > 0) console.log(['slowest test files:', ...slowest].join('\n'));
for (const why of leftOut) console.log(`skipped: ${why}`);
for (const name of failures) console.log(`failed: ${name}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
