import { fork } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse, scriptArguments } from '../tools/scriptArguments.js';
import { builtVersion, lastCommitOf } from './against.js';
import type { Result, RunOptions } from './benchmark.js';
import { BENCHMARKS } from './benchmarks.js';
import { withPart } from './document.js';
import { both, documentedRatios, type Fallen, fallenOf, ratiosOf } from './fallen.js';
import { onPackage } from './forked.js';
import { machine } from './machine.js';
import { withFigures } from './readmeTable.js';
import { figure, machineLine, resultMarkdown, resultText } from './report.js';

/**
 * A processor may be faster at one side of a ratio than the document's, so where `--check` finds one that is lower by
 * more than a tenth, it measures the version of the document on this machine, and ours once more. It fails if ours was
 * lower both times.
 */
const USAGE = `bench -- [NAME…] [options]

Runs all benchmarks or some, one after the other, on the built package.

  --quick              few repetitions: not for figures
  --json               as JSON
  --write              updates docs/internals/benchmarks.md and the README's table after each
  --check              fails if a ratio is lower than in that document
  --against VERSION    measures a commit, or the folder of a built version, as well, by its own benchmarks

${BENCHMARKS.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n')}
`;

/** The longest that a benchmark may take, in ms. */
const LIMIT = 10 * 60_000;

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DOCUMENT = 'docs/internals/benchmarks.md';
const README = join(ROOT, 'README.md');

/** @param root The folder of the version that is measured. */
function measured(name: string, options: RunOptions, root = ROOT): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(join(root, 'bench/child.ts'), {
      cwd: root,
      execArgv: [...onPackage(root), '--expose-gc'],
      // Standard output is for the report only.
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    let result: Result | undefined;
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT);
    child.once('message', (message) => {
      result = message as Result;
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      if (result && code === 0) resolve(result);
      else reject(new Error(`${name} ended with ${signal ?? `exit code ${code}`}`));
    });
    child.send({ name, options });
  });
}

const { values, positionals } = scriptArguments(
  USAGE,
  {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
  true,
);
const unknown = positionals.filter((given) => !BENCHMARKS.some(({ name }) => name === given));
if (unknown.length > 0) refuse(`There is no benchmark ${unknown.join(', ')}`);
const { quick, json, write, check, against: version } = values;
const against = version === undefined ? undefined : builtVersion(version);
const results: Result[] = [];
/** Those of the version of `--against`. */
const others: Result[] = [];
const failures: string[] = [];
let earlier: string | undefined;
if (!json) console.log(`${machineLine(machine())}${quick ? '; quick: not for figures' : ''}\n`);
for (const { name } of BENCHMARKS) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.error(`${name}: is measured`);
  try {
    const options = { quick };
    const result = await measured(name, options);
    results.push(result);
    if (!json) console.log(`${resultText(result)}\n`);
    if (against !== undefined) {
      const theirs = await measured(name, options, against);
      others.push(theirs);
      if (!json) console.log(`${version}: ${resultText(theirs)}\n`);
    }
    const fallen = check ? await fallenHere(result, options) : [];
    for (const { benchmark, what, before, now } of fallen)
      failures.push(`${benchmark}, ${what}: ${figure(now)}×, and ${figure(before)}× with the version of the document`);
    if (fallen.length > 0) console.error(failures.slice(-fallen.length).join('\n'));
    if (write) writePart(result);
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error));
    console.error(failures.at(-1));
  }
}
if (json) console.log(JSON.stringify({ machine: machine(), quick, results, others, failures }, null, 2));
process.exitCode = failures.length > 0 ? 1 : 0;

/** The folder of the version that wrote the document. */
function versionOfDocument(): string {
  earlier ??= builtVersion(lastCommitOf(DOCUMENT));
  return earlier;
}

async function fallenHere(result: Result, options: RunOptions): Promise<Fallen[]> {
  const { name } = result;
  const low = fallenOf(documentedRatios(readFileSync(join(ROOT, DOCUMENT), 'utf8')), result);
  if (low.length === 0) return [];
  console.error(`${name}: ${low.length} ratios are lower than in the document; its version is measured here as well`);
  const before = ratiosOf(await measured(name, options, versionOfDocument()));
  const again = await measured(name, options);
  return both(low, both(fallenOf(before, result), fallenOf(before, again)));
}

function writePart(result: Result): void {
  const part = {
    name: result.name,
    text: resultMarkdown(result, {
      command: `npm run bench -- ${result.name}${quick ? ' --quick' : ''}`,
      machine: `${machineLine(machine())}${quick ? '; a quick run, whose figures say little' : ''}`,
    }),
  };
  // `npm run units` writes the last part.
  const names = [...BENCHMARKS.map(({ name }) => name), 'units'];
  const file = join(ROOT, DOCUMENT);
  const document = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const written = withPart(document, part, names);
  writeFileSync(file, written);
  writeFileSync(README, withFigures(readFileSync(README, 'utf8'), written));
}
