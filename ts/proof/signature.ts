import { hashes, Point, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { clipped, fail } from '../error/index.js';
import { checkValue } from '../format/checkOptions.js';
import { bytesToHex } from '../format/index.js';
import { BYTES, KEYS } from '../format/optionKinds.js';
import { placeOf } from './place.js';

hashes.sha512 ??= sha512;

/** Keys that were found usable, in hex, oldest first: an oracle has few, and each check takes as long as a signature's. */
const usable = new Set<string>();
const REMEMBERED = 64;

/**
 * Checks that the bytes are a usable Ed25519 public key: canonical, and of the prime-order group; else 7009. 7167 and
 * 7168 no bytes.
 */
export function checkOracleKey(key: Uint8Array): void {
  checkValue('checkOracleKey', 'key', key, BYTES);
  const name = bytesToHex(key);
  if (usable.has(name)) return;
  // Under a key of small order one signature fits many messages.
  if (!isOfPrimeOrder(key)) fail(7009, { message: `${name} is no usable Ed25519 public key.` });
  usable.add(name);
  for (const oldest of usable) {
    if (usable.size <= REMEMBERED) break;
    usable.delete(oldest);
  }
}

/**
 * Checks a signature of the oracle over a digest, by any of its keys (current, next or a retired one that is still trusted).
 * Strict rules, so that what is accepted here the chain accepts too: canonical encodings, keys and nonce points of the prime-order group.
 * Errors: 7167 and 7168 no list of keys, 7009 an unusable key, 6083 no key fits.
 */
export function checkSignature(digest: Uint8Array, signature: Uint8Array, keys: readonly Uint8Array[]): void {
  checkValue('checkSignature', 'keys', keys, KEYS);
  for (const key of keys) checkOracleKey(key);
  const isWellFormed = signature.length === 64 && isOfPrimeOrder(signature.subarray(0, 32));
  if (isWellFormed && keys.some((key) => verify(signature, digest, key, { zip215: false }))) return;
  fail(6083, {
    message: `The signature over ${bytesToHex(digest)} is not by ${clipped(keys.map(bytesToHex).join(' or ')) || 'a trusted key'}.`,
    ...placeOf(signature),
  });
}

/**
 * The library multiplies its equation by the cofactor, the runtime of the chain does not: the two agree only on points without a part
 * of small order.
 */
function isOfPrimeOrder(bytes: Uint8Array): boolean {
  try {
    const point = Point.fromBytes(bytes, false);
    return !point.isSmallOrder() && point.isTorsionFree();
  } catch {
    return false;
  }
}
