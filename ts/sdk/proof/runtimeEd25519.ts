import { hexToBytes } from '../format/hex.js';
import { runtimeModule } from '../format/runtimeModule.js';

/** Checks a signature over a message by one key. */
export type Verifier = (signature: Uint8Array, message: Uint8Array) => boolean;

/** The parts of `node:crypto` used here. */
export interface RuntimeCrypto {
  createPublicKey(key: { key: Uint8Array; format: 'der'; type: 'spki' }): object;
  verify(algorithm: null, message: Uint8Array, key: object, signature: Uint8Array): boolean;
}

/** `#ed25519` in Node: verifies with the runtime; undefined if that is missing or lenient. The key has been checked. */
export function byRuntime(
  key: Uint8Array,
  portable: Verifier,
  runtime: RuntimeCrypto | null = strictRuntime(),
): Verifier | undefined {
  return runtime ? runtimeVerifier(key, portable, runtime) : undefined;
}

/** DER header of an Ed25519 public key. */
const SPKI = hexToBytes('302a300506032b6570032100');

/**
 * Verifies with the runtime, which is forty times as fast. The runtime encodes `S·B − k·A` and compares it byte for
 * byte with the point of the signature. With a key of the prime-order group, that is the canonical encoding of a point
 * of the group, so only the identity is left to refuse.
 */
function runtimeVerifier(key: Uint8Array, portable: Verifier, runtime: RuntimeCrypto): Verifier {
  const handle = runtime.createPublicKey({ key: Uint8Array.from([...SPKI, ...key]), format: 'der', type: 'spki' });
  return (signature, message) => {
    // The runtime would also accept strings and other arrays as bytes.
    if (!(signature instanceof Uint8Array && message instanceof Uint8Array)) return portable(signature, message);
    return signature.length === 64 && !isNeutral(signature) && runtime.verify(null, message, handle, signature);
  };
}

/** Whether the signature's point is the identity: y = 1. */
function isNeutral(signature: Uint8Array): boolean {
  if (signature[0] !== 1) return false;
  for (let i = 1; i < 32; i++) if (signature[i] !== 0) return false;
  return true;
}

/** First test vector of RFC 8032, with an empty message. */
const PROBE = {
  key: hexToBytes('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'),
  good: hexToBytes(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155' +
      '5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ),
  lenient: [
    // The scalar plus the group order.
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155' +
      '4c8c7872aa064e049dbb3013fbf29380d25bf5f0595bbe24655141438e7a101b',
    // A point with a component of order 8: valid only if both sides are multiplied by the cofactor.
    'd0424b701d60255de5df705071059ccd22b8349bb4138202ebbd65e9e0ad211b' +
      '97be9ee6dc41d4af8dd2b8e0b7037be375178fb7c308a30d82c0d94b45e02603',
  ].map(hexToBytes),
};

/** Whether a runtime applies the strict rules. Implementations of `node:crypto` differ. */
export function isStrict(runtime: RuntimeCrypto): boolean {
  try {
    const verifier = runtimeVerifier(PROBE.key, () => false, runtime);
    const message = new Uint8Array();
    return verifier(PROBE.good, message) && !PROBE.lenient.some((signature) => verifier(signature, message));
  } catch {
    return false;
  }
}

let known: RuntimeCrypto | null | undefined;

/** The `node:crypto` of this runtime; `null` if missing or lenient. Tested once, for the first key. */
function strictRuntime(): RuntimeCrypto | null {
  if (known === undefined) {
    const { createPublicKey, verify: check } = (runtimeModule('node:crypto') ?? {}) as Partial<RuntimeCrypto>;
    const runtime = createPublicKey && check ? { createPublicKey, verify: check } : null;
    known = runtime && isStrict(runtime) ? runtime : null;
  }
  return known;
}
