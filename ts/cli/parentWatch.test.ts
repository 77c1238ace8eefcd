import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const WATCH = `
import { watchParent } from './ts/cli/parentWatch.ts';
watchParent(() => { console.log('lost'); process.exit(); });
setInterval(() => {}, 1_000);
console.log('watching');`;

/** A process below a shell, which is below another one. */
const below = (shells: string) =>
  spawn('sh', ['-c', shells, 'sh', process.execPath, '--import', 'tsx', '--input-type=module', '-e', WATCH], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

test.each([
  ['its parent', '"$@" & wait'],
  ['the parent of its shell', `sh -c '"$@" & wait' sh "$@" & wait`],
])(
  'that %s is killed is noticed',
  async (_, shells) => {
    const outer = below(shells);
    let text = '';
    outer.stdout.on('data', (chunk) => {
      text += chunk;
    });
    while (!text.includes('watching')) await once(outer.stdout, 'data');
    outer.kill('SIGKILL');
    await once(outer, 'close');
    expect(text).toBe('watching\nlost\n');
  },
  30_000,
);
