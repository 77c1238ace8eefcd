import { INVALID_ORACLE_KEY } from '../error/codes/library.js';
import { INVALID_ORACLE_SIGNATURE } from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import { checkValue } from '../format/checkOptions.js';
import { BYTES, KEYS } from '../format/optionKinds.js';
import { documentPath } from './documentPath.js';
import { verifierOf } from './ed25519.js';
import type { Verifier } from './runtimeEd25519.js';

/** Usable keys by their bytes in text, oldest first. Checking a key takes milliseconds, and an oracle has few. */
const usable = new Map<string, Verifier>();
const REMEMBERED = 64;

/**
 * Checks that bytes are a usable Ed25519 public key: canonical and in the prime-order group. Errors: MISSING_OPTION and
 * WRONG_OPTION for anything but a Uint8Array; INVALID_ORACLE_KEY.
 *
 * @example
 * ```ts
 * import { bytesFromText, checkOracleKey } from '@linesman/sdk/proof';
 *
 * checkOracleKey(bytesFromText('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 32, 'oracle key'));
 * ```
 */
export function checkOracleKey(key: Uint8Array): void {
  usableKey(key);
}

function usableKey(key: Uint8Array): Verifier {
  checkValue('checkOracleKey', 'key', key, BYTES);
  const name = key.join();
  const found = usable.get(name);
  if (found) return found;
  const verifier = verifierOf(key);
  if (!verifier) return fail(INVALID_ORACLE_KEY, { problem: 'not usable' });
  usable.set(name, verifier);
  for (const oldest of usable.keys()) {
    if (usable.size <= REMEMBERED) break;
    usable.delete(oldest);
  }
  return verifier;
}

/**
 * Checks that one of the oracle's keys (current, next, or a retired one you still trust) signed a digest. Encodings
 * must be canonical, keys and nonce points in the prime-order group, so that the chain accepts every signature accepted
 * here. Errors: MISSING_OPTION and WRONG_OPTION for the keys; INVALID_ORACLE_KEY; INVALID_ORACLE_SIGNATURE.
 *
 * @example
 * ```ts
 * import { signedOddsDigest } from '@linesman/sdk/format';
 * import { checkSignature, type OddsProof, oddsPayload } from '@linesman/sdk/proof';
 *
 * declare const proof: OddsProof;
 * declare const oracleKey: Uint8Array;
 * if (proof.signature) checkSignature(signedOddsDigest(oddsPayload(proof)), proof.signature, [oracleKey]);
 * ```
 */
export function checkSignature(digest: Uint8Array, signature: Uint8Array, keys: readonly Uint8Array[]): void {
  checkValue('checkSignature', 'keys', keys, KEYS);
  if (keys.map(usableKey).some((verifies) => verifies(signature, digest))) return;
  fail(INVALID_ORACLE_SIGNATURE, { digest, keys, ...documentPath(signature) });
}
