import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { expect, test } from 'vitest';

const WATCH = `
import { watchParent } from './ts/cli/terminal/parentWatch.ts';
watchParent(() => { console.log('lost'); process.exit(); });
setInterval(() => {}, 1_000);
console.log('watching');`;
/** The same process, started on demand. */
const LATE = `
import { readSync } from 'node:fs';
import { watchParent } from './ts/cli/terminal/parentWatch.ts';
console.log('started');
readSync(3, Buffer.alloc(1));
watchParent(() => { console.log('lost'); process.exit(); }, { isByNpm: true });
setInterval(() => {}, 1_000);
console.log('watching');`;

/** A process with a shell as its parent and another shell as its grandparent. */
const below = (shells: string, script = WATCH) => {
  const child = spawn(
    'sh',
    ['-c', shells, 'sh', process.execPath, '--import', 'tsx', '--input-type=module', '-e', script],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    },
  );
  return Object.assign(child, { stdout: child.stdio[1] as Readable, go: child.stdio[3] as Writable });
};
const SHELLS = [
  ['its parent', '"$@" & wait'],
  ['the parent of its shell', `sh -c '"$@" & wait' sh "$@" & wait`],
];

test.each(SHELLS)('notices that %s is killed', async (_, shells) => {
  const outer = below(shells);
  let text = '';
  outer.stdout.on('data', (chunk) => {
    text += chunk;
  });
  while (!text.includes('watching')) await once(outer.stdout, 'data');
  outer.kill('SIGKILL');
  await once(outer, 'close');
  expect(text).toBe('watching\nlost\n');
});

test.each(SHELLS)('notices that %s was killed before the watch began', async (_, shells = '') => {
  const outer = below(shells, LATE);
  let text = '';
  outer.stdout.on('data', (chunk) => {
    text += chunk;
  });
  while (!text.includes('started')) await once(outer.stdout, 'data');
  outer.kill('SIGKILL');
  await once(outer, 'exit');
  outer.go.write('.');
  await once(outer, 'close');
  expect(text).toBe('started\nwatching\nlost\n');
});

const LOOKED = `
import { watchParent } from './ts/cli/terminal/parentWatch.ts';
globalThis.setInterval = (look) => { look(); return { unref() {} }; };
watchParent(() => console.log('lost'), { isByNpm: true });
console.log('looked');
process.exit();`;

// This process stands in for npm, which also runs on Node.
test.each([
  ['through a shell', '"$@" & wait'],
  ['itself', 'exec "$@"'],
])('does not stop a process that npm started %s and still runs', async (_, shells) => {
  const started = below(shells, LOOKED);
  let text = '';
  started.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await once(started, 'close');
  expect(text).toBe('looked\n');
});
