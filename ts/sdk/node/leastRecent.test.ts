import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LeastRecent } from './leastRecent.js';

test('keeps the most recently used values up to the limit, and the latest value always', () => {
  const kept = new LeastRecent<number>(10, (weight) => weight);
  for (const [key, weight] of Object.entries({ a: 4, b: 3, c: 3 })) kept.set(key, weight);
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

test('keeps what a list would keep that moves every used value to its end', () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    does: fc.constantFrom('get', 'set', 'delete'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const kept = new LeastRecent<string>(3);
      const list: string[] = [];
      const leave = (key: string): boolean => {
        const at = list.indexOf(key);
        if (at !== -1) list.splice(at, 1);
        return at !== -1;
      };
      for (const { key, does } of steps) {
        kept[does as 'set'](key, key);
        const wasThere = leave(key);
        if (does === 'set' || (does === 'get' && wasThere)) list.push(key);
        if (list.length > 3) list.shift();
        expect([...kept.entries()].map(([held]) => held)).toEqual(list);
      }
    }),
    { seed: 1, numRuns: 500 },
  );
});
