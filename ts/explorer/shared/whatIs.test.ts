import { expect, test } from 'vitest';
import { whatIs } from './whatIs.js';

const ROOT = 'ab'.repeat(32);

test.each([
  ['', { kind: 'nothing' }],
  ['  Thornwater ', { kind: 'words', text: 'Thornwater' }],
  ['12000001', { kind: 'match', fixtureId: 12_000_001 }],
  [ROOT.toUpperCase(), { kind: 'root', text: ROOT }],
  [`0x${ROOT}`, { kind: 'root', text: ROOT }],
  ['11111111111111111111111111111111', { kind: 'account', text: '11111111111111111111111111111111' }],
  ['5'.repeat(88), { kind: 'transaction', text: '5'.repeat(88) }],
  // Zero is no digit of Base58.
  ['0'.repeat(88), { kind: 'words', text: '0'.repeat(88) }],
  ['FC 1899', { kind: 'words', text: 'FC 1899' }],
])('%s', (typed, meant) => {
  expect(whatIs(typed)).toEqual(meant);
});
