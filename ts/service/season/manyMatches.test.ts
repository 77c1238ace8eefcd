import type { Sport } from 'linesman/format';
import { describe, expect, test } from 'vitest';
import type { ScoresRecord } from '../data/record/index.js';
import { matchRecords } from './matchRecords.js';
import type { Script } from './script.js';

/** What only many matches show. Every message names the seed. */

const START = 1_800_000_000_000;
const MANY = Array.from({ length: 200 }, (_, i) => `many ${i}`);
const statsOf = (records: readonly ScoresRecord[]): Readonly<Record<string, number>> => records.at(-1)?.Stats ?? {};

describe('overtime', () => {
  const OVERTIME: readonly (readonly [Sport, Script])[] = [
    ['basketball', 'extraTime'],
    ['us-football', 'extraTime'],
    ['us-football', 'unnumberedOvertime'],
  ];
  test.each(OVERTIME)('of %s, %s, follows a draw that came about while the clock was running', (sport, script) => {
    for (const seed of MANY.slice(0, 60)) {
      const options = { seed, sport, script, fixtureId: 9, startTime: START, tempo: 0.3 };
      const scores: readonly ScoresRecord[] = matchRecords(options).scores;
      let before = 0;
      const late = new Map<number, number>();
      for (const { Stats, Clock, StatusId, Seq, Id } of scores) {
        const points = (Stats[1] ?? 0) + (Stats[2] ?? 0);
        const change = points - before;
        before = points;
        if (change === 0) continue;
        const seconds = Clock?.seconds ?? 0;
        expect(seconds, `${seed}, Seq ${Seq}, ${change} points`).toBeGreaterThan(0);
        if (seconds <= 6) late.set(StatusId ?? 0, (late.get(StatusId ?? 0) ?? 0) + change);
        expect(late.get(StatusId ?? 0) ?? 0, `${seed}, Seq ${Seq}, Id ${Id}`).toBeLessThan(7);
      }
    }
  });
});

describe('basketball', () => {
  test('has the margins, totals and quarters of real matches', () => {
    const margins: number[] = [];
    const totals: number[] = [];
    for (const seed of MANY) {
      const { scores } = matchRecords({ seed, sport: 'basketball', fixtureId: 8, startTime: START });
      const of = (key: number): number => statsOf(scores)[key] ?? Number.NaN;
      margins.push(Math.abs(of(1) - of(2)));
      totals.push(of(1) + of(2));
      for (const block of [10, 20, 30, 40])
        for (const side of [1, 2]) {
          const points = of(1000 * block + side);
          expect(points >= 10 && points <= 45, `${seed}, quarter ${block / 10}, side ${side}: ${points}`).toBe(true);
        }
    }
    margins.sort((a, b) => a - b);
    const mean = totals.reduce((a, b) => a + b, 0) / totals.length;
    const deviation = Math.sqrt(totals.reduce((sum, total) => sum + (total - mean) ** 2, 0) / totals.length);
    const wide = margins.filter((margin) => margin >= 30).length / margins.length;
    const found = { median: margins[margins.length >> 1] ?? 0, wide, deviation, mean };
    expect(found.median > 4 && found.median < 14, JSON.stringify(found)).toBe(true);
    expect(found.wide < 0.06, JSON.stringify(found)).toBe(true);
    expect(found.deviation > 12 && found.deviation < 25, JSON.stringify(found)).toBe(true);
    expect(found.mean > 180 && found.mean < 210, JSON.stringify(found)).toBe(true);
  });
});
