import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as { scripts: Record<string, string> };
/** Whose options are those of another tool. */
const OF_TOOLS = ['prepare', 'test:changed', 'test:ts', 'typecheck', 'lint', 'format', 'faults'];

/** Runs a script with one argument. What it builds before is left out. */
async function called(name: string, argument: string) {
  const command = `${scripts[name]?.split('&&').at(-1)} ${argument}`;
  const env = { ...process.env, PATH: `${ROOT}/node_modules/.bin:${process.env.PATH}` };
  const child = spawn('bash', ['-c', `exec ${command}`], { cwd: ROOT, env, timeout: 120_000, killSignal: 'SIGKILL' });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  // What a native module says that was installed without its binary.
  return { code, out: said.out, err: said.err.replace(/^bigint: Failed to load bindings.*\n/, '') };
}

const OURS = Object.keys(scripts).filter((name) => !OF_TOOLS.includes(name));

test.each(OURS)('npm run %s says what it takes, and refuses in one line what it does not know', async (name) => {
  const [help, unknown] = await Promise.all([called(name, '--help'), called(name, '--no-such-option=1')]);
  expect(help).toEqual({ code: 0, out: expect.stringMatching(/^(Usage: )?npm run [\w:]+/), err: '' });
  expect(unknown).toEqual({
    code: expect.any(Number),
    out: '',
    err: expect.stringMatching(/^.*--no-such-option.*\n$/),
  });
  expect(unknown.code).toBeGreaterThan(0);
});
