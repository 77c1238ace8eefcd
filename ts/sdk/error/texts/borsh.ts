import { clipped, hexed, quoted } from '../quoted.js';
import type { ErrorText } from './text.js';

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
      hint: 'Use the terms as they were read from the market or parlay account.',
    };
  }
  return `${clipped(context.what)} ${is}`;
}

/** Bytes that cannot be decoded from an offset on. */
type Undecodable = {
  readonly problem: 'does not decode';
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
export type DataFault =
  | { readonly problem: 'no encoding'; readonly text: string }
  | { readonly problem: 'no data' | 'several' }
  | { readonly problem: 'too short'; readonly bytes: number }
  | { readonly problem: 'unknown discriminator'; readonly discriminator: string }
  | { readonly problem: 'other discriminator'; readonly instruction: string }
  | (Undecodable & { readonly instruction: string });

export function dataText(context: DataFault): string | ErrorText {
  switch (context.problem) {
    case 'no encoding':
      return {
        sentence: `${quoted(context.text)} is neither hexadecimal, Base64 nor Base58.`,
        hint: 'Give the data of one instruction in hexadecimal, in padded Base64 or in Base58.',
      };
    case 'no data':
      return {
        sentence: 'The document has no instruction data.',
        hint: 'Give the data of one instruction, or an instruction with the field "data".',
      };
    case 'several':
      return {
        sentence: 'The document is a transaction, or has several instructions.',
        hint: 'Give one of its instructions, or the data of one.',
      };
    case 'too short':
      return `The instruction data has ${context.bytes} bytes; its discriminator alone has 8.`;
    case 'unknown discriminator':
      return {
        sentence: `No instruction of the oracle or settlement program has the discriminator ${context.discriminator}.`,
        hint: 'Give the data of one instruction, not a transaction, starting with the discriminator.',
      };
    case 'other discriminator':
      return `The first 8 bytes are not the discriminator of ${context.instruction}.`;
    case 'does not decode':
      return undecodable(`data of ${context.instruction}`, context);
  }
}

/** An account that is missing, or of the wrong kind. */
export type AccountFault =
  | {
      readonly problem: 'other discriminator';
      readonly what: string;
      readonly found: Uint8Array;
      readonly expected: Uint8Array;
    }
  | { readonly problem: 'other owner'; readonly address: string; readonly owner: string; readonly expected: string }
  | { readonly problem: 'no lookup table'; readonly address: string }
  | { readonly problem: 'other size'; readonly address: string; readonly bytes: number; readonly size: number }
  | (Undecodable & { readonly what: string });

export function accountText(context: AccountFault): string {
  switch (context.problem) {
    case 'other discriminator':
      return (
        `The account is not a ${context.what}: it starts with ${hexed(context.found) || 'nothing'}, ` +
        `not with ${hexed(context.expected)}.`
      );
    case 'other owner':
      return `The account at ${context.address} belongs to ${context.owner}, not to ${context.expected}.`;
    case 'no lookup table':
      return `The account at ${context.address} is no lookup table, or one that is being closed.`;
    case 'other size':
      return `The account at ${context.address} has ${context.bytes} bytes; its content has ${context.size}.`;
    case 'does not decode':
      return undecodable(`${context.what} account`, context);
  }
}
