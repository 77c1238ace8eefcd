import {
  type ContextOf,
  type ErrorNumber,
  fail,
  MISSING_OPTION,
  UNKNOWN_OPTION,
  WRONG_OPTION,
} from '../error/index.js';

/** The codes that can say that an option is wrong. */
type OptionCode = {
  [N in ErrorNumber]: ContextOf<typeof WRONG_OPTION> extends ContextOf<N> ? N : never;
}[ErrorNumber];

/** What an option may be. */
export interface OptionKind {
  /** Completes "… is 5, not …". */
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /** In place of MISSING_OPTION and WRONG_OPTION, for a kind that has a code of its own. */
  readonly code?: OptionCode;
}

/** An option of a function: what it may be, and whether it can be left out. */
export interface OptionRule extends OptionKind {
  readonly presence: 'required' | 'deliberate' | 'optional';
}

/** It has to be there. */
export const required = (kind: OptionKind): OptionRule => ({ ...kind, presence: 'required' });

/**
 * It may be left out, and then something is not checked. `undefined` under its name is refused: the caller meant to
 * give it, and its value got lost on the way.
 */
export const deliberate = (kind: OptionKind): OptionRule => ({ ...kind, presence: 'deliberate' });

/** It may be left out or undefined: nothing is checked less for that. */
export const optional = (kind: OptionKind): OptionRule => ({ ...kind, presence: 'optional' });

/** A rule for each option of a function; a new option does not compile without one. */
export type OptionRules<T> = { readonly [K in keyof Required<T>]: OptionRule };

/**
 * Checks options as they come at run time: from plain JavaScript, or past a cast, a misspelt option would count as left
 * out, and what it asks for would go unchecked. `of` is the function, as errors name it.
 *
 * Errors: WRONG_OPTION the options are no object, or one has a value that it cannot have; UNKNOWN_OPTION; MISSING_OPTION;
 * in place of the last and of a wrong value the code of the option's kind.
 */
export function checkOptions<T>(of: string, options: unknown, rules: OptionRules<T>): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options) || ArrayBuffer.isView(options))
    fail(WRONG_OPTION, { function: of, option: 'options', value: options, expected: 'an object' });
  const known = Object.keys(rules);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) fail(UNKNOWN_OPTION, { function: of, option: unknown, known });
  for (const name of known) {
    const rule = rules[name as keyof T];
    const value = (options as Record<string, unknown>)[name];
    if (value === undefined && isLeftOut(rule, name, options)) continue;
    checkValue(of, name, value, rule);
  }
}

/** As `checkOptions`, for an argument that stands alone. */
export function checkValue(of: string, name: string, value: unknown, kind: OptionKind): void {
  if (kind.fits(value)) return;
  const code = kind.code ?? (value === undefined ? MISSING_OPTION : WRONG_OPTION);
  fail(code, { function: of, option: name, value, expected: kind.expected });
}

const isLeftOut = ({ presence }: OptionRule, name: string, options: object): boolean =>
  presence === 'optional' || (presence === 'deliberate' && !Object.hasOwn(options, name));
