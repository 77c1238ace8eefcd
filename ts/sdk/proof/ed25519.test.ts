import { createHash, createPublicKey, verify } from 'node:crypto';
import { Point, sign } from '@noble/ed25519';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '../../../tests/helpers/arbitraryBatch.js';
import { portableVerifier, verifierOf } from './ed25519.js';
import { isStrict, type RuntimeCrypto } from './runtimeEd25519.js';

/**
 * The runtime's check and the one in plain JavaScript agree on all kinds of signatures and keys.
 */

const RUNTIME: RuntimeCrypto = { createPublicKey, verify } as RuntimeCrypto;
const ORDER = Point.CURVE().n;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
const numberOf = (bytes: Uint8Array) => BigInt(`0x${hex(Uint8Array.from(bytes).reverse())}`);
const scalarBytes = (scalar: bigint) => bytesOf(scalar.toString(16).padStart(64, '0')).reverse();
const joined = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));
const sha512 = (...parts: Uint8Array[]) =>
  createHash('sha512')
    .update(joined(...parts))
    .digest();

/** The eight points of small order, multiples of one of order 8; the first is the neutral one. */
const EIGHTH = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
const SMALL = Array.from({ length: 8 }, (_, i) => EIGHTH.multiply(BigInt(i + 1), false));
/** Every encoding of these points that some decoder accepts: canonical, with y + p, and with a sign for x = 0. */
const SMALL_ENCODINGS = [
  ...SMALL.map((point) => point.toBytes()),
  ...[`01${'00'.repeat(30)}80`, `ee${'ff'.repeat(30)}7f`, `ee${'ff'.repeat(31)}`].map(bytesOf),
  ...[`ec${'ff'.repeat(31)}`, `ed${'ff'.repeat(30)}7f`, `ed${'ff'.repeat(31)}`].map(bytesOf),
];
/** Not points: off the curve, beyond the field, or of the wrong length. */
const NO_POINTS = [`02${'00'.repeat(31)}`, 'ff'.repeat(32), '', 'aa'.repeat(31), 'aa'.repeat(33)].map(bytesOf);

interface Case {
  readonly key: Uint8Array;
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
}

interface Parts {
  /** A key: `secret` times the base point, plus a point of small order. */
  readonly secret: bigint;
  readonly nonce: bigint;
  readonly key: Uint8Array;
  readonly R: Uint8Array;
}

/** A signature with the secret, correct except for the small-order parts of `key` and `R`. */
function signed({ secret, nonce, key, R }: Parts, message: Uint8Array): Case {
  const k = numberOf(sha512(R, key, message)) % ORDER;
  return { key, message, signature: joined(R, scalarBytes((nonce + k * secret) % ORDER)) };
}

/**
 * The first message for which the factor of the key is a multiple of 8, so that its component of small order is lost.
 */
function luckyMessage({ key, R }: Parts): Uint8Array {
  for (let i = 0; ; i++) {
    const message = Uint8Array.of(i & 255, i >> 8);
    if ((numberOf(sha512(R, key, message)) % ORDER) % 8n === 0n) return message;
  }
}

function withScalar({ key, signature, message }: Case, change: (scalar: bigint) => bigint): Case {
  const scalar = scalarBytes(change(numberOf(signature.subarray(32))));
  return { key, message, signature: joined(signature.subarray(0, 32), scalar) };
}

const SECRET = 123_456_789n;
const NONCE = 987_654_321n;
const MESSAGE = bytesOf('5a'.repeat(32));
const mixed = (scalar: bigint) => SMALL.map((point) => Point.BASE.multiply(scalar).add(point).toBytes());
const KEYS = [
  ...mixed(SECRET).map((key) => ({ key, secret: SECRET })),
  ...SMALL_ENCODINGS.map((key) => ({ key, secret: 0n })),
];
const NONCES = [...mixed(NONCE).map((R) => ({ R, nonce: NONCE })), ...SMALL_ENCODINGS.map((R) => ({ R, nonce: 0n }))];
const GOOD_KEY = Point.BASE.multiply(SECRET).toBytes();
const GOOD = signed({ secret: SECRET, nonce: NONCE, key: GOOD_KEY, R: Point.BASE.multiply(NONCE).toBytes() }, MESSAGE);

const flipped = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));

const CASES: readonly Case[] = [
  // Every pair of key and point, each with a signature that some rule accepts.
  ...KEYS.flatMap((by) => NONCES.map((at) => ({ ...by, ...at }))).flatMap((parts) => [
    signed(parts, MESSAGE),
    signed(parts, luckyMessage(parts)),
  ]),
  // The scalar in other forms and at its bounds.
  ...[0n, 1n, ORDER - 1n, ORDER, ORDER + 1n, 2n ** 253n, 2n ** 255n - 1n, 2n ** 256n - 1n].map((scalar) =>
    withScalar(GOOD, () => scalar),
  ),
  ...[1n, 2n, 7n, 15n].map((times) => withScalar(GOOD, (scalar) => scalar + times * ORDER)),
  ...SMALL_ENCODINGS.map((R) =>
    withScalar(signed({ secret: SECRET, nonce: 0n, key: GOOD_KEY, R }, MESSAGE), (s) => s + ORDER),
  ),
  // Invalid points and wrong lengths.
  ...NO_POINTS.flatMap((bytes) => [
    { ...GOOD, key: bytes },
    { ...GOOD, signature: joined(bytes, GOOD.signature.subarray(32)) },
    { ...GOOD, signature: joined(GOOD.signature.subarray(0, 32), bytes) },
  ]),
  ...[0, 1, 31, 32, 33, 63].map((length) => ({ ...GOOD, signature: GOOD.signature.slice(0, length) })),
  { ...GOOD, signature: joined(GOOD.signature, Uint8Array.of(0)) },
  { ...GOOD, key: GOOD_KEY.slice(1) },
  { ...GOOD, message: new Uint8Array() },
  { ...GOOD, message: joined(MESSAGE, Uint8Array.of(0)) },
  // Every bit.
  ...Array.from({ length: 512 }, (_, bit) => ({ ...GOOD, signature: flipped(GOOD.signature, bit) })),
  ...Array.from({ length: 256 }, (_, bit) => ({ ...GOOD, key: flipped(GOOD_KEY, bit) })),
  ...Array.from({ length: 256 }, (_, bit) => ({ ...GOOD, message: flipped(MESSAGE, bit) })),
  GOOD,
];

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
