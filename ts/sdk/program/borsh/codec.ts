import type { Schema } from '../../format/borsh.js';
import type { UnixSeconds } from '../../format/slotTime.js';
import type { Address } from '../address/address.js';
import { BorshDecoder } from './decoder.js';
import { ArgumentEncoder } from './encoder.js';
import type { Extension } from './extension.js';
import { BorshFault } from './fault.js';

/** The layout of a value that is sent or stored: a schema, as for hashing, that knows the type of its values. */
export type Codec<T> = Schema & { readonly '~value'?: { readonly value: T } };

/** The value type of a codec. */
export type ValueOf<C> = C extends Codec<infer T> ? T : never;

const codec = <T>(schema: Schema | Extension): Codec<T> => schema as Codec<T>;

export const u8 = /* @__PURE__ */ codec<number>('u8');
export const u16 = /* @__PURE__ */ codec<number>('u16');
export const u32 = /* @__PURE__ */ codec<number>('u32');
export const i16 = /* @__PURE__ */ codec<number>('i16');
export const i32 = /* @__PURE__ */ codec<number>('i32');

/** A bigint, because amounts and ids use all 64 bits. */
export const u64 = /* @__PURE__ */ codec<bigint>('u64');

/**
 * A number, as times and fixture ids are in `@linesman/sdk/format`. A value beyond 2^53 would lose digits, so it is a
 * fault.
 */
export const i64 = /* @__PURE__ */ codec<number>('i64');

/** An i64: Unix time in seconds, as the chain's clock has it. */
export const unixSeconds = /* @__PURE__ */ codec<UnixSeconds>('i64');

/** One byte, 0 or 1. Any other byte is a fault, so that each value has one encoding. */
export const bool = /* @__PURE__ */ codec<boolean>('bool');

/** UTF-8 after its length in bytes, a u32. A lone surrogate has no encoding and is a fault. */
export const string = /* @__PURE__ */ codec<string>('string');

/** An address: 32 raw bytes. */
export const publicKey = /* @__PURE__ */ codec<Address>('address');

/** A fixed number of raw bytes. */
export const bytes = (length: number): Codec<Uint8Array> => codec({ array: { type: 'u8', len: length } });

export const hash32 = /* @__PURE__ */ bytes(32);

/** Raw bytes after their count, a u32. */
export const byteList = /* @__PURE__ */ codec<Uint8Array>('bytes');

/** A byte 0 for `null`, or a byte 1 and the value. */
export const option = <T>(inner: Codec<T>): Codec<T | null> => codec({ option: inner });

/** A list after its count, a u32. The count is not trusted: memory grows only with the elements present. */
export const vec = <T>(inner: Codec<T>): Codec<T[]> => codec({ array: { type: inner } });

/** A fixed number of elements, without a count. */
export const array = <T>(inner: Codec<T>, length: number): Codec<T[]> => codec({ array: { type: inner, len: length } });

// biome-ignore lint/suspicious/noExplicitAny: the value type of a field is inferred, not constrained.
type Fields = Record<string, Codec<any>>;
type StructOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> };

/** Fields in the order given. */
export const struct = <F extends Fields>(fields: F): Codec<StructOf<F>> => codec({ struct: fields });

/** An enum without data: the value is the name of the variant, the byte its index. */
export const variants = <const N extends readonly string[]>(names: N): Codec<N[number]> => codec({ names });

/** One of some words: the value is the word, the byte the one given for it. Any other byte is a fault. */
export const words = <W extends string>(bytes: Readonly<Record<W, number>>): Codec<W> => codec({ words: bytes });

type UnionOf<F extends Fields> = { [K in keyof F & string]: { kind: K } & ValueOf<F[K]> }[keyof F & string];

/** An enum with data: `{ kind: variant, ...fields }`. */
export const union = <F extends Fields>(cases: F): Codec<UnionOf<F>> => codec({ union: cases });

/** Fields of `size` bytes. `null` is written as zeros, and zeros are read as `null`. */
export const orZeros = <T>(inner: Codec<T>, size: number): Codec<T | null> => codec({ orZeros: inner, size });

/** A last field that was added later. For bytes that end before it, its value is `absent`. It is always written. */
export const trailing = <T>(inner: Codec<T>, absent: T): Codec<T> => codec({ trailing: inner, absent });

/** Encodes a value. Throws {@link BorshFault}. */
export function encode<T>(layout: Codec<T>, value: T): Uint8Array {
  const encoder = new ArgumentEncoder('');
  encoder.write(layout, value);
  return encoder.bytes();
}

/** Decodes all bytes: leftover bytes are a fault. Throws {@link BorshFault}. */
export function decode<T>(layout: Codec<T>, data: Uint8Array): T {
  const decoder = new BorshDecoder(data);
  const value = decoder.read(layout);
  if (decoder.remaining > 0) throw new BorshFault('', 'the end', `${decoder.remaining} more bytes`, decoder.offset);
  return value as T;
}
