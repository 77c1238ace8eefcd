import { fail, INVALID_ORACLE_KEY, INVALID_ORACLE_SIGNATURE } from '../error/index.js';
import { checkValue } from '../format/checkOptions.js';
import { bytesToHex } from '../format/index.js';
import { BYTES, KEYS } from '../format/optionKinds.js';
import { type Verifier, verifierOf } from './ed25519.js';
import { placeOf } from './place.js';

/** Of keys that were found usable, by their hex, oldest first: an oracle has few, and checking one takes milliseconds. */
const usable = new Map<string, Verifier>();
const REMEMBERED = 64;

/**
 * Checks that the bytes are a usable Ed25519 public key: canonical, and of the prime-order group. Errors: MISSING_OPTION and
 * WRONG_OPTION not bytes; INVALID_ORACLE_KEY.
 */
export function checkOracleKey(key: Uint8Array): void {
  usableKey(key);
}

function usableKey(key: Uint8Array): Verifier {
  checkValue('checkOracleKey', 'key', key, BYTES);
  const name = bytesToHex(key);
  const found = usable.get(name);
  if (found) return found;
  const verifier = verifierOf(key);
  if (!verifier) return fail(INVALID_ORACLE_KEY, { problem: 'not usable', key: name });
  usable.set(name, verifier);
  for (const oldest of usable.keys()) {
    if (usable.size <= REMEMBERED) break;
    usable.delete(oldest);
  }
  return verifier;
}

/**
 * Checks a signature of the oracle over a digest, by any of its keys (current, next or a retired one that is still trusted).
 * Strict rules, so that what is accepted here the chain accepts too: canonical encodings, keys and nonce points of the prime-order group.
 * Errors: MISSING_OPTION and WRONG_OPTION not a list of keys; INVALID_ORACLE_KEY; INVALID_ORACLE_SIGNATURE no key fits.
 */
export function checkSignature(digest: Uint8Array, signature: Uint8Array, keys: readonly Uint8Array[]): void {
  checkValue('checkSignature', 'keys', keys, KEYS);
  if (keys.map(usableKey).some((verifies) => verifies(signature, digest))) return;
  fail(INVALID_ORACLE_SIGNATURE, { digest, keys, ...placeOf(signature) });
}
