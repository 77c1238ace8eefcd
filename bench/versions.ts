import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RunOptions } from './benchmark.js';
import { ask, nextMessage, ON_PACKAGE } from './forked.js';
import type { VersionQuestions } from './versionProcess.js';

const OURS = fileURLToPath(new URL('../', import.meta.url));

/** A version of the service in a separate process. */
export interface Version {
  ask<T = object>(question: Partial<VersionQuestions>): Promise<T>;
  end(): void;
}

async function version(folder: string): Promise<Version> {
  const child = fork(fileURLToPath(new URL('versionProcess.ts', import.meta.url)), [folder], {
    execArgv: ON_PACKAGE,
    env: { ...process.env, LINESMAN_BENCH_ROOT: folder },
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  await nextMessage(child);
  return { ask: (question) => ask(child, question), end: () => void child.kill('SIGKILL') };
}

/** This version and another one, each running its own files on its own built package. */
export async function bothVersions(
  against: NonNullable<RunOptions['against']>,
): Promise<Record<'ours' | 'other', Version>> {
  return { ours: await version(OURS), other: await version(against.folder) };
}
