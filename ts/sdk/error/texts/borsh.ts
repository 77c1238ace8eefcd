import { clipped, hexed, quoted } from '../quoted.js';
import { type ErrorText, problems } from './text.js';

/** A value that does not fit its field. */
export type ValueFault = { readonly value: unknown; readonly expected: string } & (
  | { readonly what: string; readonly path?: string }
  | { readonly instruction: string; readonly path: string }
  | { readonly terms: 'market' | 'parlay'; readonly path: string }
);

export function valueText(context: ValueFault): string | ErrorText {
  const is = `is ${quoted(context.value)}, not ${context.expected}.`;
  if ('instruction' in context) {
    const { path, instruction } = context;
    return {
      sentence: `${path === '' ? 'The value' : `Argument ${clipped(path)}`} of ${instruction} ${is}`,
      hint: 'Check the value against the type of the argument in the IDL.',
    };
  }
  if ('terms' in context) {
    const { path, terms } = context;
    return {
      sentence: `The ${path === '' ? 'value' : clipped(path)} of the terms of a ${terms} ${is}`,
      hint: 'Use the terms exactly as read from the market or parlay account.',
    };
  }
  return `${clipped(context.what)} ${is}`;
}

/** Bytes that cannot be decoded from an offset on. */
type Undecodable = {
  /** The path in the value. */
  readonly path: string;
  readonly offset: number;
  readonly bytes: number;
  readonly expected: string;
  readonly found: string;
};

const undecodable = (what: string, { path, offset, bytes, expected, found }: Undecodable): string =>
  `The ${what} does not decode at byte ${offset} of ` +
  `${bytes}${path === '' ? '' : ` (${clipped(path)})`}: expected ${expected}, found ${clipped(found)}.`;

/** Instruction data that cannot be read. */
export const dataText = problems({
  'no encoding': [
    '{text:quoted} is neither hexadecimal, Base64 nor Base58.',
    'Pass the data of one instruction in hexadecimal, in padded Base64 or in Base58.',
  ],
  'no data': [
    'The document has no instruction data.',
    'Pass the data of one instruction, or an instruction with the field "data".',
  ],
  several: [
    'The document is a transaction, or has several instructions.',
    'Pass one of its instructions, or the data of one.',
  ],
  'too short': 'The instruction data has {bytes} bytes; its discriminator alone has 8.',
  'unknown discriminator': [
    'No instruction of the oracle or settlement program has the discriminator {discriminator:text}.',
    'Pass the data of one instruction, not a transaction, starting with the discriminator.',
  ],
  'other discriminator': 'The first 8 bytes are not the discriminator of {instruction:text}.',
  'does not decode': (context: Undecodable & { readonly instruction: string }) =>
    undecodable(`data of ${context.instruction}`, context),
});

interface OtherDiscriminator {
  readonly what: string;
  readonly found: Uint8Array;
  readonly expected: Uint8Array;
}

/** An account that is missing, or of the wrong kind. */
export const accountText = problems({
  'other discriminator': ({ what, found, expected }: OtherDiscriminator) =>
    `The account is not a ${what}: it starts with ${hexed(found) || 'nothing'}, not with ${hexed(expected)}.`,
  'other owner': 'The account at {address:text} belongs to {owner:text}, not to {expected:text}.',
  'no lookup table': 'The account at {address:text} is not a lookup table, or is being closed.',
  'other size': 'The account at {address:text} has {bytes} bytes; its content has {size}.',
  'does not decode': (context: Undecodable & { readonly what: string }) =>
    undecodable(`${context.what} account`, context),
});
