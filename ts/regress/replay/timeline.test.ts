import { expect, test } from 'vitest';
import { placed } from './timeline.js';

test('a fixture is known before its first record, and what it was at the start is no event', () => {
  const fixture = (text: string, fixtureId: number, ts: number) => ({ text, record: { fixtureId, ts } }) as never;
  const START = 1_000;
  const fixtures = [
    fixture('earlier', 1, START - 1),
    fixture('at the start', 2, START),
    fixture('after it', 3, START + 1),
    fixture('changed', 3, START + 9),
    fixture('later than its first record', 4, START + 8),
    fixture('and that was before the start', 5, START + 8),
  ];
  const { before, later } = placed(
    fixtures,
    START,
    new Map([
      [4, START + 5],
      [5, START],
    ]),
  );
  expect(before).toEqual(['earlier', 'at the start', 'and that was before the start']);
  expect(later.map(({ at, text, id }) => [at - START, text, id])).toEqual([
    [1, 'after it', null],
    [5, 'later than its first record', null],
    [9, 'changed', null],
  ]);
});
