import { hashes, Point, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '../format/index.js';
import { runtimeModule } from '../format/runtimeModule.js';

hashes.sha512 ??= sha512;

/** Whether the signature over the message is by the key that this was made for. */
export type Verifier = (signature: Uint8Array, message: Uint8Array) => boolean;

/** What is used of `node:crypto`. */
export interface RuntimeCrypto {
  createPublicKey(key: { key: Uint8Array; format: 'der'; type: 'spki' }): object;
  verify(algorithm: null, message: Uint8Array, key: object, signature: Uint8Array): boolean;
}

/**
 * Who checks signatures by these bytes; undefined when they are no usable key: canonical, and a point of the
 * prime-order group other than the neutral one (under a key of small order one signature fits many messages).
 *
 * Accepted are signatures whose scalar is below the group order, whose point is canonical and of the same group and not
 * neutral, and for which the equation holds without the cofactor, too. That is no more than the chain accepts.
 */
export function verifierOf(key: Uint8Array, runtime = strictRuntime()): Verifier | undefined {
  if (!isOfPrimeOrder(key)) return undefined;
  // What was checked is the bytes as they are now.
  const own = Uint8Array.from(key);
  return runtime ? runtimeVerifier(own, runtime) : portableVerifier(own);
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

/** DER in front of the 32 bytes of an Ed25519 public key. */
const SPKI = hexToBytes('302a300506032b6570032100');

/**
 * By the runtime, forty times as fast. The key has been checked, and that decides the rest: the runtime encodes
 * `S·B − k·A` and compares it with the point of the signature byte for byte. With a key of the prime-order group this is
 * the one encoding of a point of that group, so of all points to refuse only the neutral one is left.
 */
function runtimeVerifier(key: Uint8Array, runtime: RuntimeCrypto): Verifier {
  const handle = runtime.createPublicKey({ key: Uint8Array.from([...SPKI, ...key]), format: 'der', type: 'spki' });
  const portable = portableVerifier(key);
  return (signature, message) => {
    // The runtime takes texts and other arrays for bytes.
    if (!(signature instanceof Uint8Array && message instanceof Uint8Array)) return portable(signature, message);
    return signature.length === 64 && !isNeutral(signature) && runtime.verify(null, message, handle, signature);
  };
}

/** Whether the point in front is the neutral one: y = 1. */
function isNeutral(signature: Uint8Array): boolean {
  if (signature[0] !== 1) return false;
  for (let i = 1; i < 32; i++) if (signature[i] !== 0) return false;
  return true;
}

/** The first example of RFC 8032: an empty message. */
const PROBE = {
  key: hexToBytes('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'),
  good: hexToBytes(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ),
  lenient: [
    // The scalar is greater by the group order.
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901554c8c7872aa064e049dbb3013fbf29380d25bf5f0595bbe24655141438e7a101b',
    // A point with a part of order 8: right when both sides are multiplied by the cofactor, wrong else.
    'd0424b701d60255de5df705071059ccd22b8349bb4138202ebbd65e9e0ad211b97be9ee6dc41d4af8dd2b8e0b7037be375178fb7c308a30d82c0d94b45e02603',
  ].map(hexToBytes),
};

/** Whether a runtime checks as the rules above need it. Not all that offer `node:crypto` have the same code behind it. */
export function isStrict(runtime: RuntimeCrypto): boolean {
  try {
    const verifier = runtimeVerifier(PROBE.key, runtime);
    const message = new Uint8Array();
    return verifier(PROBE.good, message) && !PROBE.lenient.some((signature) => verifier(signature, message));
  } catch {
    return false;
  }
}

let known: RuntimeCrypto | null | undefined;

/** This runtime's, `null` where it has none or a lenient one; tried once, when the first key is checked. */
function strictRuntime(): RuntimeCrypto | null {
  if (known === undefined) {
    const { createPublicKey, verify: check } = (runtimeModule('node:crypto') ?? {}) as Partial<RuntimeCrypto>;
    const runtime = createPublicKey && check ? { createPublicKey, verify: check } : null;
    known = runtime && isStrict(runtime) ? runtime : null;
  }
  return known;
}
