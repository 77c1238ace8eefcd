import { fork } from 'node:child_process';
import { errorOf, LinesmanError, WORKER_FAILED } from '@linesman/sdk/error';
import { readCaseFile } from '../case/caseFolder.js';
import type { EngineName, ProgramBytes } from '../engine/engine.js';
import { openEngine } from '../engine/openEngine.js';
import { type Judged, judgeCase } from '../judge/judgeCase.js';

/** The message to a process. */
export interface Work {
  readonly engine: EngineName;
  readonly program: ProgramBytes;
  readonly files: readonly string[];
}

/** Each case's result, in the order of the files; null for a file that cannot be used. */
export type Results = readonly (Judged | null)[];

/** With fewer cases than this, starting a process takes longer than it saves. */
const LEAST_CASES = 100;

/**
 * Judges the cases in these files, spread over processes: a native runtime does not survive worker threads. Errors:
 * ENGINE_NOT_INSTALLED, PROGRAM_NOT_USABLE, WORKER_FAILED.
 */
export async function judgeFiles(work: Work, jobs: number): Promise<Results> {
  const { files } = work;
  const processes = Math.min(jobs, Math.ceil(files.length / LEAST_CASES));
  if (processes <= 1) return judgeHere(work);
  const size = Math.ceil(files.length / processes);
  const parts = Array.from({ length: processes }, (_, i) => files.slice(i * size, (i + 1) * size));
  // This process does its share, too, and finds out first if the engine cannot start.
  const [first = [], ...others] = parts;
  const elsewhere = others.map((part) => judgeInProcess({ ...work, files: part }));
  const all = await Promise.all([judgeHere({ ...work, files: first }), ...elsewhere]);
  return all.flat();
}

/** Judges the cases in this process, one after the other. */
export async function judgeHere({ engine, program, files }: Work): Promise<Results> {
  const opened = await openEngine(engine, program);
  const results: (Judged | null)[] = [];
  try {
    for (const file of files) {
      const { content } = readCaseFile(file);
      results.push(content instanceof LinesmanError ? null : await judgeCase(content, opened, program));
    }
  } finally {
    await opened.close?.();
  }
  return results;
}

function judgeInProcess(work: Work): Promise<Results> {
  const child = fork(new URL('./worker.js', import.meta.url), { serialization: 'advanced' });
  return new Promise<Results>((resolve, reject) => {
    child.once('message', (results: Results) => {
      resolve(results);
      // The runtime's threads would keep it alive.
      child.kill();
    });
    child.once('error', reject);
    // This has no effect once the results have arrived.
    child.once('exit', (code) => reject(errorOf(WORKER_FAILED, { code })));
    child.send(work);
  });
}
