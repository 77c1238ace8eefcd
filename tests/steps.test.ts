import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** `.ci/steps.sh`, on which `.ci/run` and `.ci/nightly` stand. */

/** The scripts are for Debian. */
const here = it.runIf(process.platform === 'linux');

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Runs the steps of a script. Their output is a pipe that closes once all of their processes have ended. */
async function run(script: string, onOutput: (output: string, pid: number) => void = () => {}) {
  const child = spawn('bash', ['-c', `. .ci/steps.sh; exec 5>&1; ${script}`], { cwd: ROOT });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
    onOutput(output, child.pid ?? 0);
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

here('steps are counted, those beside others, too, and one that takes too long has failed', async () => {
  const { code, output } = await run(`
    compiled() { step 'aside' echo compiled; }
    beside compiled
    step 'good' true
    step 'bad' bash -c 'exit 3'
    limit=0.1 step 'long' sleep 600
    step 'killed' bash -c 'kill -KILL $PPID'
    join
    skip 'absent' 'it is not here'
    close`);
  expect(output).toMatch(
    / good: passed\n.* bad: FAILED \(exit code 3\)\n.* long: FAILED \(exit code 124\)\n.* killed: FAILED/,
  );
  // Whatever bash said besides the times of a step.
  expect(output).toMatch(/\n +\d+ s +\d+ s {2}killed: /);
  expect(output).toMatch(/\ncompiled\n/);
  expect(output).toMatch(/ aside: passed\n.* absent: skipped: it is not here\n/);
  expect(output.trim().split('\n').at(-1)).toBe('2 passed, 3 failed, 1 skipped');
  expect(code).toBe(1);
});

here.each(['SIGINT', 'SIGTERM'] as const)('%s ends the running step and those beside it', async (signal) => {
  let isSent = false;
  const { code, output } = await run(
    `
    compiled() { step 'aside' bash -c 'echo aside >&5; sleep 600'; }
    beside compiled
    step 'front' bash -c 'echo in front; sleep 600'
    echo went on`,
    (soFar, pid) => {
      if (isSent || !/^aside$/m.test(soFar) || !/^in front$/m.test(soFar)) return;
      isSent = true;
      process.kill(pid, signal);
    },
  );
  expect(code).toBe(130);
  expect(output).not.toContain('went on');
});
