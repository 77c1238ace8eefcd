import { about, fail, INVALID_HASH } from '../error/index.js';
import { bytesFromIntegers } from './byteText.js';
import { arePlainNumbers } from './readDocument.js';

/**
 * Bytes that are not text: a list of integers; a `Uint8Array`, also as a `Buffer`; or what `JSON.stringify` makes of
 * these, `{"type":"Buffer","data":[…]}` and `{"0":217,"1":12}`. Undefined for anything else, also for arrays of wider
 * elements, which have lost the order of their bytes. Errors: INVALID_HASH.
 *
 * @param length Default: as many as there are.
 * @param what Name of the value in errors.
 */
export function bytesOfList(value: unknown, what: string, length?: number): Uint8Array | undefined {
  const found = listIn(value);
  if (!found) return undefined;
  const wanted = length ?? found.list.length;
  if (found.list.length === wanted && !arePlainNumbers(found.holder))
    return fail(INVALID_HASH, { problem: 'digits', ...about(what), length: wanted });
  return bytesFromIntegers(found.list, wanted, what);
}

/** The integers, and the object or list that holds them in the document. */
function listIn(value: unknown): { readonly list: readonly unknown[]; readonly holder: object } | undefined {
  if (Array.isArray(value)) return { list: value, holder: value };
  if (typeof value !== 'object' || value === null) return undefined;
  // Not `instanceof`: a value may come from another realm.
  if (/^\[object (Uint8|Int8|Uint8Clamped)Array\]$/.test(tagOf(value)))
    return { list: Array.from(value as Uint8Array), holder: value };
  const fields = value as Record<string, unknown>;
  if (tagOf(value) !== '[object Object]') return undefined;
  const names = Object.keys(fields);
  if (names.length === 2 && fields.type === 'Buffer' && Array.isArray(fields.data))
    return { list: fields.data, holder: fields.data };
  if (names.length > 0 && names.every((name, i) => name === `${i}`))
    return { list: Object.values(fields), holder: value };
  return undefined;
}

const tagOf = (value: unknown): string => Object.prototype.toString.call(value);

/** The kind of a value for a sentence: `null`, `a number`, `a Uint16Array`. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  const kind = typeof value === 'object' ? tagOf(value).slice(8, -1) : typeof value;
  if (kind === 'Array') return 'a list';
  if (kind === 'Object') return 'an object';
  return `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`;
}
