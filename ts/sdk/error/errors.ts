import { nameOf } from './named.js';
import type { CodeText } from './texts/text.js';
import { TEXTS } from './texts/texts.js';

/**
 * An error number. Numbers are never reused or reordered. A new one goes at the end of its range; each range has one
 * file in `codes/` and one in `texts/`.
 */
export type ErrorNumber = keyof typeof TEXTS;

/** Context of an error with that number: the values its text is made from. */
export type ContextOf<N extends ErrorNumber> = N extends ErrorNumber
  ? (typeof TEXTS)[N] extends CodeText<infer Context>
    ? Context
    : never
  : never;

/** An error as reference tables list it. */
export interface ErrorEntry {
  readonly name: string;
  /** One sentence that holds for every failure with this number. */
  readonly sentence: string;
  /** What to do about it. */
  readonly hint: string;
}

/** All errors by number. Importing it puts every text into a browser bundle. */
export const ERRORS: ReadonlyMap<number, ErrorEntry> = new Map(
  Object.entries(TEXTS).map(([number, { sentence, hint }]) => [
    Number(number),
    { name: nameOf(Number(number)) ?? '', sentence, hint },
  ]),
);
