import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrCode } from './qrCode.js';

const rowsOf = (text: string): string[] =>
  (qrCode(new TextEncoder().encode(text)) ?? []).map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
const link = (length: number): string => `https://oracle.example/#/proof?p=${'aZ09-_xY'.repeat(400)}`.slice(0, length);

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
