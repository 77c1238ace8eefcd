import { formBesidesUtf8, formOfText, type SavedForm } from '../document/savedForm.js';
import { type WithoutAnswer, withoutAnswer } from '../document/withoutAnswer.js';
import { clipped, listed } from '../quoted.js';
import { type ErrorText, problems, problemsWith } from './text.js';

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
  empty: ['is empty', 'Save the answer again: a failed request leaves an empty file.'],
  html: ['is an HTML page', 'Check the address: it returned a web page instead of an answer.'],
  xml: ['is XML', 'Check the address of the request.'],
  'http response': ['is a response with its HTTP headers', 'Save only the body: run curl without -i or -v.'],
  'event stream': ['is an event stream', 'Pass the data of one stream event, without "data:".'],
  lines: ['contains several JSON documents, one per line', 'Pass a file with only one of them.'],
  'cut off': ['ends too early', 'Save it again: it was cut off.'],
  hex: ['is hexadecimal text', 'Pass the whole JSON document that contains it.'],
  encoded: ['is Base64 or Base58 text', 'Pass the whole JSON document that contains it.'],
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
export const documentText = problemsWith<{ readonly path: string }>()({
  'wrong value': '{path:clipped} is {value:shown}, not {expected:text}.',
  missing: ({ fields }: { readonly fields: readonly string[] }) =>
    `${fields.map((field) => clipped(field)).join(' and ')} ${fields.length === 1 ? 'is' : 'are both'} missing.`,
  'unequal lists': '{path:clipped} has {entries} entries, {other:clipped} has {otherEntries}.',
  'not UTF-8': (context: { readonly what: string; readonly document?: Uint8Array }) => {
    const form = context.document && formBesidesUtf8(context.document);
    const sentence = `${capital(clipped(context.what))} is not UTF-8 text`;
    return form ? formText(sentence, form) : `${sentence}.`;
  },
  answer: '{endpoint:clipped} answered with {found:text}.',
  'no token': (context: { readonly token: 'API token' | 'session token' }) =>
    `The answer contains no ${context.token}.`,
  'too large': (context: { readonly what: string; readonly most: number; readonly unit: string }) =>
    `${capital(context.what)} is larger than ${context.most} ${context.unit}.`,
  'not JSON': (context: { readonly what: string; readonly parser: string; readonly document?: string }) => {
    const { document = '' } = context;
    if (document.startsWith('\ufeff'))
      return {
        sentence: `${clipped(context.what)} begins with a byte order mark.`,
        hint: 'Save it as UTF-8 without a byte order mark.',
      };
    const form = context.document === undefined ? undefined : formOfText(document);
    const sentence = `${clipped(context.what)} is not JSON`;
    return form ? formText(sentence, form) : `${sentence}: ${clipped(context.parser)}.`;
  },
});

/** A document that is not a known kind of answer. */
export const kindText = problems({
  'not one answer': (context: { readonly path: string; readonly paths: readonly string[]; readonly value: unknown }) =>
    context.paths.length === 0
      ? noAnswerText(withoutAnswer(context.value, context.path))
      : {
          sentence: `${clipped(context.path)} has several answers: ${clipped(context.paths.join(' and '))}.`,
          hint: 'Pass one of them.',
        },
  'several kinds': (context: { readonly path: string; readonly fields: readonly string[] }) =>
    `${clipped(context.path)} is not a known answer: it has ${context.fields.join(' and ')}.`,
  'not parsed': (context: { readonly function: string; readonly value: unknown }) => ({
    sentence: `${context.function} needs a proof, but received ${textOrKind(context.value)}.`,
    hint: 'Call parseProof with the answer first, and pass what it returns.',
  }),
  'no such proof': 'There is no kind of proof {value:shown}.',
});

function noAnswerText(found: WithoutAnswer): string | ErrorText {
  switch (found.kind) {
    case 'refusal':
      return {
        sentence: `There is no proof in the document: the service said: ${clipped(found.said)}.`,
        hint: 'Request the proof again, and save an answer that contains one.',
      };
    case 'text':
      return {
        sentence: `${clipped(found.path)} is JSON as a text, not an object.`,
        hint: 'Pass that text itself, without its quotation marks and backslashes.',
      };
    case 'account':
      return {
        sentence: `${clipped(found.path)} is an account, not an answer with a proof.`,
        hint: 'Pass the roots account as --roots or rootsAccount, in addition to the answer.',
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
const bytesSentence = problemsWith<Placed & { readonly length: number }>()({
  length: '{what:clipped} has {bytes} bytes, not {length}.',
  'decoded length': '{what:clipped} decodes from {encoding:text} to {bytes} bytes, not {length}: {text:quoted}.',
  'too long': '{what:clipped} is too long for {length} bytes: {text:quoted}.',
  encoding: '{what:clipped} is neither hex, padded Base64 nor Base58: {text:quoted}.',
  'no byte': 'Byte {place} of {what:clipped} is {value:shown}.',
  'mixed signs': 'The bytes of {what:clipped} range from {lowest} to {highest}.',
  digits: 'Some bytes of {what:clipped} are not written in digits alone.',
  'neither text nor list': (context: { readonly what: string; readonly value: unknown; readonly length: number }) =>
    `${clipped(context.what)} is ${kindOf(context.value)}, neither text nor a list of ${context.length} integers.`,
});

export function bytesText(context: Parameters<typeof bytesSentence>[0]): ErrorText {
  const { length } = context;
  return {
    sentence: bytesSentence(context),
    hint:
      `Use ${length} integers, ${2 * length} hex digits, Base64 with padding ` +
      `(${4 * Math.ceil(length / 3)} characters) or Base58.`,
  };
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
