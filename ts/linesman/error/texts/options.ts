import * as code from '../codes/options.js';
import { clipped, quoted } from '../quoted.js';
import { type Told, text } from './text.js';

/** An option, or an argument that stands alone, as a function was given it. */
export interface OptionFault {
  readonly function: string;
  readonly option: string;
  readonly value: unknown;
  /** Completes "… is 5, not …". */
  readonly expected: string;
}

export const optionTold = ({ function: of, option, value, expected }: OptionFault): Told => ({
  sentence:
    value === undefined
      ? `${of} was not given its ${option}.`
      : `The ${option} of ${of} is ${quoted(value)}, not ${expected}.`,
  hint: `Pass ${expected} as ${option}.`,
});

/** Texts of ../codes/options.ts. */
export const OPTIONS_TEXTS = {
  [code.SPORT_NOT_TRUSTED]: text(
    'No sport is named that decides which stat a zero belongs to.',
    "Pass 'soccer', 'basketball' or 'us-football'; a proof's own word for its sport is not taken.",
    (context: { readonly sport: unknown } | OptionFault) =>
      'sport' in context ? `${quoted(context.sport)} is not a known sport.` : optionTold(context),
  ),
  [code.UNKNOWN_OPTION]: text(
    'An option is not known.',
    'Check its spelling: what it asks for would go unchecked.',
    ({
      function: of,
      option,
      known,
    }: {
      readonly function: string;
      readonly option: string;
      readonly known: readonly string[];
    }) => ({
      sentence: `${of} has no option ${quoted(option)}.`,
      hint: `Pass only options that it knows: ${known.join(', ')}.`,
    }),
  ),
  [code.MISSING_OPTION]: text('An option is missing.', 'Pass it: without it something would go unchecked.', optionTold),
  [code.WRONG_OPTION]: text(
    'An option has a value that it cannot have.',
    'Pass a value of the type that is documented.',
    optionTold,
  ),
  [code.REPEATED_KEY]: text(
    'An object of the document has a key twice.',
    'Readers differ in which of the two they take: ask for the document again, or tell whoever wrote it.',
    ({ object, key }: { readonly object: string; readonly key: string; readonly path: string }) =>
      `${clipped(object)} has the key ${quoted(key)} twice.`,
  ),
  [code.LEVEL_NOT_LOGGED]: text(
    'The transaction does not say what its service level was when it was bought.',
    'Its log was cut off, or the oracle program was of a version before rows were logged; ask the operator.',
    ({ txSig, level }: { readonly txSig: string; readonly level: number }) =>
      `The transaction ${clipped(txSig)} does not say what service level ${level} was.`,
  ),
} as const;
