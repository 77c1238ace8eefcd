import { deserialize, type Schema, serialize } from 'borsh';
import { fail, LinesmanError } from '../error/index.js';
import { equalBytes } from './hash.js';
import { integer } from './integer.js';

export type { Schema } from 'borsh';

/** Schema of 32 raw bytes. */
export const HASH_SCHEMA: Schema = { array: { type: 'u8', len: 32 } };

const MAX_SAFE = Number.MAX_SAFE_INTEGER;
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  u8: [0, 0xff],
  u16: [0, 0xffff],
  u32: [0, 0xffff_ffff],
  u64: [0, MAX_SAFE],
  i32: [-0x8000_0000, 0x7fff_ffff],
  i64: [-MAX_SAFE, MAX_SAFE],
};

/**
 * Borsh of a plain value. The library wraps integers that are out of range and pairs lone surrogates at random; here both are refused
 * first (7003), so two values never share an encoding.
 */
export function borshBytes(schema: Schema, value: unknown, what: string): Uint8Array {
  check(schema, value, what);
  return serialize(schema, value, false);
}

/**
 * The one value with this encoding; 64-bit integers come back as numbers. Truncated and trailing bytes, and bytes that encode to
 * something else again (a bool of 2), are 7013.
 */
export function borshValue(schema: Schema, bytes: Uint8Array, what: string): unknown {
  try {
    const value = plain(schema, deserialize(schema, bytes, false));
    if (equalBytes(borshBytes(schema, value, what), bytes)) return value;
  } catch (cause) {
    if (cause instanceof LinesmanError) throw cause;
    return fail(7013, { message: `The ${bytes.length} bytes of ${what} do not decode.`, what, cause });
  }
  return fail(7013, { message: `The ${bytes.length} bytes of ${what} are not its one encoding.`, what });
}

function check(schema: Schema, value: unknown, what: string): void {
  if (typeof schema === 'string') {
    const range = RANGES[schema];
    if (typeof value === 'bigint' && (schema === 'u64' || schema === 'i64')) checkBigInt(value, schema, what);
    else if (range) integer(value, range[0], range[1], what);
    else if (schema === 'string') checkString(value, what);
    else if (schema === 'bool' && typeof value !== 'boolean') wrong(what, 'a boolean', value);
  } else if ('option' in schema) {
    if (value !== null && value !== undefined) check(schema.option, value, what);
  } else if ('array' in schema) {
    const { type, len } = schema.array;
    if (!Array.isArray(value) && !(value instanceof Uint8Array)) wrong(what, 'a list', value);
    if (len !== undefined && value.length !== len) wrong(what, `${len} long`, value.length);
    for (let i = 0; i < value.length; i++) check(type, value[i], `${what}[${i}]`);
  } else if ('enum' in schema) {
    if (typeof value !== 'object' || value === null) wrong(what, 'an object', value);
    const name = Object.keys(value)[0] ?? '';
    const variant = schema.enum.find((candidate) => name in candidate.struct);
    if (!variant) wrong(what, 'a known variant', name);
    check(variant, value, what);
  } else if ('struct' in schema) {
    if (typeof value !== 'object' || value === null) wrong(what, 'an object', value);
    for (const [name, inner] of Object.entries(schema.struct)) {
      check(inner, (value as Record<string, unknown>)[name], `${what}.${name}`);
    }
  }
}

function checkString(value: unknown, what: string): void {
  if (typeof value !== 'string') wrong(what, 'a string', value);
  // A lone surrogate has no UTF-8 encoding.
  if (/\p{Surrogate}/u.test(value)) wrong(what, 'well-formed text', value);
}

function wrong(what: string, expected: string, value: unknown): never {
  return fail(7003, { message: `${what} is ${JSON.stringify(value)}, not ${expected}.`, what, value });
}

function checkBigInt(value: bigint, schema: 'u64' | 'i64', what: string): void {
  const fits = schema === 'u64' ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value);
  if (fits !== value) fail(7003, { message: `${what} is ${value}, out of range of ${schema}.`, what });
}

/** 64-bit integers as numbers (7003 beyond 2^53), byte lists as Uint8Array. */
function plain(schema: Schema, value: unknown): unknown {
  if (typeof value === 'bigint') return integer(Number(value), -MAX_SAFE, MAX_SAFE, 'a 64-bit value');
  if (typeof schema === 'string' || typeof value !== 'object' || value === null) return value;
  if ('option' in schema) return plain(schema.option, value);
  if ('array' in schema && Array.isArray(value)) {
    const { type } = schema.array;
    return type === 'u8' ? Uint8Array.from(value as number[]) : value.map((item) => plain(type, item));
  }
  const fields: Record<string, Schema> =
    'struct' in schema ? schema.struct : 'enum' in schema ? Object.assign({}, ...schema.enum.map((v) => v.struct)) : {};
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(fields[name] ?? 'u8', inner)]));
}
