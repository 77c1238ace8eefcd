import { MALFORMED_RESPONSE } from '../error/codes/library.js';
import { REPEATED_KEY } from '../error/codes/options.js';
import { fail } from '../error/linesmanError.js';
import { DocumentPath } from './documentPath.js';

/**
 * Under which an object or a list that was parsed from text has the places of its numbers that are not written only in
 * digits. No enumeration shows it. It is the same for every copy of this package: one may check what another has read.
 */
const WRITTEN_OTHERWISE: unique symbol = Symbol.for('linesman.writtenOtherwise');
type Noted = { readonly [WRITTEN_OTHERWISE]?: Set<string | number> };

/**
 * Whether a number is written as an integer: not as `1.0`, `1e2` or `-0`, which parsers treat differently, nor with a
 * fraction lost to rounding. True for documents that were not parsed from text.
 */
export const isPlainNumber = (container: object, key: string | number = ''): boolean =>
  (container as Noted)[WRITTEN_OTHERWISE]?.has(key) !== true;

/** Whether all numbers of a list or an object are written as integers. */
export const arePlainNumbers = (container: object): boolean => !(WRITTEN_OTHERWISE in container);

/**
 * Parses JSON text that every parser reads the same way.
 *
 * Errors, with the path: MALFORMED_RESPONSE for bytes that are not UTF-8, a byte order mark or text that is not JSON;
 * REPEATED_KEY for a key that occurs twice in one object.
 *
 * @param what Name of the document in errors.
 * @param path Path of the document, if it is part of a larger one.
 *
 * @example
 * ```ts
 * import { readDocument } from '@linesman/sdk/proof';
 *
 * readDocument('{"Seq": 9}'); // { Seq: 9 }
 * ```
 */
export function readDocument(text: string | Uint8Array, what = 'The document', path = '$'): unknown {
  const characters = typeof text === 'string' ? text : decoded(text, what, path);
  let document: unknown;
  try {
    document = JSON.parse(characters);
  } catch (cause) {
    const parser = cause instanceof Error ? cause.message : String(cause);
    return fail(MALFORMED_RESPONSE, { problem: 'not JSON', what, parser, path, document: characters }, { cause });
  }
  if (keysWritten(characters) !== keysIn(document)) scan(characters, document, path);
  return document;
}

function decoded(bytes: Uint8Array, what: string, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fail(MALFORMED_RESPONSE, { problem: 'not UTF-8', what, path, document: bytes });
  }
}

/** An object or list whose end the scan has not reached. */
interface Open {
  /** Keys of an object seen so far. */
  readonly keys: Set<string>;
  /** Its parsed value. */
  readonly value: unknown;
  /** Name or index of the current item; undefined where a key comes next. */
  at: string | number | undefined;
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const EXPONENT = 0x65;

/**
 * Counts the keys of JSON text (colons outside of strings); −1 if a number is not written as an integer. A
 * count equal to that of the parsed objects means that nothing is ambiguous, because a repeated key is parsed
 * once. Most of a proof is Base64, so strings are skipped by the runtime's own search. Nothing is asked about the whole
 * text before the loop: V8 moves a pure question to where its answer is used, and would repeat it for each string.
 */
function keysWritten(text: string): number {
  let keys = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === QUOTE) i = endOfString(text, i);
    else if (character === COLON) keys++;
    else if (character === POINT) return -1;
    else if (character === MINUS && text.charCodeAt(i + 1) === ZERO) return -1;
    // A digit before the `e` means a number, because `true` and `false` have a letter there.
    else if ((character | 0x20) === EXPONENT && text.charCodeAt(i - 1) <= NINE) return -1;
  }
  return keys;
}

/** Counts the keys of a parsed document. Iterative, because nesting may be as deep as the text is long. */
function keysIn(document: unknown): number {
  let keys = 0;
  const open: unknown[] = [document];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (const item of value) if (typeof item === 'object' && item !== null) open.push(item);
    } else if (typeof value === 'object' && value !== null) {
      // Does not allocate, as `Object.values` does. An enumerable name of the prototype only triggers the scan.
      for (const name in value) {
        keys++;
        const item = (value as Readonly<Record<string, unknown>>)[name];
        if (typeof item === 'object' && item !== null) open.push(item);
      }
    }
  }
  return keys;
}

/**
 * Scans JSON text for facts that the parsed value does not show: reports a repeated key, and notes numbers that are not
 * written as integers. Of two equal keys, `JSON.parse` takes the last and other parsers the first. Parsers that report
 * this are many times larger and slower.
 */
function scan(text: string, document: unknown, path: string): void {
  const open: Open[] = [];
  let top: Open | undefined;
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string;
    if (character === '"') {
      const end = endOfString(text, i);
      if (top && top.at === undefined) {
        const written = text.slice(i + 1, end);
        const key = written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
        if (top.keys.has(key)) repeated(open, key, path);
        top.keys.add(key);
        top.at = key;
      }
      i = end;
    } else if (character === ',') {
      if (top) top.at = typeof top.at === 'number' ? top.at + 1 : undefined;
    } else if (/[-\d]/.test(character)) {
      NUMBER.lastIndex = i;
      const [written = ''] = NUMBER.exec(text) ?? [];
      if (top && !/^(?!-0)-?\d+$/.test(written)) note(top);
      i += written.length - 1;
    } else if (character === '{' || character === '[') {
      const value: unknown = top ? itemOf(top.value, top.at) : document;
      top = { keys: new Set(), value, at: character === '[' ? 0 : undefined };
      open.push(top);
    } else if (character === '}' || character === ']') {
      open.pop();
      top = open.at(-1);
    }
  }
}

/** The characters of a number. */
const NUMBER = /[-+.\deE]+/y;

/**
 * `undefined` if a later equal key has replaced the item; the scan will then fail on that key. Only what the document
 * has: `__proto__` of an object that lacks it would be shared by all.
 */
const itemOf = (value: unknown, at: string | number = ''): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, at)
    ? (value as Record<string | number, unknown>)[at]
    : undefined;

/** Index of the quote that ends the string at `start`: the first one after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
}

function repeated(open: readonly Open[], key: string, path: string): never {
  const object = open.slice(0, -1).reduce((above, { at }) => new DocumentPath(above, at).path, path);
  return fail(REPEATED_KEY, { object, key, path: new DocumentPath(object, key).path });
}

function note({ value, at = '' }: Open): void {
  if (typeof value !== 'object' || value === null) return;
  const { [WRITTEN_OTHERWISE]: noted = new Set() } = value as Noted;
  Object.defineProperty(value, WRITTEN_OTHERWISE, { value: noted.add(at), configurable: true });
}
