/** What the text of one failure adds to the general one. */
export interface Told {
  readonly sentence?: string;
  readonly hint?: string;
}

/** What a code says. */
export interface ErrorText<Context extends object = NoContext> {
  /** One sentence, for when nothing is known about the value at fault. */
  readonly sentence: string;
  /** What to do about it. */
  readonly hint: string;
  /** The sentence of one failure, or sentence and hint where the general hint does not fit it. */
  readonly of?: (context: Context) => string | Told;
}

/** Of a code whose general sentence says all. */
export type NoContext = { readonly [name: string]: never };

/**
 * The text of a code. The parameter of `of` is the type of the code's context: what call sites have to pass. Values of
 * unknown length go through `quoted` or `clipped` there. A code whose context is for programs alone names it as
 * `text<{…}>`.
 */
export const text = <Context extends object = NoContext>(
  sentence: string,
  hint: string,
  of?: (context: Context) => string | Told,
): ErrorText<Context> => ({ sentence, hint, ...(of && { of }) });

export const UNUSED =
  'The number is kept so that error numbers agree between deployments; no instruction of ours returns it.';
export const RETIRED = 'The number is kept, for numbers are not used again; nothing raises it any more.';
export const REREAD = 'Ask the service for the proof again; if it still fails, the proof is not one the oracle built.';
export const OLDER_TREE = 'This is a proof of the older tree: add --format all-stats.';
export const STRICT = 'Proofs have one valid encoding; take the answer of the service unchanged.';

/** A time in ms as texts show it. */
export const timeText = (ms: number): string => new Date(ms).toISOString();
