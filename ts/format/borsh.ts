import { type Schema, serialize } from 'borsh';
import { about, fail, quoted } from '../error/index.js';
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
    // Bytes are in range as they are.
    if (type === 'u8' && value instanceof Uint8Array) return;
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
  return fail(7003, { message: `${what} is ${quoted(value)}, not ${expected}.`, ...about(what) });
}

function checkBigInt(value: bigint, schema: 'u64' | 'i64', what: string): void {
  const fits = schema === 'u64' ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value);
  if (fits !== value) fail(7003, { message: `${what} is ${value}, out of range of ${schema}.`, what });
}
