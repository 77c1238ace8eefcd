import type { Configured } from './settings.js';

/** Reads the text of a value. `option` names it in errors: an option with its dashes, or an argument: `<amount>`. */
export interface Parser<T> {
  (text: string, option: string): T;
  /** All values, if they are words. */
  readonly choices?: readonly string[];
}

/** A value from commander: its text or texts, `true` for an option without a value, or nothing. */
export type Given = string | readonly string[] | boolean | undefined;

/** One option or argument of a command, which is called by its key in the table: `apiToken` is `--api-token`. */
export interface OptionRow<T> {
  /** The value in the help, such as `<file>`, or `[file]` if it may be left out; `null` for an option without one. */
  readonly value: string | null;
  readonly about: string;
  readonly isArgument?: true;
  /** Whether the command is refused without it. */
  readonly isRequired?: true;
  readonly isRepeatable?: true;
  /** The default text. */
  readonly preset?: string;
  readonly choices?: readonly string[] | undefined;
  /** Other sources of the value: a variable, and the configuration file. */
  readonly elsewhere?: { readonly variable: string; readonly mayStandInFile: boolean };
  read(given: Given, option: string): T;
}

/** The options and arguments of a command, in the order of its help. */
export type OptionRows = Readonly<Record<string, OptionRow<unknown>>>;

type ValueOf<R> = R extends OptionRow<infer T> ? T : never;

/** The values of a command's rows. */
export type FlagsOf<R extends OptionRows> = {
  readonly [K in keyof R as undefined extends ValueOf<R[K]> ? never : K]: ValueOf<R[K]>;
} & {
  readonly [K in keyof R as undefined extends ValueOf<R[K]> ? K : never]?: Exclude<ValueOf<R[K]>, undefined>;
} & Configured;

/** Any text. */
export const text: Parser<string> = (given) => given;

/** An option without a value. */
export const flag = (about: string): OptionRow<true | undefined> => ({
  value: null,
  about,
  read: (given) => (given === true ? true : undefined),
});

/** A value that is read by `parse`, if there is one. */
const parsed = <T>(value: string, about: string, parse: Parser<T>): OptionRow<T> => ({
  ...{ value, about, choices: parse.choices },
  // Without a text, the option is missing, or is given without its optional value. In the second case commander has
  // `true`.
  read: (given, name) => (typeof given === 'string' ? parse(given, name) : (given as T)),
});

/** The same for several values, each by its own option or argument. */
const parsedList = <T>(value: string, about: string, parse: Parser<T>): OptionRow<readonly T[]> => ({
  ...{ value, about, choices: parse.choices, isRepeatable: true },
  read: (given, name) => (given as readonly string[] | undefined)?.map((one) => parse(one, name)) as readonly T[],
});

/** An option with a value. With a default, the value is always present. */
export function option(value: `<${string}>`, about: string): OptionRow<string | undefined>;
export function option<T>(value: `[${string}]`, about: string, parse: Parser<T>): OptionRow<T | true | undefined>;
export function option<T>(value: `<${string}>`, about: string, parse: Parser<T>): OptionRow<T | undefined>;
export function option<T>(value: `<${string}>`, about: string, parse: Parser<T>, preset: string): OptionRow<T>;
export function option(
  value: string,
  about: string,
  parse: Parser<unknown> = text,
  preset?: string,
): OptionRow<unknown> {
  return { ...parsed(value, about, parse), ...(preset !== undefined && { preset }) };
}

/** An option without which the command is refused. */
export function required(value: `<${string}>`, about: string): OptionRow<string>;
export function required<T>(value: `<${string}>`, about: string, parse: Parser<T>): OptionRow<T>;
export function required(value: string, about: string, parse: Parser<unknown> = text): OptionRow<unknown> {
  return { ...parsed(value, about, parse), isRequired: true };
}

/** An option that a variable of the environment can also set. */
export const orVariable = <T>(variable: string, row: OptionRow<T>, mayStandInFile = false): OptionRow<T> => ({
  ...row,
  about: `${row.about}; else ${variable}`,
  elsewhere: { variable, mayStandInFile },
});

/** An option that can be repeated. */
export const repeatable = <T>(
  value: `<${string}>`,
  about: string,
  parse: Parser<T>,
): OptionRow<readonly T[] | undefined> => parsedList(value, about, parse);

/** An option that has to be given, and can be repeated. */
export const oneOrMore = <T>(value: `<${string}>`, about: string, parse: Parser<T>): OptionRow<readonly T[]> => ({
  ...parsedList(value, about, parse),
  isRequired: true,
});

/** A word after the command. In the help, `<file>` is required, `[file]` is optional, and `…` means several. */
export function argument(value: `<${string}...>` | `[${string}...]`, about: string): OptionRow<readonly string[]>;
export function argument(value: `<${string}>`, about: string): OptionRow<string>;
export function argument<T>(value: `<${string}>`, about: string, parse: Parser<T>): OptionRow<T>;
export function argument(value: `[${string}]`, about: string): OptionRow<string | undefined>;
export function argument<T>(value: `[${string}]`, about: string, parse: Parser<T>): OptionRow<T | undefined>;
export function argument<T>(value: `[${string}]`, about: string, parse: Parser<T>, preset: string): OptionRow<T>;
export function argument(
  value: string,
  about: string,
  parse: Parser<unknown> = text,
  preset?: string,
): OptionRow<unknown> {
  const row = value.includes('...') ? parsedList(value, about, parse) : parsed(value, about, parse);
  return { ...row, isArgument: true, ...(preset !== undefined && { preset }) };
}

/** How an option is typed, by its key in the table. */
export const flagOf = (key: string): string => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
