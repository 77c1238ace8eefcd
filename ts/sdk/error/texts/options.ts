import * as code from '../codes/options.js';
import { quoted } from '../quoted.js';
import { faultIn, type Shape } from '../shapeFault.js';
import { type ErrorText, text, wordsWith } from './text.js';

/** An option or argument passed to a function. */
export interface OptionFault {
  readonly function: string;
  readonly option: string;
  readonly value: unknown;
  /** Completes "… is 5, not …". */
  readonly expected: string;
  /** For the text to name the wrong part. The error does not keep it. */
  readonly shape?: Shape | undefined;
}

export function optionText(context: OptionFault): ErrorText {
  const { function: of, shape } = context;
  const part = shape && faultIn(shape, context.value);
  const { path, value, expected } = part && part.path !== '' ? part : { ...context, path: '' };
  const option = `${context.option}${path}`;
  return {
    sentence:
      value === undefined ? `${of} needs ${option}.` : `The ${option} of ${of} is ${quoted(value)}, not ${expected}.`,
    hint: `Pass ${expected} as ${option}.`,
  };
}

/** Texts of ../codes/options.ts. */
export const OPTIONS_TEXTS = {
  [code.SPORT_NOT_TRUSTED]: text(
    'Zero proofs cannot be read without a sport.',
    "Pass 'soccer', 'basketball' or 'us-football': a proof does not contain the sport.",
    (context: { readonly sport: unknown } | OptionFault) =>
      'sport' in context ? `${quoted(context.sport)} is not a known sport.` : optionText(context),
  ),
  [code.UNKNOWN_OPTION]: text(
    'An option is not known.',
    'Check the spelling: a misspelt option would disable the check that it requests.',
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
      hint: `Known options: ${known.join(', ')}.`,
    }),
  ),
  [code.MISSING_OPTION]: text('An option is missing.', 'Pass it: without it, a check would be skipped.', optionText),
  [code.WRONG_OPTION]: text('An option has an invalid value.', 'Pass a value of the documented type.', optionText),
  [code.REPEATED_KEY]: text(
    'An object in the document repeats a key.',
    'Request the document again, or report it to its author: parsers disagree on which value counts.',
    wordsWith<{ readonly path: string }>()('{object:clipped} has the key {key:quoted} twice.'),
  ),
  [code.CLIENT_LIBRARY_UNFIT]: text(
    'The installed client library has another interface than the adapter needs.',
    'Install a version that fits, or use the adapter of the other library.',
    [
      '{library:text} is installed in a version that does not export {missing:text}; the adapter needs {wanted:text}.',
      'Install {wanted:text}, or import {instead:text}.',
    ],
  ),
  [code.OTHER_GENESIS]: text(
    'The node belongs to another chain than the programs.',
    'Pass a node of that chain, or the programs of this one: the same addresses can belong to someone else here.',
    ({ found, wanted }: { readonly found: string | null; readonly wanted: string }) =>
      found === null
        ? `The node does not return its genesis hash, which must be ${quoted(wanted)}.`
        : `The node's genesis hash is ${quoted(found)}, and that of the programs is ${quoted(wanted)}.`,
  ),
  [code.NOT_CONFIRMED]: text(
    'The market was not confirmed, so it was not opened.',
    'Change the terms, or let confirm return true.',
    ({ market }: { readonly market: string }) => `confirm returned false, so no market was opened at ${market}.`,
  ),
  [code.OUTSIDE_FAILURE]: text(
    'Something outside of Linesman has failed.',
    'Look at `cause`: the owner of the wallet may have declined, or a file of the page may be missing.',
    'Something outside of Linesman has failed: {reason:clipped}',
  ),
  [code.LEVEL_NOT_LOGGED]: text(
    'The log of the transaction does not contain the service level that it bought.',
    'Ask the operator: the log was truncated, or the oracle program was too old to log the level.',
    'The transaction {txSig:clipped} does not log what level {level} included.',
  ),
} as const;
