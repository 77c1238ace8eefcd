import { serialize } from 'borsh';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '../../../tests/helpers/arbitraryBatch.js';
import { thrown } from '../../../tests/helpers/thrown.js';
import { quoted } from '../error/quoted.js';
import { borshBytes, type Schema } from './borsh.js';
import { bytesToHex } from './hex.js';
import { integer } from './integer.js';

const bytes = (schema: Schema, value: unknown): string => bytesToHex(borshBytes(schema, value, 'value'));

test('integers are little endian, strings and lists have a u32 length, options one byte', () => {
  expect(bytes('u32', 0x01020304)).toBe('04030201');
  expect(bytes('i64', -2)).toBe('feffffffffffffff');
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
  ['i64', 1n, 'value'],
  ['string', 'a\ud800', 'value'],
  ['string', '\udc00\ud800', 'value'],
  ['string', 7, 'value'],
  ['bool', 1, 'value'],
  [{ array: { type: 'u8', len: 2 } }, [1], 'value'],
  [{ array: { type: 'i32' } }, [1, 'x'], 'value[1]'],
  [{ array: { type: 'i32' } }, 'xy', 'value'],
  [{ struct: { a: 'bool' } }, {}, 'value.a'],
  [{ struct: { a: 'bool' } }, null, 'value'],
  [{ enum: [{ struct: { one: { struct: {} } } }] }, { one: {} }, 'value'],
  ['u16', 1, 'value'],
  ['u64', 1n, 'value'],
  [{ struct: { a: { array: { type: { struct: { b: 'u8' } } } } } }, { a: [{ b: 1 }, { b: 256 }] }, 'value.a[1].b'],
  ['f64', 1, 'value'],
  [{ set: 'u8' }, new Set([1]), 'value'],
];

/** A schema, with a generator (an arbitrary of fast-check) of its values. */
interface Kind {
  readonly schema: Schema;
  readonly values: fc.Arbitrary<unknown>;
}

const SAFE = Number.MAX_SAFE_INTEGER;
const PRIMITIVES: readonly Kind[] = [
  { schema: 'u8', values: fc.integer({ min: 0, max: 0xff }) },
  { schema: 'u32', values: fc.integer({ min: 0, max: 0xffff_ffff }) },
  { schema: 'i32', values: fc.integer() },
  {
    schema: 'i64',
    values: fc.oneof(fc.maxSafeInteger(), fc.constantFrom(SAFE, -SAFE, -0, -1, -(2 ** 32))),
  },
  { schema: 'bool', values: fc.boolean() },
  { schema: 'string', values: fc.string({ unit: 'grapheme', maxLength: 40 }) },
];

const { kind: KINDS } = fc.letrec<{ kind: Kind }>((tie) => ({
  kind: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...PRIMITIVES),
    tie('kind').map(({ schema, values }) => ({ schema: { option: schema }, values: fc.option(values) })),
    tie('kind').map(({ schema, values }) => ({ schema: { array: { type: schema } }, values: fc.array(values) })),
    fc.integer({ min: 1, max: 900 }).map((len) => ({
      schema: { array: { type: 'u8', len } },
      values: fc.uint8Array({ minLength: len, maxLength: len }),
    })),
    fc.array(tie('kind'), { maxLength: 4 }).map((kinds) => ({
      schema: { struct: Object.fromEntries(kinds.map(({ schema }, i) => [`f${i}`, schema])) },
      values: fc.record(Object.fromEntries(kinds.map(({ values }, i) => [`f${i}`, values]))),
    })),
  ),
}));

test('every schema and value encode as in the library', () => {
  const both = KINDS.chain(({ schema, values }) => values.map((value) => ({ schema, value })));
  fc.assert(
    fc.property(both, ({ schema, value }) => {
      expect(bytes(schema, value)).toBe(bytesToHex(serialize(schema, value, false)));
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

test('a value without an encoding is refused with 7003 and its path', () => {
  for (const [schema, value, place] of refused) {
    const error = thrown(() => borshBytes(schema, value, 'value'));
    expect([error.number, error.context.what], quoted(value)).toEqual([7003, place]);
  }
});

test('integer accepts only integers in range, and turns -0 into 0', () => {
  expect(Object.is(integer(-0, -1, 1, 'n'), 0)).toBe(true);
  for (const value of ['1', 1.5, Number.NaN, 2, null, undefined, {}, 1n]) {
    expect(thrown(() => integer(value, -1, 1, 'n')).number, String(value)).toBe(7003);
  }
});
