import { ERROR_TABLE, type ErrorEntry, type ErrorNumber } from './errors.js';

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

/** The one error type of the TypeScript side; numbers are those of `ERRORS` and of the programs. */
export class LinesmanError extends Error {
  readonly number: ErrorNumber;
  readonly hint: string;
  readonly context: Readonly<Record<string, unknown>>;

  constructor(number: ErrorNumber, details: ErrorDetails = {}) {
    const known: ErrorEntry = ERROR_TABLE[number];
    const { message, hint, cause, ...context } = details;
    super(message ?? known.sentence, cause === undefined ? undefined : { cause });
    this.name = known.name;
    this.number = number;
    this.hint = hint ?? known.hint;
    this.context = context;
  }
}

/** Throws the error of that number. */
export function fail(number: ErrorNumber, details: ErrorDetails = {}): never {
  throw new LinesmanError(number, details);
}
