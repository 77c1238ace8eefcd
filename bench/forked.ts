import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ON_SOURCES = ['--import', 'tsx'];
const hookOf = (root: string): string => pathToFileURL(join(root, 'bench/onPackage.mjs')).href;
const HOOK = hookOf(fileURLToPath(new URL('../', import.meta.url)));
export const ON_PACKAGE = [...ON_SOURCES, '--import', HOOK];

/** Node's options for the benchmarks of a version in a folder, on the packages that were built there. */
export const onPackage = (root: string): string[] => [...ON_SOURCES, '--import', hookOf(root)];

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
