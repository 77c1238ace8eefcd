import { formBesidesUtf8, formOfText, type SavedForm } from '../document/savedForm.js';
import { type WithoutAnswer, withoutAnswer } from '../document/withoutAnswer.js';
import { clipped, listed, quoted } from '../quoted.js';
import type { ErrorText } from './text.js';

/** A place in a document. */
export interface Placed {
  readonly path?: string;
}

/** Forms that people save in place of one JSON document, each with half a sentence and a hint. */
const SAVED_FORMS: Readonly<Record<SavedForm, readonly [is: string, hint: string]>> = {
  gzip: ['is compressed with gzip', 'Decompress it first: gunzip.'],
  zip: ['is a ZIP archive', 'Extract the file from it first.'],
  zstd: ['is compressed with zstd', 'Decompress it first: unzstd.'],
  xz: ['is compressed with xz', 'Decompress it first: unxz.'],
  bzip2: ['is compressed with bzip2', 'Decompress it first: bunzip2.'],
  'utf-16': ['is UTF-16 text', 'Save it as UTF-8 without a byte order mark.'],
  empty: ['is empty', 'Save the answer again; a request that failed leaves an empty file.'],
  html: ['is an HTML page', 'A page came instead of the answer: check the address that was asked.'],
  xml: ['is XML', 'Check the address that was asked.'],
  'http response': ['is a response with its HTTP headers', 'Save the body alone: curl without -i or -v.'],
  'event stream': ['is an event stream', 'Give the data of one event, without "data:".'],
  lines: ['contains several JSON documents, one a line', 'Give a file with one of them.'],
  'cut off': ['ends too early', 'Save it again: it was cut off.'],
  hex: ['is hexadecimal text', 'Give the JSON document that it is a part of.'],
  encoded: ['is Base64 or Base58 text', 'Give the JSON document that it is a part of.'],
};

/** A document for the text to name. The error does not keep it. */
export interface SavedDocument {
  readonly document?: string | Uint8Array;
}

/** `sentence` says what the document is not. */
export function formText(sentence: string, form: SavedForm): ErrorText {
  const [is, hint] = SAVED_FORMS[form];
  return { sentence: `${sentence}: it ${is}.`, hint };
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
  | { readonly problem: 'not UTF-8'; readonly what: string; readonly document?: Uint8Array }
  | { readonly problem: 'not JSON'; readonly what: string; readonly parser: string; readonly document?: string }
  | { readonly problem: 'answer'; readonly endpoint: string; readonly found: string }
  | { readonly problem: 'no token'; readonly token: 'API token' | 'session token' }
  | { readonly problem: 'too large'; readonly what: string; readonly most: number; readonly unit: string }
);

export function documentText(context: DocumentFault): string | ErrorText {
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
    case 'not UTF-8': {
      const form = context.document && formBesidesUtf8(context.document);
      const sentence = `${capital(clipped(context.what))} is not UTF-8 text`;
      return form ? formText(sentence, form) : `${sentence}.`;
    }
    case 'answer':
      return `${clipped(context.endpoint)} answered with ${context.found}.`;
    case 'no token':
      return `The answer contains no ${context.token}.`;
    case 'too large':
      return `${capital(context.what)} is larger than ${context.most} ${context.unit}.`;
    case 'not JSON': {
      const { document = '' } = context;
      if (document.startsWith('\ufeff'))
        return {
          sentence: `${clipped(context.what)} begins with a byte order mark.`,
          hint: 'Save it as UTF-8 without a byte order mark.',
        };
      const form = context.document === undefined ? undefined : formOfText(document);
      const sentence = `${clipped(context.what)} is not JSON`;
      return form ? formText(sentence, form) : `${sentence}: ${clipped(context.parser)}.`;
    }
  }
}

/** A document that is not a known kind of answer. */
export type KindFault =
  /** `paths`: of the answers in it. */
  | {
      readonly problem: 'not one answer';
      readonly path: string;
      readonly paths: readonly string[];
      readonly value: unknown;
    }
  | { readonly problem: 'several kinds'; readonly path: string; readonly fields: readonly string[] }
  | { readonly problem: 'not parsed'; readonly function: string; readonly value: unknown }
  | { readonly problem: 'no such proof'; readonly value: unknown };

export function kindText(context: KindFault): string | ErrorText {
  switch (context.problem) {
    case 'not one answer':
      return context.paths.length === 0
        ? noAnswerText(withoutAnswer(context.value, context.path))
        : {
            sentence: `${clipped(context.path)} has several answers: ${clipped(context.paths.join(' and '))}.`,
            hint: 'Give one of them.',
          };
    case 'several kinds':
      return `${clipped(context.path)} is not a known answer: it has ${context.fields.join(' and ')}.`;
    case 'not parsed':
      return {
        sentence: `${context.function} needs a proof, and was given ${textOrKind(context.value)}.`,
        hint: 'Call parseProof with the answer first, and pass what it returns.',
      };
    case 'no such proof':
      return `There is no kind of proof ${quoted(context.value)}.`;
  }
}

function noAnswerText(found: WithoutAnswer): string | ErrorText {
  switch (found.kind) {
    case 'refusal':
      return {
        sentence: `There is no proof in the document: the service said: ${clipped(found.said)}.`,
        hint: 'Ask again, and save an answer with a proof.',
      };
    case 'text':
      return {
        sentence: `${clipped(found.path)} is JSON as a text, not an object.`,
        hint: 'Give that text itself, without its quotation marks and backslashes.',
      };
    case 'account':
      return {
        sentence: `${clipped(found.path)} is an account, not an answer with a proof.`,
        hint: 'Give the roots account as --roots, or as rootsAccount, beside the answer.',
      };
    case 'object':
      return (
        `${clipped(found.path)} is not a known answer: its only fields are ` +
        `${listed(Object.keys(found.value)) || 'none'}.`
      );
    case 'other': {
      const { value, path } = found;
      const kind = Array.isArray(value) ? `a list of ${value.length} entries` : kindOf(value);
      return `${path === '$' ? 'The document' : clipped(path)} is ${kind}, not an object.`;
    }
  }
}

const textOrKind = (value: unknown): string => (typeof value === 'string' ? 'a text' : kindOf(value));

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
    | { readonly problem: 'neither text nor list'; readonly value: unknown; readonly length: number }
  );

export function bytesText(context: BytesFault): ErrorText {
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
      return `${what} is ${kindOf(context.value)}, neither text nor a list of ${context.length} integers.`;
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The kind of a value for a sentence: `null`, `a number`, `a Uint16Array`. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  const kind = typeof value === 'object' ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
  if (kind === 'Array') return 'a list';
  if (kind === 'Object') return 'an object';
  return `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`;
}
