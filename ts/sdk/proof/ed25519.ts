import { hashes, Point, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { byRuntime } from '#ed25519';
import type { RuntimeCrypto, Verifier } from './runtimeEd25519.js';

hashes.sha512 ??= sha512;

/**
 * Makes a verifier for a public key; undefined unless the key is a canonical point of the prime-order group other than
 * the identity. Under a key of small order, one signature would fit many messages.
 *
 * A signature is accepted if its scalar is below the group order, its point meets the same conditions as the key, and
 * the equation holds without the cofactor. The chain accepts all of these.
 */
export function verifierOf(key: Uint8Array, runtime?: RuntimeCrypto | null): Verifier | undefined {
  if (!isOfPrimeOrder(key)) return undefined;
  // Copied, because the caller may change the bytes after the check.
  const own = Uint8Array.from(key);
  const portable = portableVerifier(own);
  return byRuntime(own, portable, runtime) ?? portable;
}

/** Verifies in plain JavaScript. The key has been checked. */
export function portableVerifier(key: Uint8Array): Verifier {
  return (signature, message) =>
    signature.length === 64 &&
    isOfPrimeOrder(signature.subarray(0, 32)) &&
    verify(signature, message, key, { zip215: false });
}

/**
 * The library multiplies the equation by the cofactor, the chain's runtime does not. The two agree only on points
 * without a small-order component.
 */
function isOfPrimeOrder(bytes: Uint8Array): boolean {
  try {
    const point = Point.fromBytes(bytes, false);
    return !point.isSmallOrder() && point.isTorsionFree();
  } catch {
    return false;
  }
}
