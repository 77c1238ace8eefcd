import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Lane } from '../../tests/lanes.js';

/** A change of the text from `start` to `end`. */
export interface Edit {
  /** The kind of change, in one word. */
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One small fault, planted in one file. */
export interface Mutant {
  /** Eight hex digits that depend on the file and the change. */
  readonly id: string;
  readonly file: string;
  /** The line of the file at which `before` began when the mutant was drawn, from 1. */
  readonly line: number;
  readonly operator: string;
  /** Whole lines, as many as it took to make the text unique in the file. */
  readonly before: string;
  readonly after: string;
}

/** A mutant of the list, with its known outcome. */
export interface ListedMutant extends Mutant {
  /** The test file that killed it, or the command. */
  readonly killedBy?: string;
  /** The lane of the test or command that killed it. */
  readonly lane?: Lane;
  /** The last lane whose tests it survived. */
  readonly survived?: Lane;
  /** The reason why no test can notice it, written by hand. */
  readonly equivalent?: string;
}

/** The mutant that an edit makes of a source. */
export function mutantOf(file: string, source: string, edit: Edit): Mutant {
  const end = lineEnd(source, edit.end);
  let start = lineStart(source, edit.start);
  while (start > 0 && placesOf(source, source.slice(start, end)).length > 1) start = lineStart(source, start - 1);
  const before = source.slice(start, end);
  const after = source.slice(start, edit.start) + edit.text + source.slice(edit.end, end);
  const id = createHash('sha256')
    .update(JSON.stringify([file, before, after]))
    .digest('hex')
    .slice(0, 8);
  return { id, file, line: lineOf(source, start), operator: edit.operator, before, after };
}

/** The source with the fault; `undefined` if the lines are no longer there. */
export function planted(source: string, mutant: Mutant): string | undefined {
  const start = placeOf(source, mutant);
  return start === undefined
    ? undefined
    : source.slice(0, start) + mutant.after + source.slice(start + mutant.before.length);
}

/** The offset of the changed text in a source that may have changed elsewhere. */
export function changedRange(source: string, mutant: Mutant): { start: number; end: number } | undefined {
  const place = placeOf(source, mutant);
  if (place === undefined) return undefined;
  const { before, after } = mutant;
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - same && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { start: place + same, end: place + before.length - tail };
}

/** The offset at which the mutant's lines begin. Of several, the one nearest to the original place. */
function placeOf(source: string, { before, line }: Mutant): number | undefined {
  const distance = (place: number): number => Math.abs(lineOf(source, place) - line);
  return placesOf(source, before).sort((one, other) => distance(one) - distance(other))[0];
}

/** The offsets of all lines at which these lines begin. */
function placesOf(source: string, lines: string): number[] {
  const found: number[] = [];
  for (let at = source.indexOf(lines); at >= 0; at = source.indexOf(lines, at + 1)) {
    if (lineStart(source, at) === at && lineEnd(source, at + lines.length) === at + lines.length) found.push(at);
  }
  return found;
}

const lineStart = (source: string, at: number): number => (at === 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1);
const lineOf = (source: string, at: number): number => source.slice(0, at).split('\n').length;

function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at);
  return end < 0 ? source.length : end;
}

/** Reads a list, a mutant a line. */
export const readList = (file: string | URL): ListedMutant[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ListedMutant);

/** Writes a list in the order of its files and lines. */
export function writeList(file: string | URL, mutants: readonly ListedMutant[]): void {
  const place = ({ file, line, id }: Mutant): string => `${file} ${`${line}`.padStart(6)} ${id}`;
  const sorted = [...mutants].sort((one, other) => (place(one) < place(other) ? -1 : 1));
  writeFileSync(file, sorted.map((mutant) => `${JSON.stringify(mutant)}\n`).join(''));
}
