import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrCode } from './qrCode.js';

const rowsOf = (text: string): string[] =>
  (qrCode(new TextEncoder().encode(text)) ?? []).map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
const link = (length: number): string => `https://oracle.example/#/proof?p=${'aZ09-_xY'.repeat(400)}`.slice(0, length);

test('a short text has the symbol that another reader has read', () => {
  expect(rowsOf('HELLO')).toEqual([
    '111111101011101111111',
    '100000100011001000001',
    '101110101101001011101',
    '101110101100101011101',
    '101110101001001011101',
    '100000100111101000001',
    '111111101010101111111',
    '000000000001100000000',
    '111100101111110011101',
    '110101011001111001100',
    '001011100001000000011',
    '110101001101001111010',
    '100111101000100100101',
    '000000001001001000101',
    '111111100001100100000',
    '100000100110000111110',
    '101110100010111111011',
    '101110101101001011110',
    '101110101000101100100',
    '100000101000010110001',
    '111111101100010100000',
  ]);
});

// Symbols with several blocks, with alignment patterns and with their version, all read by another reader.
test.each([
  [300, 61, '68ce433c6cd263b1056ec165b9d0928a6cc7bb9eb527b7ac66b960528eb92fb7'],
  [1240, 117, 'dbfe06786d9694dba10fb9739a0e8680eb0eb2cfd50ef86677611586238daad1'],
  [2953, 177, 'bd2a28938d257ea7fa03ea0aab47decf047a2cdb4d37bd471ff714dcf961ebc8'],
])('a link of %i bytes has %i modules to a side', (length, size, hash) => {
  const rows = rowsOf(link(length));
  expect(rows.length).toBe(size);
  expect(createHash('sha256').update(rows.join('\n')).digest('hex')).toBe(hash);
});

test('what is too long has none', () => {
  expect(qrCode(new Uint8Array(2_953))).not.toBeNull();
  expect(qrCode(new Uint8Array(2_954))).toBeNull();
});
