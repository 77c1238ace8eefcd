import { expect, test } from 'vitest';
import { LeastRecent } from './leastRecent.js';

test('keeps the most recently used values up to the limit, and the latest value always', () => {
  const kept = new LeastRecent<number>(10, (weight) => weight);
  for (const [key, weight] of [
    ['a', 4],
    ['b', 3],
    ['c', 3],
  ] as const)
    kept.set(key, weight);
  const held = () => ['a', 'b', 'c', 'd'].filter((key) => kept.get(key) !== undefined);
  expect(held()).toEqual(['a', 'b', 'c']);
  kept.get('a');
  kept.set('d', 3);
  expect(held()).toEqual(['a', 'c', 'd']);
  // Setting a key again does not add its weight again.
  kept.set('d', 3);
  expect(held()).toEqual(['a', 'c', 'd']);
  kept.set('b', 11);
  expect(held()).toEqual(['b']);
});

test('without weights, the limit counts values', () => {
  const kept = new LeastRecent<string>(2);
  for (const key of ['a', 'b', 'c']) kept.set(key, key);
  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual([undefined, 'b', 'c']);
});
