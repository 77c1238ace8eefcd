import { createHash } from 'node:crypto';
import { Point } from '@noble/ed25519';

/**
 * Signatures at the edges of the rules: small order, other forms of points and scalars, mixed order, wrong lengths, and
 * every bit of a good one flipped.
 */

export const ORDER = Point.CURVE().n;
export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
export const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
export const numberOf = (bytes: Uint8Array) => BigInt(`0x${hex(Uint8Array.from(bytes).reverse())}`);
const scalarBytes = (scalar: bigint) => bytesOf(scalar.toString(16).padStart(64, '0')).reverse();
export const joined = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));
export const sha512 = (...parts: Uint8Array[]) =>
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

export interface Case {
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
export function signed({ secret, nonce, key, R }: Parts, message: Uint8Array): Case {
  const k = numberOf(sha512(R, key, message)) % ORDER;
  return { key, message, signature: joined(R, scalarBytes((nonce + k * secret) % ORDER)) };
}

/**
 * The first message for which the factor of the key is a multiple of 8, so that its component of small order is lost.
 */
function luckyMessage({ key, R }: Parts): Uint8Array {
  for (let i = 0; ; i++) {
    const message = new Uint8Array(32).fill(i & 255).fill(i >> 8, 1);
    if ((numberOf(sha512(R, key, message)) % ORDER) % 8n === 0n) return message;
  }
}

function withScalar({ key, signature, message }: Case, change: (scalar: bigint) => bigint): Case {
  const scalar = scalarBytes(change(numberOf(signature.subarray(32))));
  return { key, message, signature: joined(signature.subarray(0, 32), scalar) };
}

export const SECRET = 123_456_789n;
export const NONCE = 987_654_321n;
export const MESSAGE = bytesOf('5a'.repeat(32));
const mixed = (scalar: bigint) => SMALL.map((point) => Point.BASE.multiply(scalar).add(point).toBytes());
const KEYS = [
  ...mixed(SECRET).map((key) => ({ key, secret: SECRET })),
  ...SMALL_ENCODINGS.map((key) => ({ key, secret: 0n })),
];
const NONCES = [...mixed(NONCE).map((R) => ({ R, nonce: NONCE })), ...SMALL_ENCODINGS.map((R) => ({ R, nonce: 0n }))];
export const GOOD_KEY = Point.BASE.multiply(SECRET).toBytes();
export const GOOD = signed(
  { secret: SECRET, nonce: NONCE, key: GOOD_KEY, R: Point.BASE.multiply(NONCE).toBytes() },
  MESSAGE,
);

const flipped = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));

export const CASES: readonly Case[] = [
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
