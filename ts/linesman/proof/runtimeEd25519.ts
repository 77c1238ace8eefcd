import { hexToBytes } from '../format/index.js';
import { runtimeModule } from '../format/runtimeModule.js';
import type { Verifier } from './ed25519.js';

/** What is used of `node:crypto`. */
export interface RuntimeCrypto {
  createPublicKey(key: { key: Uint8Array; format: 'der'; type: 'spki' }): object;
  verify(algorithm: null, message: Uint8Array, key: object, signature: Uint8Array): boolean;
}

/** `#ed25519` in Node: checks by the runtime, undefined where it has none that is strict. The key has been checked. */
export function byRuntime(
  key: Uint8Array,
  portable: Verifier,
  runtime: RuntimeCrypto | null = strictRuntime(),
): Verifier | undefined {
  return runtime ? runtimeVerifier(key, portable, runtime) : undefined;
}

/** DER in front of the 32 bytes of an Ed25519 public key. */
const SPKI = hexToBytes('302a300506032b6570032100');

/**
 * By the runtime, forty times as fast. The key has been checked, and that decides the rest: the runtime encodes
 * `S·B − k·A` and compares it with the point of the signature byte for byte. With a key of the prime-order group this is
 * the one encoding of a point of that group, so of all points to refuse only the neutral one is left.
 */
function runtimeVerifier(key: Uint8Array, portable: Verifier, runtime: RuntimeCrypto): Verifier {
  const handle = runtime.createPublicKey({ key: Uint8Array.from([...SPKI, ...key]), format: 'der', type: 'spki' });
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
    const verifier = runtimeVerifier(PROBE.key, () => false, runtime);
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
