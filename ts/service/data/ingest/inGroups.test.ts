import { expect, test } from 'vitest';
import { inGroups } from './inGroups.js';

/** A source that notes how often it is closed. */
function sourceOf(count: number) {
  const source = {
    closed: 0,
    [Symbol.asyncIterator]: () => {
      let given = 0;
      return {
        next: async () => (given < count ? { done: false, value: given++ } : { done: true, value: undefined }),
        return: async () => {
          source.closed++;
          return { done: true, value: undefined };
        },
      };
    },
  };
  return source as typeof source & AsyncIterable<number>;
}
const limits = { most: 3, heaviest: 100, weigh: () => 1 };

test('a source that has ended is not closed, and one that is left earlier is closed once', async () => {
  const all = sourceOf(7);
  const groups: (readonly number[])[] = [];
  for await (const group of inGroups(all, limits)) groups.push(group);
  expect(groups).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
  expect(all.closed).toBe(0);
  const left = sourceOf(7);
  for await (const _ of inGroups(left, limits)) break;
  expect(left.closed).toBe(1);
  const heavy: (readonly number[])[] = [];
  for await (const group of inGroups(sourceOf(4), { ...limits, heaviest: 2 })) heavy.push(group);
  expect(heavy).toEqual([
    [0, 1],
    [2, 3],
  ]);
});
