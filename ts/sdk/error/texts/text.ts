import { clipped, hexed, listed, quoted } from '../quoted.js';
import { fileName, reasonOf } from './files.js';

/** Replaces parts of a code's general text for one failure. */
export interface ErrorText {
  readonly sentence?: string;
  readonly hint?: string;
}

/** Makes the sentence for one failure, and its hint where the general one does not fit. */
type Said<Context> = (context: Context) => string | ErrorText;

/** The text of a code. */
export interface CodeText<Context extends object = NoContext> {
  /** One sentence that holds for every failure with this code. */
  readonly sentence: string;
  /** What to do about it. */
  readonly hint: string;
  readonly forContext?: Said<Context>;
}

/** For a code whose general sentence says everything. */
export type NoContext = { readonly [name: string]: never };

/** Formats Unix ms for a text. It may come from anywhere, so times outside of the calendar are formatted too. */
export const timeText = (ms: number): string => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? `${ms} ms` : date.toISOString();
};

/** The subject of a sentence about a path in a record. */
export const inRecord = (path: string): string => (path === '$' ? 'The record' : clipped(path));

/** How a hole of a template shows its value: `{leaf}` a number, `{path:clipped}` a string of unknown length. */
const SHOWN = {
  number: String,
  bigint: String,
  text: String,
  clipped: (value) => clipped(value),
  quoted: (value) => quoted(value),
  shown: (value) => quoted(value),
  given: (value) => quoted(value),
  hexed: (value) => hexed(value),
  listed,
  time: timeText,
  inRecord,
  reason: reasonOf,
  file: fileName,
} as const satisfies { readonly [How in keyof Values]: (value: Values[How]) => string };

/** The values that a hole takes, by how it shows them. */
interface Values {
  readonly number: number;
  readonly bigint: bigint;
  /** Short, and of our own. */
  readonly text: string;
  readonly clipped: string;
  readonly quoted: string;
  /** Any value, as `quoted` shows it. */
  readonly shown: unknown;
  /** A number that a caller gave, which may be none. */
  readonly given: number;
  readonly hexed: Uint8Array;
  readonly listed: readonly number[];
  /** Unix ms. */
  readonly time: number;
  /** Path in a record; `$` is the record. */
  readonly inRecord: string;
  /** A code of the system, such as `ENOENT`. */
  readonly reason: string;
  /** Name of a file argument; `-` is standard input. */
  readonly file: string;
}

/** The context that a template is filled with. */
type ContextIn<Template extends string> = Template extends `${string}{${infer Hole}}${infer Rest}`
  ? ValueIn<Hole> & ContextIn<Rest>
  : unknown;
type ValueIn<Hole extends string> = Hole extends `${infer Name}:${infer How extends keyof Values}`
  ? { readonly [Own in Name]: Values[How] }
  : { readonly [Own in Hole]: number };

function filled(template: string, context: object): string {
  const values = context as Readonly<Record<string, never>>;
  return template.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, how = 'number') =>
    SHOWN[how as keyof Values](values[name] as never),
  );
}

/** A sentence, or a sentence and a hint, each with holes for the values of the context; or what makes them. */
type Wording = string | readonly [sentence: string, hint: string] | Said<never>;
type ContextFor<Words extends Wording> = Words extends string
  ? ContextIn<Words>
  : Words extends readonly [infer Sentence extends string, infer Hint extends string]
    ? ContextIn<Sentence> & ContextIn<Hint>
    : Words extends Said<infer Context>
      ? Context
      : never;
type Flat<Context> = { readonly [Name in keyof Context]: Context[Name] };

function worded(words: Wording, context: object): string | ErrorText {
  if (typeof words === 'function') return words(context as never);
  if (typeof words === 'string') return filled(words, context);
  const [sentence, hint] = words;
  return { sentence: filled(sentence, context), hint: filled(hint, context) };
}

type Rows = { readonly [name: string]: Wording };
/** One type of context for each row, told apart by the field `Key`. */
type ContextOfRows<Key extends string, All extends Rows> = {
  [Name in keyof All]: Flat<{ readonly [Own in Key]: Name } & ContextFor<All[Name]>>;
}[keyof All];

/** A sentence where no row has a hint. */
type SaidByRows<All extends Rows> = All[keyof All] extends string | ((context: never) => string)
  ? string
  : string | ErrorText;

const rowsBy =
  <const Key extends string>(key: Key) =>
  <const All extends Rows>(rows: All) =>
  (context: ContextOfRows<Key, All>): SaidByRows<All> =>
    worded(rows[context[key] as keyof All] as Wording, context) as SaidByRows<All>;

/** The wording of each problem that has the same code. */
export const problems = rowsBy('problem');
/** The same, told apart by `reason`. */
export const reasons = rowsBy('reason');

/** Like `problems`, for contexts with more than what is worded. */
export const problemsWith =
  <More>() =>
  <const All extends Rows>(rows: All): ((context: More & ContextOfRows<'problem', All>) => SaidByRows<All>) =>
    problems(rows);

/** One wording, for a context with more than what is worded. */
export const wordsWith =
  <More>() =>
  <const Words extends string | readonly [string, string]>(words: Words): Said<Flat<More & ContextFor<Words>>> =>
  (context) =>
    worded(words, context as object);

/**
 * Defines the text of a code. `words` declares the context that call sites must pass: as holes of a template, or as the
 * parameter of a function, which passes values of unknown length through `quoted` or `clipped`. A context that only
 * programs read is declared as `text<{…}>`.
 */
export function text<const Words extends string | readonly [string, string]>(
  sentence: string,
  hint: string,
  words: Words,
): CodeText<Flat<ContextFor<Words>>>;
export function text<Context extends object = NoContext>(
  sentence: string,
  hint: string,
  words?: Said<Context>,
): CodeText<Context>;
export function text(sentence: string, hint: string, words?: Wording): CodeText<never> {
  return { sentence, hint, ...(words && { forContext: (context: object) => worded(words, context) }) };
}

export const UNUSED = 'Reserved, because other deployments use the number; no instruction of this program returns it.';
export const RETIRED = 'Reserved, because numbers are never reused; nothing raises it any more.';
export const REREAD = 'Request the proof again. If it still fails, the oracle did not build it.';
export const OLDER_TREE = 'This is a proof of the older tree: add --format all-stats.';
export const STRICT = "Use the service's answer unchanged: a proof has only one valid encoding.";

/** `a`, `a and b`, `a, b and c`. */
export const joined = (words: readonly string[], by = 'and'): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${by} ${words.at(-1)}`;

/**
 * How to install packages, for a hint. Ours are not on npm yet, so their names alone would not be found there;
 * `npm run pack` writes their files, and the lines that install them.
 */
export const howToInstall = (packages: readonly string[]): string =>
  packages.every((name) => name.startsWith('@linesman/'))
    ? `Install ${packages.join(' and ')}: copy the line from install.txt, which npm run pack writes in a clone`
    : `Run npm install ${packages.join(' ')}`;
