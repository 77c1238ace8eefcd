import type { Schema } from '../../format/index.js';
import { bool, bytes, type Codec, i16, i32, i64, option, string, struct, u8, u16, u32, u64, vec } from './codec.js';
import { BorshFault } from './fault.js';

// biome-ignore lint/suspicious/noExplicitAny: a schema is data; the caller names the type of its values.
type AnyCodec = Codec<any>;

const PRIMITIVES: Readonly<Record<string, AnyCodec>> = { u8, u16, u32, u64, i16, i32, i64, bool, string };

/**
 * The codec of a type declared in `linesman/format`, so that hashing and sending share one declaration. Enums are `{
 * variant: content }`; for 64-bit integers see {@link i64} and {@link u64}.
 */
export function ofSchema<T>(schema: Schema): Codec<T> {
  return build(schema);
}

function build(schema: Schema): AnyCodec {
  if (typeof schema === 'string') {
    const primitive = PRIMITIVES[schema];
    if (!primitive) throw new TypeError(`no codec for the schema ${schema}`);
    return primitive;
  }
  if ('option' in schema) return option(build(schema.option));
  if ('array' in schema) {
    const { type, len } = schema.array;
    if (len === undefined) return vec(build(type));
    if (type === 'u8') return bytes(len);
  }
  if ('struct' in schema)
    return struct(Object.fromEntries(Object.entries(schema.struct).map(([name, inner]) => [name, build(inner)])));
  if ('enum' in schema) {
    return oneOf(
      schema.enum
        .map((variant) => Object.entries(variant.struct)[0] as [string, Schema])
        .map(([name, inner]) => [name, build(inner)]),
    );
  }
  throw new TypeError(`no codec for the schema ${JSON.stringify(schema)}`);
}

function oneOf(entries: [string, AnyCodec][]): AnyCodec {
  return {
    write: (to, value, path) => {
      const given = typeof value === 'object' && value !== null ? Object.keys(value) : [];
      const tag = entries.findIndex(([name]) => name === given[0]);
      const found = entries[tag];
      if (given.length !== 1 || !found)
        throw new BorshFault(path, `one of the variants ${entries.map(([name]) => name).join(', ')}`, value);
      to.integer(1, tag);
      found[1].write(to, value[found[0]], `${path}.${found[0]}`);
    },
    read: (from, path) => {
      const offset = from.offset;
      const tag = from.unsigned(1, path);
      const found = entries[tag];
      if (!found) throw new BorshFault(path, `a variant below ${entries.length}`, tag, offset);
      return { [found[0]]: found[1].read(from, `${path}.${found[0]}`) };
    },
  };
}
