/** Forms that people save in place of one JSON document. */
export type SavedForm =
  | 'gzip'
  | 'zip'
  | 'zstd'
  | 'xz'
  | 'bzip2'
  | 'utf-16'
  | 'empty'
  | 'html'
  | 'xml'
  | 'http response'
  | 'event stream'
  | 'lines'
  | 'cut off'
  | 'hex'
  | 'encoded';

/** First bytes of files that are not text. */
const MAGIC: readonly (readonly [form: SavedForm, ...bytes: readonly number[]])[] = [
  ['gzip', 0x1f, 0x8b],
  ['zip', 0x50, 0x4b, 0x03, 0x04],
  ['zstd', 0x28, 0xb5, 0x2f, 0xfd],
  ['xz', 0xfd, 0x37, 0x7a, 0x58],
  ['bzip2', 0x42, 0x5a, 0x68],
];

/** Beginnings of text that is not JSON, and the form that each indicates. */
const BEGINNINGS: readonly (readonly [form: SavedForm, pattern: RegExp])[] = [
  ['empty', /^\s*$/],
  // In UTF-16, ASCII characters are valid UTF-8, each beside a zero byte.
  ['utf-16', /^(\0[^\0]|[^\0]\0)/],
  ['http response', /^\s*([<>*] )?HTTP\/\d/],
  ['html', /^\s*<(!doctype html|html)\b/i],
  ['xml', /^\s*</],
  ['event stream', /^\s*(:|(data|event|id|retry):)/],
  ['hex', /^\s*(0x)?([0-9a-f]{2}\s*){8,}$/i],
  ['encoded', /^\s*[A-Za-z0-9+/_-][\sA-Za-z0-9+/_-]{30,}={0,2}\s*$/],
];

/** The form of bytes that are not text; undefined if it is unknown. */
export const formOfBytes = (bytes: Uint8Array): SavedForm | undefined =>
  MAGIC.find(([, ...magic]) => magic.every((byte, i) => bytes[i] === byte))?.[0];

/** The form of bytes that are not UTF-8. */
export const formBesidesUtf8 = (bytes: Uint8Array): SavedForm | undefined =>
  formOfBytes(bytes) ?? (encodingOf(bytes) === 'utf-8' ? undefined : 'utf-16');

/** The form of a text that is not one JSON document; undefined if it is unknown. */
export function formOfText(text: string): SavedForm | undefined {
  const found = BEGINNINGS.find(([, pattern]) => pattern.test(text.slice(0, 200)))?.[0];
  if (found) return found;
  const all = text.trim();
  if (!/^[[{]/.test(all)) return undefined;
  const line = all.indexOf('\n');
  if (line > 0 && isJson(all.slice(0, line))) return 'lines';
  return isCutOff(all) ? 'cut off' : undefined;
}

/** Whether something that the text opens is not closed. */
function isCutOff(text: string): boolean {
  const bare = text.replace(/"(\\.|[^"\\])*("|$)/gs, '');
  const count = (pattern: RegExp): number => bare.match(pattern)?.length ?? 0;
  return count(/[[{]/g) > count(/[\]}]/g);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * UTF-16 is recognised by its byte order mark, or by the zero beside the first character, because JSON, hex and Base64
 * begin with ASCII.
 */
export function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)) return 'utf-16be';
  return 'utf-8';
}
