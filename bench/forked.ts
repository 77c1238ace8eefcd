import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ON_SOURCES = ['--import', 'tsx'];
const HOOK = new URL('onPackage.mjs', import.meta.url).href;
export const ON_PACKAGE = [...ON_SOURCES, '--import', HOOK];

/**
 * Runs a file of this folder as a separate process: on the built package if this process runs on it, otherwise on the
 * sources, as in tests. Its output goes to standard error.
 */
export function forked(file: string): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: process.execArgv.includes(HOOK) ? ON_PACKAGE : ON_SOURCES,
    stdio: ['ignore', 2, 2, 'ipc'],
  });
}

/** The next message of a process. Rejects if the process ends first. */
export function nextMessage<T>(of: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('a process of the benchmark ended'));
    of.once('exit', ended);
    of.once('message', (message) => {
      of.off('exit', ended);
      resolve(message as T);
    });
  });
}

export const ask = <T>(of: ChildProcess, question: object): Promise<T> => {
  const answered = nextMessage<T>(of);
  of.send(question);
  return answered;
};
