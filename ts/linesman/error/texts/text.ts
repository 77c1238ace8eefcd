/** Replaces parts of a code's general text for one failure. */
export interface Told {
  readonly sentence?: string;
  readonly hint?: string;
}

/** The text of a code. */
export interface ErrorText<Context extends object = NoContext> {
  /** One sentence that holds for every failure with this code. */
  readonly sentence: string;
  /** What to do about it. */
  readonly hint: string;
  /** Makes the sentence for one failure, and its hint where the general one does not fit. */
  readonly of?: (context: Context) => string | Told;
}

/** For a code whose general sentence says everything. */
export type NoContext = { readonly [name: string]: never };

/**
 * Defines the text of a code. The parameter of `of` declares the context that call sites must pass. Pass values of
 * unknown length through `quoted` or `clipped`. A context that only programs read is declared as `text<{…}>`.
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

/** Formats Unix ms for a text. */
export const timeText = (ms: number): string => new Date(ms).toISOString();
