import { type ErrorNumber, fail, quoted } from '../error/index.js';

/** What an option may be. */
export interface OptionKind {
  /** Completes "… is 5, not …". */
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /** In place of 7167 and 7168, for a kind that has a number of its own. */
  readonly number?: ErrorNumber;
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
 * Errors: 7168 the options are no object; 7166 a name that is not known; 7167 an option is missing; 7168 a value that
 * it cannot have; in place of the last two the number of the option's kind.
 */
export function checkOptions<T>(of: string, options: unknown, rules: OptionRules<T>): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options) || ArrayBuffer.isView(options))
    fail(7168, { message: `The options of ${of} are ${quoted(options)}, not an object.`, function: of });
  const known = Object.keys(rules);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined)
    fail(7166, {
      message: `${of} has no option ${quoted(unknown)}.`,
      hint: `Pass only options that it knows: ${known.join(', ')}.`,
      function: of,
      option: unknown,
      known,
    });
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
  const isMissing = value === undefined;
  fail(kind.number ?? (isMissing ? 7167 : 7168), {
    message: isMissing
      ? `${of} was not given its ${name}.`
      : `The ${name} of ${of} is ${quoted(value)}, not ${kind.expected}.`,
    hint: `Pass ${kind.expected} as ${name}.`,
    function: of,
    option: name,
  });
}

const isLeftOut = ({ presence }: OptionRule, name: string, options: object): boolean =>
  presence === 'optional' || (presence === 'deliberate' && !Object.hasOwn(options, name));
