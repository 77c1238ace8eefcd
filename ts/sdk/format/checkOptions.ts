import { MISSING_OPTION, UNKNOWN_OPTION, WRONG_OPTION } from '../error/codes/options.js';
import type { ContextOf, ErrorNumber } from '../error/errors.js';
import { isObject } from '../error/isObject.js';
import { fail } from '../error/linesmanError.js';
import type { Shape } from '../error/shapeFault.js';

/** Error codes whose context fits a wrong option. */
type OptionCode = {
  [N in ErrorNumber]: ContextOf<typeof WRONG_OPTION> extends ContextOf<N> ? N : never;
}[ErrorNumber];

/** The values that an option accepts. */
export interface OptionKind {
  /** Completes "… is 5, not …". */
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /** The shape of a value with parts. Its first wrong part is named; without it, the whole value is shown. */
  readonly shape?: Shape;
  /** Replaces MISSING_OPTION and WRONG_OPTION. */
  readonly code?: OptionCode;
}

/** The values that an option accepts, and whether it may be left out. */
export interface OptionRule extends OptionKind {
  readonly presence: 'required' | 'deliberate' | 'optional';
}

/** The option must be given. */
export const required = (kind: OptionKind): OptionRule => ({ ...kind, presence: 'required' });

/**
 * Leaving the option out skips a check. An explicit `undefined` is refused, because it is more likely a lost value than
 * a decision to skip the check.
 */
export const deliberate = (kind: OptionKind): OptionRule => ({ ...kind, presence: 'deliberate' });

/** The option may be left out or undefined; no check depends on it. */
export const optional = (kind: OptionKind): OptionRule => ({ ...kind, presence: 'optional' });

/** One rule for each option. A new option does not compile without a rule. */
export type OptionRules<T> = { readonly [K in keyof Required<T>]: OptionRule };

/**
 * Checks options at run time. In plain JavaScript or after a cast, a misspelt option would otherwise count as left out,
 * and its check would be skipped.
 *
 * Errors: WRONG_OPTION when the options are no object or one has a wrong value; UNKNOWN_OPTION; MISSING_OPTION. An
 * option's kind may replace the codes for a missing and a wrong value.
 *
 * @param caller Name of the function in errors.
 */
export function checkOptions<T>(caller: string, options: unknown, rules: OptionRules<T>): void {
  if (!isObject(options) || ArrayBuffer.isView(options))
    fail(WRONG_OPTION, { function: caller, option: 'options', value: options, expected: 'an object' });
  const known = Object.keys(rules);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) fail(UNKNOWN_OPTION, { function: caller, option: unknown, known });
  for (const name of known) {
    const rule = rules[name as keyof T];
    const value = options[name];
    if (value === undefined && isLeftOut(rule, name, options)) continue;
    checkValue(caller, name, value, rule);
  }
}

/** Like `checkOptions`, for a single argument. */
export function checkValue(caller: string, name: string, value: unknown, kind: OptionKind): void {
  if (kind.fits(value)) return;
  const code = kind.code ?? (value === undefined ? MISSING_OPTION : WRONG_OPTION);
  const { expected, shape } = kind;
  fail(code, { function: caller, option: name, value, expected, shape });
}

const isLeftOut = ({ presence }: OptionRule, name: string, options: object): boolean =>
  presence === 'optional' || (presence === 'deliberate' && !Object.hasOwn(options, name));
