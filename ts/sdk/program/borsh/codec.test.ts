import { describe, expect, it } from 'vitest';
import {
  bool,
  bytes,
  decode,
  encode,
  i32,
  i64,
  option,
  string,
  struct,
  u8,
  u16,
  u64,
  union,
  variants,
  vec,
} from './codec.js';
import { BorshFault } from './fault.js';

const hex = (data: Uint8Array) => Buffer.from(data).toString('hex');
const fault = (action: () => unknown): BorshFault => {
  try {
    action();
  } catch (error) {
    if (error instanceof BorshFault) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('borsh', () => {
  it('is little endian, with counts and tags', () => {
    const codec = struct({
      a: u16,
      b: vec(u8),
      c: option(i32),
      d: string,
      e: variants(['X', 'Y']),
      f: bytes(2),
      g: u64,
    });
    const value = { a: 0x0102, b: [3, 4], c: -1, d: 'ä', e: 'Y' as const, f: new Uint8Array([5, 6]), g: 2n ** 63n };
    expect(hex(encode(codec, value))).toBe('020102000000030401ffffffff02000000c3a40105060000000000000080');
    expect(decode(codec, encode(codec, value))).toEqual(value);
  });

  it('writes the variant of a union and its fields', () => {
    const codec = union({ A: struct({ n: u8 }), B: struct({ s: string }) });
    expect(hex(encode(codec, { kind: 'B', s: 'x' }))).toBe('010100000078');
    expect(decode(codec, new Uint8Array([0, 9]))).toEqual({ kind: 'A', n: 9 });
    expect(fault(() => decode(codec, new Uint8Array([2, 9])))).toMatchObject({
      expected: 'a variant below 2',
      found: 2,
    });
    expect(fault(() => encode(codec, { kind: 'toString' } as never))).toMatchObject({
      expected: 'one of A, B',
      found: 'toString',
    });
  });

  it.each([
    ['u8', u8, 256],
    ['u8', u8, -1],
    ['u8', u8, 1.5],
    ['u16', u16, 65_536],
    ['i32', i32, 2 ** 31],
    ['i32', i32, -(2 ** 31) - 1],
    ['i64', i64, 2 ** 53],
    ['i64', i64, Number.NaN],
    ['u64', u64, -1n],
    ['u64', u64, 2n ** 64n],
    ['u64', u64, 1],
    ['bool', bool, 1],
    ['string', string, '\ud800'],
    ['bytes', bytes(2), new Uint8Array(3)],
  ])('refuses %s out of range: %o', (_, codec, value) => {
    fault(() => encode(codec as never, value));
  });

  it('names the path of a value that is out of range', () => {
    const codec = struct({ list: vec(struct({ n: u8 })) });
    const thrown = fault(() => encode(codec, { list: [{ n: 1 }, { n: 300 }] }));
    expect([thrown.path, thrown.expected, thrown.found]).toEqual(['list[1].n', 'an integer from 0 to 255', 300]);
  });

  it.each([
    ['a byte left over', u8, [1, 2], 'the end', '1 more bytes', 1],
    ['too few bytes', u16, [1], '2 bytes', '1 at the end', 0],
    ['a bool of 2', bool, [2], 'the byte 0 or 1', 2, 0],
    ['an option of 2', option(u8), [2, 0], 'the byte 0 or 1', 2, 0],
    ['text that is not UTF-8', string, [1, 0, 0, 0, 0xff], 'UTF-8', 'the bytes ff', 0],
    [
      'a count beyond the bytes',
      vec(u8),
      [255, 255, 255, 255, 1],
      'at most 1 elements, one for each byte left',
      4_294_967_295,
      4,
    ],
    ['an i64 beyond 2^53', i64, [0, 0, 0, 0, 0, 0, 0x20, 0], 'an integer within 2^53', 2n ** 53n, 0],
  ])('refuses %s', (_, codec, data, expected, found, offset) => {
    const thrown = fault(() => decode(codec as never, new Uint8Array(data)));
    expect([thrown.expected, thrown.found, thrown.offset]).toEqual([expected, found, offset]);
  });

  it('keeps a byte order mark, so that each text has one encoding', () => {
    expect(decode(string, new Uint8Array([3, 0, 0, 0, 0xef, 0xbb, 0xbf]))).toBe('\ufeff');
  });
});
