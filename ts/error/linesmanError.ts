import { ERROR_TABLE, type ErrorEntry, type ErrorNumber } from './errors.js';
import { clipped, contextValue } from './quoted.js';

/** What is known about one failure, besides its number. */
export interface ErrorDetails {
  /** A sentence that names the value at fault; without it the sentence of the table. */
  readonly message?: string;
  /** Replaces the hint of the table. */
  readonly hint?: string;
  readonly cause?: unknown;
  /** Anything else is kept as context, for programs that read it. */
  readonly [name: string]: unknown;
}

/** Of a whole sentence. Values in it are shorter, so only one that nobody has shortened is cut here. */
const LONGEST_TEXT = 1_000;

/**
 * The one error type of the TypeScript side; numbers are those of `ERRORS` and of the programs. Whatever it is made of,
 * its sentence and its hint are one line each, harmless on a terminal and at most 1,000 characters long; a text in its
 * context has at most 200.
 */
export class LinesmanError extends Error {
  readonly number: ErrorNumber;
  readonly hint: string;
  readonly context: Readonly<Record<string, unknown>>;

  constructor(number: ErrorNumber, details: ErrorDetails = {}) {
    const known: ErrorEntry = ERROR_TABLE[number];
    const { message, hint, cause, ...context } = details;
    super(clipped(message ?? known.sentence, LONGEST_TEXT), cause === undefined ? undefined : { cause });
    this.name = known.name;
    this.number = number;
    this.hint = clipped(hint ?? known.hint, LONGEST_TEXT);
    this.context = Object.fromEntries(Object.entries(context).map(([name, value]) => [name, contextValue(value)]));
  }
}

/** Throws the error of that number. */
export function fail(number: ErrorNumber, details: ErrorDetails = {}): never {
  throw new LinesmanError(number, details);
}
