import { describe } from '#texts';
import { MALFORMED_RESPONSE } from './codes/library.js';
import type { ContextOf, ErrorNumber } from './errors.js';
import { nameOf } from './named.js';
import { clipped, contextValue } from './quoted.js';

/** The words of somebody else about a fault. Without a hint it is that of the code. */
export interface Said {
  readonly sentence: string;
  readonly hint?: string | undefined;
  /** What they call the error, for a program that has no name for the number. */
  readonly name?: string | undefined;
}

/** What a failure has besides its context. */
export interface ErrorOptions {
  readonly cause?: unknown;
  /**
   * The words of whoever found the fault, in place of ours: the service's for its client, a program's for its caller.
   * What we find ourselves is said by the texts.
   */
  readonly said?: Said;
}

/** Context may be left out where a code needs none. */
export type Given<N extends ErrorNumber> =
  Record<never, never> extends ContextOf<N>
    ? [context?: ContextOf<N>, options?: ErrorOptions]
    : [context: ContextOf<N>, options?: ErrorOptions];

/** Of a whole sentence. Values in it are shorter, so only one that nobody has shortened is cut here. */
const LONGEST_TEXT = 1_000;

/**
 * The one error type of the TypeScript side; numbers are those of `ERRORS` and of the programs. Whatever it is made of,
 * its sentence and its hint are one line each, harmless on a terminal and at most 1,000 characters long; a text in its
 * context has at most 200. `isError` tells codes apart and gives their context its type. In a bundle for a browser its
 * sentence is its name and number until `loadErrorTexts` has been called.
 *
 * @example
 * if (isError(error, NOT_PUBLISHED_YET)) await sleep(error.context.retryAfter * 1_000);
 */
export class LinesmanError extends Error {
  readonly number: ErrorNumber;
  readonly hint: string;
  readonly context: Readonly<Record<string, unknown>>;

  constructor(number: ErrorNumber, context: object = {}, { cause, said }: ErrorOptions = {}) {
    // Who has words of his own may know other things than our text is made from.
    const told = describe(number, said ? undefined : context);
    super(clipped(said?.sentence ?? told.sentence, LONGEST_TEXT), cause === undefined ? undefined : { cause });
    this.name = nameOf(number) ?? said?.name ?? 'LinesmanError';
    this.number = number;
    this.hint = clipped(said?.hint ?? told.hint, LONGEST_TEXT);
    this.context = Object.fromEntries(
      Object.entries(context).map(([name, value]) => [name, contextValue(name, value)]),
    );
  }

  /** Whether a program refuses, or would: its numbers are below those of this package. */
  get isOfProgram(): boolean {
    return this.number < MALFORMED_RESPONSE;
  }

  /** The same error, with more known about it: a place in a document, say. */
  with(more: object): LinesmanError {
    const { message: sentence, hint, name, cause } = this;
    return new LinesmanError(this.number, { ...this.context, ...more }, { cause, said: { sentence, hint, name } });
  }
}

/** An error of that code, for those who do not throw it here. Errors: none. */
export function errorOf<N extends ErrorNumber>(code: N, ...[context, options]: Given<N>): LinesmanError {
  return new LinesmanError(code, context, options);
}

/**
 * An error that somebody else has found and says in his own words: a program in its log, a service in its answer. What
 * comes with it is his, too, so nothing is known of its type.
 */
export function relayed(code: ErrorNumber, said: Said, context: object, cause?: unknown): LinesmanError {
  return new LinesmanError(code, context, { said, ...(cause !== undefined && { cause }) });
}

/**
 * Throws the error of that code.
 *
 * @example
 * fail(STAKE_OUT_OF_RANGE, { amount, minimum, maximum });
 */
export function fail<N extends ErrorNumber>(code: N, ...[context, options]: Given<N>): never {
  throw new LinesmanError(code, context, options);
}

/** Whether `error` is ours and of one of those codes; its context then has the type of that code. */
export function isError<N extends ErrorNumber>(
  error: unknown,
  ...codes: readonly N[]
): error is LinesmanError & { readonly number: N; readonly context: ContextOf<N> } {
  return error instanceof LinesmanError && (codes as readonly ErrorNumber[]).includes(error.number);
}
