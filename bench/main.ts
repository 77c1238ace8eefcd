import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Result, RunOptions } from './benchmark.js';
import { BENCHMARKS } from './index.js';
import { machine } from './machine.js';
import { machineLine, resultText } from './report.js';

/** `npm run bench -- [NAME…] [--quick] [--json]`: all benchmarks or some, one after the other. Exit code 1 when one did not run to its end. */

const USAGE = `npm run bench -- [NAME…] [--quick] [--json]
${BENCHMARKS.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n')}`;

/** ms that a benchmark may take, whatever happens. */
const LIMIT = 10 * 60_000;

function measured(name: string, options: RunOptions): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('child.ts', import.meta.url)), {
      execArgv: [...process.execArgv, '--expose-gc'],
      // Standard output is the report's alone.
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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false }, help: { type: 'boolean' } },
});
const unknown = positionals.filter((given) => !BENCHMARKS.some(({ name }) => name === given));
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no benchmark ${unknown.join(', ')}.`);
  console.error(USAGE);
  process.exit(unknown.length > 0 ? 2 : 0);
}
const { quick, json } = values;
const results: Result[] = [];
const failures: string[] = [];
if (!json) console.log(`${machineLine(machine())}${quick ? '; quick: not for figures' : ''}\n`);
for (const { name } of BENCHMARKS) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  try {
    const result = await measured(name, { quick });
    results.push(result);
    if (!json) console.log(`${resultText(result)}\n`);
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error));
    console.error(failures.at(-1));
  }
}
if (json) console.log(JSON.stringify({ machine: machine(), quick, results, failures }, null, 2));
process.exitCode = failures.length > 0 ? 1 : 0;
