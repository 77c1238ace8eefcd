import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './cli.js';

/** What vitest's JSON reporter writes about a run, as far as it is read here. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly FileReport[];
}

interface FileReport {
  readonly name: string;
  readonly status: string;
  /** ms. */
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly {
    /** `pending` means that it has not ended. An omitted test is `skipped`. */
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
}

/** The failed tests of a file, a line each; the file itself when it failed without one, or when its process ended. */
export function failuresOf({ name, status, assertionResults }: FileReport): string[] {
  const file = relative(ROOT, name);
  const of = (wanted: string) => assertionResults.filter((test) => test.status === wanted);
  const failed = of('failed').map(({ fullName, failureMessages: [why = ''] }) => {
    const firstLine = stripVTControlCharacters(why).split('\n')[0] ?? '';
    return `${file}: ${fullName}: ${firstLine.slice(0, 300)}`;
  });
  const unfinished = of('pending').length;
  if (unfinished > 0) failed.push(`${file}: the process ended before ${unfinished} of its tests had`);
  return failed.length === 0 && status === 'failed' ? [file] : failed;
}

const seconds = ({ startTime, endTime }: FileReport): number => (endTime - startTime) / 1000;

/** The twenty slowest files, a line each, longest first. */
export const slowestOf = (files: readonly FileReport[]): string[] =>
  [...files]
    .sort((one, other) => seconds(other) - seconds(one))
    .slice(0, 20)
    .map((file) => `${seconds(file).toFixed(1).padStart(7)} s  ${relative(ROOT, file.name)}`);
