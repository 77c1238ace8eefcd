import { expect, test } from 'vitest';
import { FINAL, proofOf } from '../../../../tests/helpers/sampleSlot.js';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { answerV1 } from './answers.js';

test('version 1 answers one stat, or two of one record', () => {
  const answer = (...keys: number[]) => answerV1(proofOf(2, { ...FINAL, keys }));
  expect(answer(1)).toMatchObject({ statToProve: { key: 1, value: 2 } });
  expect(answer(1)).not.toHaveProperty('statToProve2');
  expect(answer(1, 7)).toMatchObject({ statToProve: { key: 1 }, statToProve2: { key: 7 } });
  expect(outcome(() => answer(1, 7, 8))).toBe(6069);
  expect(outcome(() => answerV1({ ...proofOf(2), leaves: [] }))).toBe(6069);
});
