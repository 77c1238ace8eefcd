import { clipped, fail, fieldPath, MALFORMED_RESPONSE, REPEATED_KEY } from '../error/index.js';

/** For each object and list parsed from text: its numbers that are not written in digits alone. */
const WRITTEN_OTHERWISE = new WeakMap<object, Set<string | number>>();

/**
 * Whether a number is written as an integer: not as `1.0`, `1e2` or `-0`, which parsers treat differently, nor with a
 * fraction lost to rounding. True for documents that were not parsed from text.
 */
export const isPlainNumber = (container: object, key: string | number): boolean =>
  WRITTEN_OTHERWISE.get(container)?.has(key) !== true;

/** Whether all numbers of a list or an object are written as integers. */
export const arePlainNumbers = (container: object): boolean => !WRITTEN_OTHERWISE.has(container);

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
 * import { readDocument } from 'linesman/proof';
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
  /** Keys seen so far; `null` for a list. */
  readonly keys: Set<string> | null;
  /** Its parsed value. */
  readonly value: unknown;
  /** Name or index of the current item. */
  at: string | number;
  isKeyNext: boolean;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

const isDigit = (character: number): boolean => character >= ZERO && character <= NINE;
/** Characters of a number besides digits: `.`, `e`, `E` and signs. */
const isOfNumber = (character: number): boolean =>
  character === POINT || isExponent(character) || character === 0x2b || character === MINUS;
const isExponent = (character: number): boolean => (character | 0x20) === 0x65;

/**
 * Counts the keys of JSON text (colons outside of strings); −1 if a number is not written as an integer. A
 * count equal to that of the parsed objects means that nothing is ambiguous, because a repeated key is parsed
 * once.
 */
function keysWritten(text: string): number {
  let keys = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === QUOTE) {
      let inside = text.charCodeAt(++i);
      for (; inside !== QUOTE; inside = text.charCodeAt(++i)) if (inside === BACKSLASH) i++;
    } else if (character === COLON) keys++;
    else if (character === POINT) return -1;
    else if (character === MINUS && text.charCodeAt(i + 1) === ZERO) return -1;
    else if (isExponent(character) && isDigit(text.charCodeAt(i - 1))) return -1;
  }
  return keys;
}

/** Counts the keys of a parsed document. Iterative, because nesting may be as deep as the text is long. */
function keysIn(document: unknown): number {
  let keys = 0;
  const open: unknown[] = [document];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const items = Array.isArray(value) ? value : Object.values(value);
    if (items !== value) keys += items.length;
    for (const item of items) if (typeof item === 'object' && item !== null) open.push(item);
  }
  return keys;
}

/**
 * Scans JSON text for what its parsed value does not show: reports a repeated key and notes numbers that are not
 * written as integers. Of two equal keys, `JSON.parse` takes the last and other parsers the first. Parsers that report
 * this are many times larger and slower.
 */
function scan(text: string, document: unknown, path: string): void {
  const open: Open[] = [];
  let top: Open | undefined;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === QUOTE) {
      const end = endOfString(text, i);
      if (top?.isKeyNext) {
        const written = text.slice(i + 1, end);
        const key = written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
        if (top.keys?.has(key)) repeated(open, key, path);
        top.keys?.add(key);
        top.at = key;
        top.isKeyNext = false;
      }
      i = end;
    } else if (character === COMMA) {
      if (typeof top?.at === 'number') top.at++;
      else if (top) top.isKeyNext = true;
    } else if (character === MINUS || isDigit(character)) {
      let isInteger = character !== MINUS || text.charCodeAt(i + 1) !== ZERO;
      for (let next = text.charCodeAt(i + 1); isDigit(next) || isOfNumber(next); next = text.charCodeAt(i + 1)) {
        isInteger &&= isDigit(next);
        i++;
      }
      if (top && !isInteger) note(top);
    } else if (character === OPEN_OBJECT || character === OPEN_LIST) {
      const value: unknown = top ? itemOf(top.value, top.at) : document;
      const isObject = character === OPEN_OBJECT;
      top = { keys: isObject ? new Set() : null, value, at: isObject ? '' : 0, isKeyNext: isObject };
      open.push(top);
    } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) {
      open.pop();
      top = open.at(-1);
    }
  }
}

/** `undefined` if a later equal key has replaced the item; the scan will then fail on that key. */
const itemOf = (value: unknown, at: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[at] : undefined;

/** Index of the quote that ends the string at `start`: the first one after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === '\\') before--;
    if ((end - before) % 2 === 1) return end;
  }
}

function repeated(open: readonly Open[], key: string, path: string): never {
  const object = open.slice(0, -1).reduce(placeOfItem, path);
  return fail(REPEATED_KEY, { object, key, path: fieldPath(object, key) });
}

const placeOfItem = (path: string, { at }: Open): string =>
  typeof at === 'number' ? clipped(`${path}[${at}]`) : fieldPath(path, at);

function note({ value, at }: Open): void {
  if (typeof value !== 'object' || value === null) return;
  const noted = WRITTEN_OTHERWISE.get(value) ?? new Set();
  WRITTEN_OTHERWISE.set(value, noted.add(at));
}
