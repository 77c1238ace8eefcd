import { clipped, listed, quoted } from '../quoted.js';
import type { Told } from './text.js';

/** A place in a document. */
export interface Placed {
  readonly path?: string;
}

/** A document that cannot be read as the expected type. */
export type DocumentFault = { readonly path: string } & (
  | { readonly problem: 'wrong value'; readonly value: unknown; readonly expected: string }
  | { readonly problem: 'missing'; readonly fields: readonly string[] }
  | {
      readonly problem: 'unequal lists';
      readonly entries: number;
      readonly other: string;
      readonly otherEntries: number;
    }
  | { readonly problem: 'byte order mark' | 'not UTF-8'; readonly what: string }
  | { readonly problem: 'not JSON'; readonly what: string; readonly parser: string }
  | { readonly problem: 'answer'; readonly endpoint: string; readonly found: string }
  | { readonly problem: 'no token'; readonly token: 'API token' | 'session token' }
  | { readonly problem: 'too large'; readonly what: string; readonly most: number; readonly unit: string }
);

export function documentTold(context: DocumentFault): string | Told {
  const { path } = context;
  switch (context.problem) {
    case 'wrong value':
      return `${clipped(path)} is ${quoted(context.value)}, not ${context.expected}.`;
    case 'missing': {
      const fields = context.fields.map((field) => clipped(field)).join(' and ');
      return `${fields} ${context.fields.length === 1 ? 'is' : 'are both'} missing.`;
    }
    case 'unequal lists':
      return `${clipped(path)} has ${context.entries} entries, ${clipped(context.other)} has ${context.otherEntries}.`;
    case 'byte order mark':
      return {
        sentence: `${clipped(context.what)} begins with a byte order mark.`,
        hint: 'Save it as UTF-8 without a byte order mark.',
      };
    case 'not UTF-8':
      return `${capital(clipped(context.what))} is not UTF-8 text.`;
    case 'answer':
      return `${clipped(context.endpoint)} answered with ${context.found}.`;
    case 'no token':
      return `The answer contains no ${context.token}.`;
    case 'too large':
      return `${capital(context.what)} is larger than ${context.most} ${context.unit}.`;
    case 'not JSON':
      return `${clipped(context.what)} is not JSON: ${clipped(context.parser)}.`;
  }
}

/** A document that is not a known kind of answer. */
export type KindFault =
  | { readonly problem: 'no object'; readonly path: string; readonly found: string }
  | { readonly problem: 'no kind'; readonly path: string; readonly value: object }
  | { readonly problem: 'several kinds'; readonly path: string; readonly fields: readonly string[] }
  | { readonly problem: 'no such proof'; readonly value: unknown };

export function kindTold(context: KindFault): string {
  switch (context.problem) {
    case 'no object':
      return `The document is ${context.found}, not an object.`;
    case 'no kind':
      return (
        `${clipped(context.path)} is not a known answer: its only fields are ` +
        `${listed(Object.keys(context.value)) || 'none'}.`
      );
    case 'several kinds':
      return `${clipped(context.path)} is not a known answer: it has ${context.fields.join(' and ')}.`;
    case 'no such proof':
      return `There is no kind of proof ${quoted(context.value)}.`;
  }
}

/** Bytes of the wrong length or encoding. */
export type BytesFault = Placed & { readonly what: string } & (
    | { readonly problem: 'length'; readonly bytes: number; readonly length: number }
    | {
        readonly problem: 'decoded length';
        readonly text: string;
        readonly encoding: string;
        readonly bytes: number;
        readonly length: number;
      }
    | { readonly problem: 'too long'; readonly text: string; readonly length: number }
    | { readonly problem: 'encoding'; readonly text: string; readonly length: number }
    | { readonly problem: 'no byte'; readonly place: number; readonly value: unknown; readonly length: number }
    | { readonly problem: 'mixed signs'; readonly lowest: number; readonly highest: number; readonly length: number }
    | { readonly problem: 'digits'; readonly length: number }
    | { readonly problem: 'neither text nor list'; readonly length: number }
  );

export function bytesTold(context: BytesFault): Told {
  const { length } = context;
  return {
    sentence: bytesSentence(context),
    hint:
      `Use ${length} integers, ${2 * length} hex digits, Base64 with padding ` +
      `(${4 * Math.ceil(length / 3)} characters) or Base58.`,
  };
}

function bytesSentence(context: BytesFault): string {
  const what = clipped(context.what);
  switch (context.problem) {
    case 'length':
      return `${what} has ${context.bytes} bytes, not ${context.length}.`;
    case 'decoded length':
      return (
        `${what} decodes from ${context.encoding} to ${context.bytes} bytes, not ${context.length}: ` +
        `${quoted(context.text)}.`
      );
    case 'too long':
      return `${what} is too long for ${context.length} bytes: ${quoted(context.text)}.`;
    case 'encoding':
      return `${what} is neither hex, padded Base64 nor Base58: ${quoted(context.text)}.`;
    case 'no byte':
      return `Byte ${context.place} of ${what} is ${quoted(context.value)}.`;
    case 'mixed signs':
      return `The bytes of ${what} range from ${context.lowest} to ${context.highest}.`;
    case 'digits':
      return `Some bytes of ${what} are not written in digits alone.`;
    case 'neither text nor list':
      return `${what} is neither text nor a list of ${context.length} integers.`;
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
