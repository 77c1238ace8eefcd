import { terminalText } from './terminalText.js';

/** Maximum length of a foreign value in an error, ellipsis included. */
export const LONGEST_QUOTE = 200;

/**
 * Formats a foreign value for an error: as JSON, at most 200 characters, safe on a terminal. Reads no more of the value
 * than it shows.
 *
 * @example
 * ```ts
 * import { quoted } from '@linesman/sdk/error';
 *
 * quoted({ key: 'goals' }); // '{"key":"goals"}'
 * ```
 */
export function quoted(value: unknown): string {
  try {
    return cut(piecesOf(value), LONGEST_QUOTE);
  } catch {
    // Getters and `toJSON` may throw; reporting an error must not.
    return Object.prototype.toString.call(value);
  }
}

/**
 * Formats foreign values as {@link quoted} does, separated by commas; at most 200 characters together.
 *
 * @example
 * ```ts
 * import { listed } from '@linesman/sdk/error';
 *
 * listed([1, 'two']); // '1, "two"'
 * ```
 */
export const listed = (values: readonly unknown[]): string => cut(row(values, ', '), LONGEST_QUOTE);

/**
 * Formats the first `most` bytes as hex, with an ellipsis if there are more.
 *
 * @example
 * ```ts
 * import { hexed } from '@linesman/sdk/error';
 *
 * hexed(Uint8Array.of(1, 2, 3), 2); // '0102…'
 * ```
 */
export function hexed(bytes: Uint8Array, most = 32): string {
  let digits = '';
  for (const byte of bytes.subarray(0, most)) digits += byte.toString(16).padStart(2, '0');
  return bytes.length > most ? `${digits}…` : digits;
}

/**
 * Makes foreign text safe for a sentence, without quotes: escaped for a terminal and cut to `longest` characters.
 *
 * @example
 * ```ts
 * import { clipped } from '@linesman/sdk/error';
 *
 * clipped('connection reset', 8); // 'connect…'
 * ```
 */
export function clipped(text: string, longest = LONGEST_QUOTE): string {
  const whole = text.length <= longest ? terminalText(text) : undefined;
  return whole !== undefined && whole.length <= longest ? whole : cut(charactersOf(text), longest);
}

/** Never splits a piece, so no half of an escape or surrogate pair remains. */
function cut(pieces: Iterable<string>, longest: number): string {
  let shown = '';
  /** Longest prefix that leaves room for the ellipsis. */
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

/**
 * Prepares a value for the context of an error: a long one becomes the beginning of its text. `value` is the value at
 * fault and may be a whole document, so its lists and objects always become text.
 */
export function contextValue(name: string, value: unknown): unknown {
  if (typeof value === 'string') return value.length <= LONGEST_QUOTE ? value : clipped(value);
  if (typeof value !== 'object' || value === null) return value;
  return name !== 'value' && isSmall(value) ? value : quoted(value);
}

/** Whether an error keeps a list or object. */
function isSmall(value: object): boolean {
  // The logs of a transaction have up to 10,000 characters.
  let room = 16_384;
  const deepest = 16;
  const fits = (inner: unknown, depth: number): boolean => {
    room -= typeof inner === 'string' ? inner.length : 1;
    if (room < 0 || depth > deepest) return false;
    if (typeof inner !== 'object' || inner === null) return true;
    if (ArrayBuffer.isView(inner)) return inner.byteLength <= room;
    return Object.entries(inner).every(([name, item]) => fits(name, depth) && fits(item, depth + 1));
  };
  return fits(value, 0);
}
