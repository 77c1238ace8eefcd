import { hashes, Point, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { byRuntime } from '#ed25519';
import type { RuntimeCrypto } from './runtimeEd25519.js';

hashes.sha512 ??= sha512;

/** Whether the signature over the message is by the key that this was made for. */
export type Verifier = (signature: Uint8Array, message: Uint8Array) => boolean;

/**
 * Who checks signatures by these bytes; undefined when they are no usable key: canonical, and a point of the
 * prime-order group other than the neutral one (under a key of small order one signature fits many messages).
 *
 * Accepted are signatures whose scalar is below the group order, whose point is canonical and of the same group and not
 * neutral, and for which the equation holds without the cofactor, too. That is no more than the chain accepts.
 */
export function verifierOf(key: Uint8Array, runtime?: RuntimeCrypto | null): Verifier | undefined {
  if (!isOfPrimeOrder(key)) return undefined;
  // What was checked is the bytes as they are now.
  const own = Uint8Array.from(key);
  const portable = portableVerifier(own);
  return byRuntime(own, portable, runtime) ?? portable;
}

/** By plain JavaScript. The key has been checked. */
export function portableVerifier(key: Uint8Array): Verifier {
  return (signature, message) =>
    signature.length === 64 &&
    isOfPrimeOrder(signature.subarray(0, 32)) &&
    verify(signature, message, key, { zip215: false });
}

/**
 * The library multiplies its equation by the cofactor, the runtime of the chain does not: the two agree only on points
 * without a part of small order.
 */
function isOfPrimeOrder(bytes: Uint8Array): boolean {
  try {
    const point = Point.fromBytes(bytes, false);
    return !point.isSmallOrder() && point.isTorsionFree();
  } catch {
    return false;
  }
}
