import type { Match, ScoresRecord } from '@linesman/sdk/client';
import { expect, test } from 'vitest';
import { keptOf, withRecord } from './newerRecord.js';

const record = (Seq: number, more: Partial<ScoresRecord> = {}): ScoresRecord =>
  ({ FixtureId: 1, Seq, Ts: Seq, Stats: {}, ...more }) as ScoresRecord;
const match = { fixtureId: 1, score: { participant1: 0, participant2: 0 }, updates: 1 } as Match;

test('a goal stays seen when a record without stats follows in the same frame', () => {
  const goal = record(1, { Stats: { 1: 1, 2: 0 }, StatusId: 2, Clock: { Running: true, Seconds: 60 } as never });
  const kept = keptOf(goal, record(2));
  expect(withRecord(match, kept)).toMatchObject({ score: { participant1: 1, participant2: 0 }, updates: 3 });
  expect([kept.StatusId, kept.Clock]).toEqual([goal.StatusId, goal.Clock]);
  expect(keptOf(kept, record(3, { Stats: { 1: 2, 2: 0 } })).Stats).toEqual({ 1: 2, 2: 0 });
});

test('a record that the answer already has changes nothing', () => {
  expect(withRecord(match, record(0, { Stats: { 1: 9, 2: 9 } }))).toBe(match);
});
