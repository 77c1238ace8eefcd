import { terminalText } from './terminalText.js';

/** Characters of a value from elsewhere in an error, the ellipsis included. */
export const LONGEST_QUOTE = 200;

/**
 * A value from elsewhere for an error: as JSON writes it, 200 characters at most and harmless on a terminal. No more of
 * the value is looked at than is shown.
 */
export function quoted(value: unknown): string {
  try {
    return cut(piecesOf(value), LONGEST_QUOTE);
  } catch {
    // What objects of a program do when they are looked at, an error must survive.
    return Object.prototype.toString.call(value);
  }
}

/** The same of values in a row, with commas between them. */
export const listed = (values: readonly unknown[]): string => cut(row(values, ', '), LONGEST_QUOTE);

/** Bytes as hex digits, the first `most` of them. */
export function hexed(bytes: Uint8Array, most = 32): string {
  let digits = '';
  for (const byte of bytes.subarray(0, most)) digits += byte.toString(16).padStart(2, '0');
  return bytes.length > most ? `${digits}…` : digits;
}

/** Text from elsewhere as a part of a sentence, without quotation marks. */
export function clipped(text: string, longest = LONGEST_QUOTE): string {
  const whole = text.length <= longest ? terminalText(text) : undefined;
  return whole !== undefined && whole.length <= longest ? whole : cut(charactersOf(text), longest);
}

/** A piece is shown whole or not at all, so that no half of an escape or of a pair is left. */
function cut(pieces: Iterable<string>, longest: number): string {
  let shown = '';
  /** As much of it as leaves a place for the ellipsis. */
  let kept = '';
  for (const piece of pieces) {
    shown += piece;
    if (shown.length > longest) return `${kept}…`;
    if (shown.length < longest) kept = shown;
  }
  return shown;
}

function* charactersOf(text: string): Generator<string> {
  for (const character of text) yield terminalText(character);
}

function* piecesOf(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    yield '"';
    for (const character of value)
      yield character === '"' || character === '\\' ? `\\${character}` : terminalText(character);
    yield '"';
  } else if (typeof value !== 'object' || value === null) {
    yield* charactersOf(typeof value === 'bigint' ? `${value}n` : String(value));
  } else if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    yield '[';
    yield* row(value as ArrayLike<unknown>, ',');
    yield ']';
  } else if ('toJSON' in value && typeof value.toJSON === 'function') {
    yield* piecesOf(value.toJSON());
  } else {
    let mark = '{';
    for (const [name, inner] of Object.entries(value)) {
      yield mark;
      yield* piecesOf(name);
      yield ':';
      yield* piecesOf(inner);
      mark = ',';
    }
    yield mark === '{' ? '{}' : '}';
  }
}

function* row(values: ArrayLike<unknown>, comma: string): Generator<string> {
  for (let i = 0; i < values.length; i++) {
    if (i > 0) yield comma;
    yield* piecesOf(values[i]);
  }
}

/** Characters of a list or an object that an error keeps as it is: the log of a transaction has up to 10,000. */
const LARGEST_CONTEXT = 16_384;
const DEEPEST_CONTEXT = 16;

/**
 * A value for the context of an error: as it is unless it is long; then the beginning of it as text. What stands under
 * `value` is the value at fault, which may be a whole document: of that, lists and objects are always cut.
 */
export function contextValue(name: string, value: unknown): unknown {
  if (typeof value === 'string') return value.length <= LONGEST_QUOTE ? value : clipped(value);
  if (typeof value !== 'object' || value === null) return value;
  return name !== 'value' && isSmall(value) ? value : quoted(value);
}

function isSmall(value: object): boolean {
  let room = LARGEST_CONTEXT;
  const fits = (inner: unknown, depth: number): boolean => {
    room -= typeof inner === 'string' ? inner.length : 1;
    if (room < 0 || depth > DEEPEST_CONTEXT) return false;
    if (typeof inner !== 'object' || inner === null) return true;
    if (ArrayBuffer.isView(inner)) return inner.byteLength <= room;
    return Object.entries(inner).every(([name, item]) => fits(name, depth) && fits(item, depth + 1));
  };
  return fits(value, 0);
}
