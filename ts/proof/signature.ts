import { hashes, Point, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { fail } from '../error/index.js';
import { bytesToHex } from '../format/index.js';

hashes.sha512 ??= sha512;

/** Checks that the bytes are a usable Ed25519 public key: a canonical point that is not of small order, else 7009. */
export function checkOracleKey(key: Uint8Array): void {
  // Under a key of small order one signature fits many messages.
  if (pointOf(key).isSmallOrder()) fail(7009, { message: `${bytesToHex(key)} is a key of small order.` });
}

function pointOf(key: Uint8Array): Point {
  try {
    return Point.fromBytes(key, false);
  } catch (cause) {
    return fail(7009, { message: `${bytesToHex(key)} is no Ed25519 public key.`, cause });
  }
}

/**
 * Checks a signature of the oracle over a digest, by any of its keys (current, next or a retired one that is still trusted).
 * Strict rules: canonical encodings, no small-order keys. Errors: 7009 an unusable key, 6083 no key fits.
 */
export function checkSignature(digest: Uint8Array, signature: Uint8Array, keys: readonly Uint8Array[]): void {
  for (const key of keys) checkOracleKey(key);
  if (signature.length === 64 && keys.some((key) => verify(signature, digest, key, { zip215: false }))) return;
  fail(6083, {
    message: `The signature over ${bytesToHex(digest)} is not by ${keys.map(bytesToHex).join(' or ') || 'a trusted key'}.`,
  });
}
