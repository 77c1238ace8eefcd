import { MALFORMED_RESPONSE } from './codes/library.js';
import { describe } from './describe/describe.js';
import type { ContextOf, ErrorNumber } from './errors.js';
import { nameOf } from './named.js';
import { clipped, contextValue } from './quoted.js';

/** A fault, worded by the party that reported it. */
export interface GivenText {
  readonly sentence: string;
  /** Default: the hint of the code. */
  readonly hint?: string | undefined;
  /** Their name for the error, in case ours for this number is not in the bundle. */
  readonly name?: string | undefined;
}

/** Options of an error besides its context. */
export interface ErrorOptions {
  readonly cause?: unknown;
  /** Replaces our own text with that of the service or program that reported the fault. */
  readonly text?: GivenText;
}

/** The context is optional where the code needs none. */
export type Given<N extends ErrorNumber> =
  Record<never, never> extends ContextOf<N>
    ? [context?: ContextOf<N>, options?: ErrorOptions]
    : [context: ContextOf<N>, options?: ErrorOptions];

/** Maximum length of a sentence. Ours stay below it; text reported by others may not. */
const LONGEST_TEXT = 1_000;

/** What marks an error of every copy of this package: an app may have two, one for `import` and one for `require`. */
const MARK = Symbol.for('linesman.error');

/**
 * The error that every function here throws. Its number is one of `ERRORS`, shared with the programs. Sentence and hint
 * are one line each, safe on a terminal, at most 1,000 characters; strings in the context have at most 200. Use
 * `isError` to test for a number and get the type of its context. In a browser bundle the message is name and number
 * until `loadErrorTexts` has resolved.
 *
 * @example
 * ```ts
 * import { isError, NOT_PUBLISHED_YET } from '@linesman/sdk/error';
 *
 * declare const error: unknown;
 * if (isError(error, NOT_PUBLISHED_YET)) console.log(`Retry in ${error.context.retryAfter} s: ${error.message}`);
 * ```
 */
export class LinesmanError extends Error {
  readonly number: ErrorNumber;
  readonly hint: string;
  readonly context: Readonly<Record<string, unknown>>;

  constructor(number: ErrorNumber, context: object = {}, { cause, text }: ErrorOptions = {}) {
    // A relayed error may have a context that does not fit our text.
    const errorText = describe(number, text ? undefined : context);
    super(clipped(text?.sentence ?? errorText.sentence, LONGEST_TEXT), cause === undefined ? undefined : { cause });
    Object.defineProperty(this, MARK, { value: true });
    this.name = nameOf(number) ?? text?.name ?? 'LinesmanError';
    this.number = number;
    this.hint = clipped(text?.hint ?? errorText.hint, LONGEST_TEXT);
    // Texts are made from these. The error does not keep them: a document is large, and may hold secrets.
    const { document: _document, shape: _shape, ...kept } = context as Readonly<Record<string, unknown>>;
    this.context = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, contextValue(name, value)]));
  }

  /** Whether a value is an error of this package, or of another copy of it. */
  static override [Symbol.hasInstance](value: unknown): value is LinesmanError {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  /** Whether the number belongs to a program (below 7000) rather than to this package. */
  get isOfProgram(): boolean {
    return this.number < MALFORMED_RESPONSE;
  }

  /** Copies the error with more context, for example the path in a document. */
  with(more: object): LinesmanError {
    const { message: sentence, hint, name, cause } = this;
    return new LinesmanError(this.number, { ...this.context, ...more }, { cause, text: { sentence, hint, name } });
  }
}

/**
 * Makes an error without throwing it.
 *
 * @example
 * ```ts
 * import { errorOf, NO_SUCH_LEAF } from '@linesman/sdk/error';
 *
 * await Promise.reject(errorOf(NO_SUCH_LEAF, { index: 3, leaves: 2 })).catch(console.error);
 * ```
 */
export function errorOf<N extends ErrorNumber>(code: N, ...[context, options]: Given<N>): LinesmanError {
  return new LinesmanError(code, context, options);
}

/**
 * Makes an error in the words of the party that reported it: a program in its logs, a service in its response. The
 * context is theirs too, so it is not typed.
 *
 * @example
 * ```ts
 * import { relayed, STAKING_CLOSED } from '@linesman/sdk/error';
 *
 * relayed(STAKING_CLOSED, { sentence: 'Staking is closed.' }, { logs: [] });
 * ```
 */
export function relayed(code: ErrorNumber, text: GivenText, context: object, cause?: unknown): LinesmanError {
  return new LinesmanError(code, context, { text, ...(cause !== undefined && { cause }) });
}

/**
 * Throws an error. The code decides which context it takes.
 *
 * @example
 * ```ts
 * import { fail, NO_SUCH_LEAF } from '@linesman/sdk/error';
 *
 * const leafAt = (leaves: readonly Uint8Array[], index: number): Uint8Array =>
 *   leaves[index] ?? fail(NO_SUCH_LEAF, { index, leaves: leaves.length });
 * ```
 */
export function fail<N extends ErrorNumber>(code: N, ...[context, options]: Given<N>): never {
  throw new LinesmanError(code, context, options);
}

/**
 * Whether `error` is a `LinesmanError` with one of these codes; narrows the type of its context.
 *
 * @example
 * ```ts
 * import { isError, NOT_PUBLISHED_YET } from '@linesman/sdk/error';
 *
 * const canRetry = (error: unknown): boolean => isError(error, NOT_PUBLISHED_YET);
 * ```
 */
export function isError<N extends ErrorNumber>(
  error: unknown,
  ...codes: readonly N[]
): error is LinesmanError & { readonly number: N; readonly context: ContextOf<N> } {
  return error instanceof LinesmanError && (codes as readonly ErrorNumber[]).includes(error.number);
}
