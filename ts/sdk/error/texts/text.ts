/** Replaces parts of a code's general text for one failure. */
export interface ErrorText {
  readonly sentence?: string;
  readonly hint?: string;
}

/** The text of a code. */
export interface CodeText<Context extends object = NoContext> {
  /** One sentence that holds for every failure with this code. */
  readonly sentence: string;
  /** What to do about it. */
  readonly hint: string;
  /** Makes the sentence for one failure, and its hint where the general one does not fit. */
  readonly forContext?: (context: Context) => string | ErrorText;
}

/** For a code whose general sentence says everything. */
export type NoContext = { readonly [name: string]: never };

/**
 * Defines the text of a code. The parameter of `forContext` declares the context that call sites must pass. Pass values
 * of unknown length through `quoted` or `clipped`. A context that only programs read is declared as `text<{…}>`.
 */
export const text = <Context extends object = NoContext>(
  sentence: string,
  hint: string,
  forContext?: (context: Context) => string | ErrorText,
): CodeText<Context> => ({ sentence, hint, ...(forContext && { forContext }) });

export const UNUSED = 'Reserved, because other deployments use the number; no instruction of this program returns it.';
export const RETIRED = 'Reserved, because numbers are never reused; nothing raises it any more.';
export const REREAD = 'Request the proof again; if it still fails, the oracle did not build it.';
export const OLDER_TREE = 'This is a proof of the older tree: add --format all-stats.';
export const STRICT = 'Proofs have one valid encoding; use the answer of the service unchanged.';

/** Formats Unix ms for a text. It may come from anywhere, so times outside of the calendar are formatted too. */
export const timeText = (ms: number): string => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? `${ms} ms` : date.toISOString();
};

/** `a`, `a and b`, `a, b and c`. */
export const joined = (words: readonly string[], by = 'and'): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${by} ${words.at(-1)}`;

/**
 * How to install packages, for a hint. Ours are not on npm yet, so their names alone would not be found there;
 * `npm run pack` writes their files, and the lines that install them.
 */
export const howToInstall = (packages: readonly string[]): string =>
  packages.every((name) => name.startsWith('@linesman/'))
    ? `Install ${packages.join(' and ')}: install.txt, which npm run pack writes in a clone of linesman, has the line`
    : `Run npm install ${packages.join(' ')}`;
