import { expect, it } from 'vitest';
import { median } from './median.js';

it.each([
  [[], 0],
  [[7], 7],
  [[10, 9, 2], 9],
  [[4, 1, 100, 3], 3.5],
])('of %j is %d', (values, expected) => expect(median(values)).toBe(expected));

it('leaves the values in their order', () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});
