import { hexed } from '../../error/index.js';
import { BorshFault } from './fault.js';
import { BorshReader } from './reader.js';
import { BorshWriter } from './writer.js';

/** Writes and reads one Borsh type. `path` names the value in faults. */
export interface Codec<T> {
  write(to: BorshWriter, value: T, path: string): void;
  read(from: BorshReader, path: string): T;
}

/** The value type of a codec. */
export type ValueOf<C> = C extends Codec<infer T> ? T : never;

const integer = (width: 1 | 2 | 4, signed: boolean): Codec<number> => {
  const bits = 8 * width;
  const low = signed ? -(2 ** (bits - 1)) : 0;
  const high = signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
  return {
    write: (to, value, path) => {
      if (!Number.isInteger(value) || value < low || value > high)
        throw new BorshFault(path, `an integer from ${low} to ${high}`, value);
      to.integer(width, value);
    },
    read: (from, path) => (signed && width !== 1 ? from.signed(width, path) : from.unsigned(width, path)),
  };
};

const U64_MAX = 2n ** 64n - 1n;

export const u8 = integer(1, false);
export const u16 = integer(2, false);
export const u32 = integer(4, false);
export const i16 = integer(2, true);
export const i32 = integer(4, true);

/** A bigint, because amounts and ids use all 64 bits. */
export const u64: Codec<bigint> = {
  write: (to, value, path) => {
    if (typeof value !== 'bigint' || value < 0n || value > U64_MAX)
      throw new BorshFault(path, `a bigint from 0 to ${U64_MAX}`, value);
    to.integer64(value);
  },
  read: (from, path) => from.unsigned64(path),
};

/**
 * A number, as times and fixture ids are in `linesman/format`. A value beyond 2^53 would lose digits, so it is a fault.
 */
export const i64: Codec<number> = {
  write: (to, value, path) => {
    if (!Number.isSafeInteger(value)) throw new BorshFault(path, 'an integer within 2^53', value);
    to.integer64(BigInt(value));
  },
  read: (from, path) => {
    const offset = from.offset;
    const whole = from.signed64(path);
    const value = Number(whole);
    if (!Number.isSafeInteger(value)) throw new BorshFault(path, 'an integer within 2^53', whole, offset);
    return value;
  },
};

/** One byte, 0 or 1. Any other byte is a fault, so that each value has one encoding. */
export const bool: Codec<boolean> = {
  write: (to, value, path) => {
    if (typeof value !== 'boolean') throw new BorshFault(path, 'true or false', value);
    to.integer(1, value ? 1 : 0);
  },
  read: (from, path) => {
    const offset = from.offset;
    const byte = from.unsigned(1, path);
    if (byte > 1) throw new BorshFault(path, 'the byte 0 or 1', byte, offset);
    return byte === 1;
  },
};

/** A fixed number of raw bytes. */
export const bytes = (length: number): Codec<Uint8Array> => ({
  write: (to, value, path) => {
    if (!(value instanceof Uint8Array) || value.length !== length) throw new BorshFault(path, `${length} bytes`, value);
    to.put(value);
  },
  read: (from, path) => from.take(length, path),
});

export const hash32 = bytes(32);

