import { INVALID_HASH } from '../error/codes/library.js';
import { integersIn } from '../error/document/integersIn.js';
import { about } from '../error/fieldPath.js';
import { fail } from '../error/linesmanError.js';
import { bytesFromIntegers } from './byteText.js';
import { arePlainNumbers } from './readDocument.js';

/**
 * Bytes that are not text: a list of integers; a `Uint8Array`, also as a `Buffer`; or what `JSON.stringify` makes of
 * these, `{"type":"Buffer","data":[…]}` and `{"0":217,"1":12}`. Undefined for anything else, also for arrays of wider
 * elements, because their byte order is lost. Errors: INVALID_HASH.
 *
 * @param length Default: as many as there are.
 * @param what Name of the value in errors.
 */
export function bytesOfList(value: unknown, what: string, length?: number): Uint8Array | undefined {
  const found = integersIn(value);
  if (!found) return undefined;
  const wanted = length ?? found.list.length;
  if (found.list.length === wanted && !arePlainNumbers(found.holder))
    return fail(INVALID_HASH, { problem: 'digits', ...about(what), length: wanted });
  return bytesFromIntegers(found.list, wanted, what);
}
