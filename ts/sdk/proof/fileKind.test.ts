import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SCORES_ACCOUNT } from '../../../tests/helpers/sampleSlot.js';
import { outcome } from '../../../tests/helpers/thrown.js';
import { fileKindOf } from './fileKind.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const kindOf = (bytes: Uint8Array): unknown => fileKindOf(bytes, 'file');

it('tells answers, cases and roots accounts apart, in each of their forms', () => {
  const answer = readFileSync(new URL('../../../examples/proofs/final-win.json', import.meta.url), 'utf8');
  expect(kindOf(bytesOf(answer))).toEqual({ kind: 'answer', text: answer });
  expect(kindOf(bytesOf('{"linesman":1}'))).toEqual({ kind: 'case', text: '{"linesman":1}' });
  // What cannot be read is an answer, whose reader explains it.
  expect(kindOf(bytesOf('{'))).toEqual({ kind: 'answer', text: '{' });
  const base64 = Buffer.from(SCORES_ACCOUNT).toString('base64');
  for (const roots of [SCORES_ACCOUNT, bytesOf(base64), bytesOf(JSON.stringify({ data: [base64, 'base64'] }))])
    expect(kindOf(roots)).toEqual({ kind: 'roots' });
});

it('names the file whose bytes are no text', () => {
  expect(outcome(() => fileKindOf(Uint8Array.of(0xff, 0xfe, 0xfd), 'broken.bin'))).toBe(7000);
});