/** Raw bytes after their count, a u32. */
export const byteList: Codec<Uint8Array> = {
  write: (to, value, path) => {
    if (!(value instanceof Uint8Array)) throw new BorshFault(path, 'bytes', value);
    to.integer(4, value.length);
    to.put(value);
  },
  read: (from, path) => from.take(from.unsigned(4, path), path),
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 after its length in bytes, a u32. A lone surrogate has no encoding and is a fault. */
export const string: Codec<string> = {
  write: (to, value, path) => {
    if (typeof value !== 'string') throw new BorshFault(path, 'a string', value);
    if (/\p{Surrogate}/u.test(value)) throw new BorshFault(path, 'well-formed text', value);
    const encoded = new TextEncoder().encode(value);
    to.integer(4, encoded.length);
    to.put(encoded);
  },
  read: (from, path) => {
    const offset = from.offset;
    const encoded = from.take(from.unsigned(4, path), path);
    try {
      return utf8.decode(encoded);
    } catch {
      throw new BorshFault(path, 'UTF-8', `the bytes ${hexed(encoded)}`, offset);
    }
  },
};

/** A byte 0 for `null`, or a byte 1 and the value. */
export const option = <T>(inner: Codec<T>): Codec<T | null> => ({
  write: (to, value, path) => {
    bool.write(to, value !== null, path);
    if (value !== null) inner.write(to, value, path);
  },
  read: (from, path) => (bool.read(from, path) ? inner.read(from, path) : null),
});

/** A list after its count, a u32. The count is not trusted: memory grows only with the elements present. */
export const vec = <T>(inner: Codec<T>): Codec<T[]> => ({
  write: (to, value, path) => {
    if (!Array.isArray(value)) throw new BorshFault(path, 'a list', value);
    to.integer(4, value.length);
    value.forEach((item, i) => {
      inner.write(to, item, `${path}[${i}]`);
    });
  },
  read: (from, path) => {
    const count = from.unsigned(4, path);
    const offset = from.offset;
    // Every element takes at least one byte.
    if (count > from.remaining)
      throw new BorshFault(path, `at most ${from.remaining} elements, one for each byte left`, count, offset);
    const items: T[] = [];
    for (let i = 0; i < count; i++) items.push(inner.read(from, `${path}[${i}]`));
    return items;
  },
});

/** A fixed number of elements, without a count. */
export const array = <T>(inner: Codec<T>, length: number): Codec<T[]> => ({
  write: (to, value, path) => {
    if (!Array.isArray(value) || value.length !== length) throw new BorshFault(path, `a list of ${length}`, value);
    value.forEach((item, i) => {
      inner.write(to, item, `${path}[${i}]`);
    });
  },
  read: (from, path) => Array.from({ length }, (_, i) => inner.read(from, `${path}[${i}]`)),
});

// biome-ignore lint/suspicious/noExplicitAny: the value type of a field is inferred, not constrained.
type Fields = Record<string, Codec<any>>;
type StructOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> };

/** Fields in the order given. */
export const struct = <F extends Fields>(fields: F): Codec<StructOf<F>> => {
  const entries = Object.entries(fields);
  return {
    write: (to, value, path) => {
      if (typeof value !== 'object' || value === null) throw new BorshFault(path, 'an object', value);
      for (const [name, codec] of entries) codec.write(to, value[name], path === '' ? name : `${path}.${name}`);
    },
    read: (from, path) => {
      const value: Record<string, unknown> = {};
      for (const [name, codec] of entries) value[name] = codec.read(from, path === '' ? name : `${path}.${name}`);
      return value as StructOf<F>;
    },
  };
};

/** An enum without data: the value is the name of the variant, the byte its index. */
export const variants = <const N extends readonly string[]>(names: N): Codec<N[number]> => ({
  write: (to, value, path) => {
    const tag = names.indexOf(value);
    if (tag < 0) throw new BorshFault(path, `one of ${names.join(', ')}`, value);
    to.integer(1, tag);
  },
  read: (from, path) => {
    const offset = from.offset;
    const tag = from.unsigned(1, path);
    const name = names[tag];
    if (name === undefined) throw new BorshFault(path, `a variant below ${names.length}`, tag, offset);
    return name;
  },
});

type UnionOf<F extends Fields> = { [K in keyof F & string]: { kind: K } & ValueOf<F[K]> }[keyof F & string];

/** An enum with data: `{ kind: variant, ...fields }`. */
export const union = <F extends Fields>(cases: F): Codec<UnionOf<F>> => {
  const entries = Object.entries(cases);
  const names = entries.map(([name]) => name);
  const tagOf = variants(names);
  return {
    write: (to, value, path) => {
      const kind = (value as { kind?: unknown } | null)?.kind;
      tagOf.write(to, kind as string, `${path}.kind`);
      (cases[kind as string] as Codec<unknown>).write(to, value, path);
    },
    read: (from, path) => {
      const kind = tagOf.read(from, path);
      return { kind, ...(cases[kind] as Codec<object>).read(from, path) } as UnionOf<F>;
    },
  };
};

/** Encodes a value. Throws {@link BorshFault}. */
export function encode<T>(codec: Codec<T>, value: T): Uint8Array {
  const writer = new BorshWriter();
  codec.write(writer, value, '');
  return writer.finish();
}

/** Decodes all bytes: leftover bytes are a fault. Throws {@link BorshFault}. */
export function decode<T>(codec: Codec<T>, data: Uint8Array): T {
  const reader = new BorshReader(data);
  const value = codec.read(reader, '');
  if (reader.remaining > 0) throw new BorshFault('', 'the end', `${reader.remaining} more bytes`, reader.offset);
  return value;
}
