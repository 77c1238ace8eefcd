import { createPublicKey, verify } from 'node:crypto';
import { Point, sign } from '@noble/ed25519';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '../../../tests/helpers/arbitraryBatch.js';
import {
  bytesOf,
  CASES,
  type Case,
  GOOD,
  GOOD_KEY,
  hex,
  joined,
  MESSAGE,
  NONCE,
  numberOf,
  ORDER,
  SECRET,
  sha512,
  signed,
} from '../../../tests/helpers/signatureCases.js';
import { portableVerifier, verifierOf } from './ed25519.js';
import { isStrict, type RuntimeCrypto } from './runtimeEd25519.js';

/**
 * The runtime's check and the one in plain JavaScript agree on all kinds of signatures and keys.
 */

const RUNTIME: RuntimeCrypto = { createPublicKey, verify } as RuntimeCrypto;

const by = ({ key, signature, message }: Case, runtime: RuntimeCrypto | null) =>
  verifierOf(key, runtime)?.(signature, message);

/** The runtime alone, without our rules. */
function bare({ key, signature, message }: Case): boolean {
  const der = joined(bytesOf('302a300506032b6570032100'), key);
  try {
    return verify(null, message, createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' }), signature);
  } catch {
    return false;
  }
}

test('both verifiers agree in every edge case and accept only strictly valid signatures', () => {
  expect(CASES.length).toBeGreaterThan(2_000);
  const answers = CASES.map((one) => ({ one, runtime: by(one, RUNTIME), portable: by(one, null) }));
  expect(answers.filter(({ runtime, portable }) => runtime !== portable)).toEqual([]);
  const accepted = answers.filter(({ runtime }) => runtime).map(({ one }) => `${hex(one.key)} ${hex(one.signature)}`);
  const right = CASES.filter(({ key, signature, message }) => {
    const isOurs = hex(key) === hex(GOOD_KEY) && hex(signature.subarray(0, 32)) === hex(GOOD.signature.subarray(0, 32));
    return (
      isOurs &&
      hex(signed({ secret: SECRET, nonce: NONCE, key, R: signature.subarray(0, 32) }, message).signature) ===
        hex(signature)
    );
  });
  // The sample, its copy among the pairs, and the one with the special message.
  expect(accepted).toEqual(right.map(({ key, signature }) => `${hex(key)} ${hex(signature)}`));
  expect(accepted).toHaveLength(3);
  // Our rules are needed: by itself, the runtime accepts keys and points that the chain refuses. OpenSSL 3.5 (Node 24)
  // refuses more of them than earlier versions.
  const [major = 0, minor = 0] = process.versions.openssl.split('.').map(Number);
  const isStricter = major > 3 || (major === 3 && minor >= 5);
  expect(CASES.filter(bare).length).toBeGreaterThan(accepted.length + (isStricter ? 10 : 20));
});

test('both verifiers agree on random keys and messages, intact and altered', () => {
  const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const edit = fc.record({
    part: fc.constantFrom('key', 'signature', 'message'),
    at: fc.nat(),
    by: fc.nat({ max: 255 }),
  });
  fc.assert(
    fc.property(seed, fc.uint8Array({ maxLength: 300 }), fc.array(edit, { maxLength: 2 }), (secret, message, edits) => {
      const key = Point.BASE.multiply(secretScalar(secret)).toBytes();
      const parts = { key, message: message.slice(), signature: sign(message, secret) };
      const before = { key: hex(key), message: hex(message), signature: hex(parts.signature) };
      for (const { part, at, by: change } of edits) {
        const bytes = parts[part as keyof typeof parts];
        if (bytes.length > 0) bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ change;
      }
      const isUntouched = Object.entries(before).every(
        ([part, text]) => hex(parts[part as keyof typeof parts]) === text,
      );
      const answer = by(parts, RUNTIME);
      expect(answer).toBe(by(parts, null));
      expect(answer === true).toBe(isUntouched);
    }),
    { seed: SEED, numRuns: 300 },
  );
});

function secretScalar(seed: Uint8Array): bigint {
  const bytes = Uint8Array.from(sha512(seed).subarray(0, 32));
  bytes[0] = (bytes[0] ?? 0) & 0xf8;
  bytes[31] = ((bytes[31] ?? 0) & 0x7f) | 0x40;
  return numberOf(bytes) % ORDER;
}

test('views into larger buffers work, and later changes to a key have no effect', () => {
  const within = (bytes: Uint8Array) => joined(Uint8Array.of(1, 2, 3), bytes, Uint8Array.of(4)).subarray(3, -1);
  const key = Buffer.from(GOOD_KEY);
  const verifier = verifierOf(key, RUNTIME);
  key.fill(0);
  expect(verifier?.(within(GOOD.signature), within(MESSAGE))).toBe(true);
  expect(portableVerifier(GOOD_KEY)(within(GOOD.signature), within(MESSAGE))).toBe(true);
});

test('both verifiers refuse anything but bytes', () => {
  const outcome = (of: () => unknown): unknown => {
    try {
      return of();
    } catch (error) {
      return (error as Error).constructor;
    }
  };
  const wrong: unknown[] = [
    'text',
    new Int8Array(GOOD.signature),
    [...GOOD.signature],
    new DataView(MESSAGE.buffer),
    null,
  ];
  for (const value of wrong) {
    for (const edit of [{ signature: value }, { message: value }]) {
      const one = { ...GOOD, ...edit } as Case;
      expect(outcome(() => by(one, RUNTIME))).toBe(outcome(() => by(one, null)));
      expect(outcome(() => by(one, RUNTIME))).not.toBe(true);
    }
  }
});

test('a runtime that is lenient, broken or accepts everything is not used', () => {
  const using = (edit: Partial<RuntimeCrypto>) => isStrict({ ...RUNTIME, ...edit });
  expect(using({})).toBe(true);
  expect(using({ verify: () => true })).toBe(false);
  expect(using({ verify: () => false })).toBe(false);
  const missing = (): never => {
    throw new Error('not supported');
  };
  expect(using({ createPublicKey: missing })).toBe(false);
  // Like other implementations: with the cofactor, or with a reduced scalar.
  const keyOf = (handle: unknown) =>
    (handle as { export(as: object): Buffer }).export({ type: 'spki', format: 'der' }).subarray(12);
  const holds = (handle: object, message: Uint8Array, signature: Uint8Array, clear: boolean): boolean => {
    const [A, R] = [Point.fromBytes(keyOf(handle)), Point.fromBytes(signature.subarray(0, 32))];
    const k = numberOf(sha512(R.toBytes(), A.toBytes(), message)) % ORDER;
    const S = numberOf(signature.subarray(32)) % ORDER;
    const difference = Point.BASE.multiply(S, false).subtract(R).subtract(A.multiply(k, false));
    return (clear ? difference.clearCofactor() : difference).is0();
  };
  const isReduced = (signature: Uint8Array) => numberOf(signature.subarray(32)) < ORDER;
  expect(
    using({ verify: (_, message, key, signature) => isReduced(signature) && holds(key, message, signature, false) }),
  ).toBe(true);
  expect(
    using({ verify: (_, message, key, signature) => isReduced(signature) && holds(key, message, signature, true) }),
  ).toBe(false);
  expect(using({ verify: (_, message, key, signature) => holds(key, message, signature, false) })).toBe(false);
});

test('uses the verifier of this runtime if it has one', () => {
  const { getBuiltinModule } = process as { getBuiltinModule?: (name: string) => unknown };
  const verifier = verifierOf(GOOD_KEY);
  expect(verifier?.(GOOD.signature, MESSAGE)).toBe(true);
  if (getBuiltinModule) expect(String(verifier)).toBe(String(verifierOf(GOOD_KEY, RUNTIME)));
});
