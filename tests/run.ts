import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse, scriptArguments } from '../tools/scriptArguments.js';
import { failuresOf, slowestOf, type VitestReport } from './helpers/vitestReport.js';
import { type Lane, PROJECTS } from './lanes.js';

/**
 * Runs the tests of a lane (`lanes.ts`), as far as this machine can, and lists the others. `npm test`: the short lane,
 * with the Rust tests, which need cargo and the crates, and those of the toolchain, which need Python 3. `npm run
 * test:landing` and `npm run test:nightly`: their files. Ends with one line of counts; the exit code is 1 when a test
 * failed.
 */

const LANES = {
  short: 'TypeScript and programs',
  landing: 'tests of the landing lane',
  nightly: 'tests of the nightly lane',
} as const satisfies Record<Lane, string>;
const USAGE = `test

Runs the tests of a lane as far as this machine can, and lists the others; npm run test:landing runs those of another.

  --lane NAME    ${Object.keys(LANES).join(', ')}; default short
`;
const { values: options } = scriptArguments(USAGE, { lane: { type: 'string', default: 'short' } });
if (!(options.lane in LANES)) refuse(`--lane ${options.lane} is not one of ${Object.keys(LANES).join(', ')}`);
const LANE = options.lane as Lane;
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

/** Runs the lane; the report is `null` when vitest ended without one. */
async function vitest(): Promise<{ report: VitestReport | null; output: string; code: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'linesman-tests-'));
  const file = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = ['vitest', 'run', ...PROJECTS[LANE].flatMap((name) => ['--project', name]), ...reporters];
  const { output, code } = await run('npx', args);
  let report: VitestReport | null = null;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  } catch {
    console.error('vitest ended without a report');
  }
  rmSync(folder, { recursive: true });
  return { report, output, code };
}

async function typescript(): Promise<void> {
  const { report: all, output, code } = await vitest();
  // Tests print a line if a requirement is missing.
  leftOut.push(...new Set([...output.matchAll(/^.*?SKIPPED: (.+)$/gm)].map(([, why = '']) => why)));
  const files = all?.testResults ?? [];
  failures.push(...files.flatMap(failuresOf));
  slowest.push(...slowestOf(files));
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests: pending = 0 } = all ?? {};
  report(LANES[LANE], { passed, failed, skipped: pending }, code);
}

/** The Rust host tests, one build for all. Nightly, crates are also built with no features but their own. */
async function rust(): Promise<void> {
  if (!works('cargo', '--version')) return skip('Rust', 'cargo is not installed');
  if (!works('cargo', 'fetch', '--locked')) return skip('Rust', 'the crates cannot be fetched');
  const { output, code } = await run('cargo', ['test', '--workspace', '--locked']);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, ignored] of output.matchAll(
    /^test result: .* (\d+) passed; (\d+) failed; (\d+) ignored/gm,
  )) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(ignored);
  }
  failures.push(...[...output.matchAll(/^test (\S+) \.\.\. FAILED$/gm)].map(([, name]) => `Rust: ${name}`));
  report('Rust', counts, code);
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
if (LANE === 'short') {
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
console.log([`slowest files of ${LANES[LANE]}:`, ...slowest].join('\n'));
for (const why of leftOut) console.log(`skipped: ${why}`);
for (const name of failures) console.log(`failed: ${name}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
