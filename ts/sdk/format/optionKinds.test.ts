import { expect, test } from 'vitest';
import { integerOf } from './optionKinds.js';

test('an option that is an integer says its range, and accepts both ends', () => {
  expect(integerOf(1).expected).toBe('an integer from 1');
  expect(integerOf(1, 5).expected).toBe('an integer from 1 to 5');
  const values = [0, 1, 5, 6, 1.5, '1', null, Number.NaN, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1];
  expect(values.filter(integerOf(1, 5).fits)).toEqual([1, 5]);
  expect(values.filter(integerOf(1).fits)).toEqual([1, 5, 6, Number.MAX_SAFE_INTEGER]);
});
