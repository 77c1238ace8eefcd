import { expect, test } from 'vitest';
import type { ScoresRecord } from '../../../sdk/client/scoresRecord.js';
import { timelineOf } from './timeline.js';

const record = (Seq: number, Stats: Record<string, number>, more: Partial<ScoresRecord> = {}): ScoresRecord =>
  ({ FixtureId: 1, Seq, Ts: Seq * 1_000, Stats, ...more }) as ScoresRecord;

test('goals, cards and parts of a match are listed, each with its team', () => {
  const moments = timelineOf(
    [
      record(1, { 1: 0, 2: 0, 3: 0, 6: 0 }, { StatusId: 2 }),
      record(2, {}),
      record(3, { 1: 0, 2: 1, 3: 0, 6: 0 }),
      record(4, { 1: 0, 2: 1, 3: 1, 6: 1 }),
      // The goal is taken back.
      record(5, { 1: 0, 2: 0, 3: 1, 6: 1 }),
    ],
    'soccer',
  );
  expect(moments.map(({ seq, kind, side, words }) => [seq, kind, side, words])).toEqual([
    [1, 'period', null, 'first half'],
    [1, 'score', null, '0 : 0'],
    [3, 'score', 1, '0 : 1'],
    [4, 'yellow', 0, 'yellow card'],
    [4, 'red', 1, 'red card'],
    [5, 'score', null, '0 : 0'],
  ]);
});

test('a sport without cards has none', () => {
  const moments = timelineOf([record(1, { 1: 2, 2: 0, 3: 9, 4: 9, 5: 9, 6: 9 })], 'basketball');
  expect(moments.map(({ kind }) => kind)).toEqual(['score']);
});
