import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { run } from '../../ts/cli/run.js';
import type { Terminal } from '../../ts/cli/terminal/terminal.js';

/** The folder in which commands are started. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** How a command ended. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, with `input` as its standard input. */
export async function inProcess(
  command: (terminal: Terminal) => Promise<number>,
  input: string | Uint8Array = '',
): Promise<Ran> {
  const output = { stdout: '', stderr: '' };
  const code = await command({
    stdin: (async function* () {
      yield Buffer.from(input);
    })(),
    out: (text) => {
      output.stdout += text;
    },
    err: (text) => {
      output.stderr += text;
    },
  });
  return { code, ...output };
}

/** Runs `linesman` in this process. */
export const linesman = (args: readonly string[], input: string | Uint8Array = ''): Promise<Ran> =>
  inProcess((terminal) => run(args, '0.0.0', terminal), input);

/**
 * Starts a script of the repository as a child process, preloading another one if it is named, with extra environment
 * variables.
 */
export const start = (script: string, args: readonly string[], before?: string, environment: NodeJS.ProcessEnv = {}) =>
  spawn(process.execPath, ['--import', 'tsx', ...(before ? ['--import', `./${before}`] : []), script, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
  });
