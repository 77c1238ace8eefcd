import { nameOf } from './named.js';
import { TEXTS } from './texts/index.js';
import type { ErrorText } from './texts/text.js';

/**
 * A number of an error. Numbers are never reused and never reordered; new ones are added at the end of their range, one
 * file of `codes/` and `texts/` each.
 */
export type ErrorNumber = keyof typeof TEXTS;

/** What is known about a failure with that number: what its text is made from. */
export type ContextOf<N extends ErrorNumber> = N extends ErrorNumber
  ? (typeof TEXTS)[N] extends ErrorText<infer Context>
    ? Context
    : never
  : never;

/** An error as tables list it. */
export interface ErrorEntry {
  readonly name: string;
  /** One sentence, for when nothing is known about the value at fault. */
  readonly sentence: string;
  /** What to do about it. */
  readonly hint: string;
}

/** All errors by number. Who imports it in a browser has all their texts in the bundle. */
export const ERRORS: ReadonlyMap<number, ErrorEntry> = new Map(
  Object.entries(TEXTS).map(([number, { sentence, hint }]) => [
    Number(number),
    { name: nameOf(Number(number)) ?? '', sentence, hint },
  ]),
);
