import { expect, test } from 'vitest';
import { thrown } from '../../tests/helpers/thrown.js';
import { quoted } from '../error/index.js';
import { borshBytes, bytesToHex, integer, type Schema } from './index.js';

const bytes = (schema: Schema, value: unknown): string => bytesToHex(borshBytes(schema, value, 'value'));

test('integers are little endian, strings and lists have a u32 length, options one byte', () => {
  expect(bytes('u32', 0x01020304)).toBe('04030201');
  expect(bytes('i64', -2)).toBe('feffffffffffffff');
  expect(bytes('i64', -(2n ** 63n))).toBe('0000000000000080');
  expect(bytes('string', 'aé𝄞')).toBe('0700000061c3a9f09d849e');
  expect(bytes({ option: 'u8' }, null)).toBe('00');
  expect(bytes({ option: 'u8' }, 7)).toBe('0107');
  expect(bytes({ array: { type: 'i32' } }, [1, -1])).toBe('0200000001000000ffffffff');
  expect(bytes({ array: { type: 'u8', len: 2 } }, Uint8Array.of(1, 2))).toBe('0102');
});

const refused: readonly (readonly [Schema, unknown, string])[] = [
  ['u8', 256, 'value'],
  ['u8', -1, 'value'],
  ['i32', 2 ** 31, 'value'],
  ['u32', 1.5, 'value'],
  ['i64', 2 ** 53, 'value'],
  ['i64', 2n ** 63n, 'value'],
  ['u64', -1n, 'value'],
  ['string', 'a\ud800', 'value'],
  ['string', '\udc00\ud800', 'value'],
  ['string', 7, 'value'],
  ['bool', 1, 'value'],
  [{ array: { type: 'u8', len: 2 } }, [1], 'value'],
  [{ array: { type: 'i32' } }, [1, 'x'], 'value[1]'],
  [{ array: { type: 'i32' } }, 'xy', 'value'],
  [{ struct: { a: 'bool' } }, {}, 'value.a'],
  [{ struct: { a: 'bool' } }, null, 'value'],
  [{ enum: [{ struct: { one: { struct: {} } } }] }, { two: {} }, 'value'],
  [{ enum: [{ struct: { one: { struct: {} } } }] }, null, 'value'],
];

test('what has no encoding is refused with 7003, and the place is named', () => {
  for (const [schema, value, place] of refused) {
    const error = thrown(() => borshBytes(schema, value, 'value'));
    expect([error.number, error.context.what], quoted(value)).toEqual([7003, place]);
  }
});

test('integer takes integers in range only, and has no negative zero', () => {
  expect(Object.is(integer(-0, -1, 1, 'n'), 0)).toBe(true);
  for (const value of ['1', 1.5, Number.NaN, 2, null, undefined, {}, 1n]) {
    expect(thrown(() => integer(value, -1, 1, 'n')).number, String(value)).toBe(7003);
  }
});
