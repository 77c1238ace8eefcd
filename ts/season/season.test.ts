import { SPORTS, type Sport } from '@linesman/sdk/format';
import { describe, expect, test } from 'vitest';
import { isSuspended } from '../records/record/odds.js';
import { percentages } from '../records/record/percentages.js';
import type { ScoresRecord } from '../records/record/scores/scoresRecord.js';
import type { SoccerScores } from '../records/record/scores/soccer.js';
import { scriptsOf } from './course.js';
import { LEAGUE_BUNDLES, LEAGUES } from './leagues.js';
import { matchRecords } from './matchRecords.js';
import { evenLine, finalDistributions, lineShare, resultShares, shootOutShare } from './odds/goalModel.js';
import type { Script } from './script.js';

/** Matches of a feed over many seeds. Every message names the seed. */

/** The wait before extra time. */
const WAIT: Readonly<Record<Sport, number>> = { soccer: 6, basketball: 10, 'us-football': 10 };
const START = 1_800_000_000_000;
const MINUTE = 60_000;
const SEEDS = Array.from({ length: 12 }, (_, i) => `season ${i}`);

const cache = new Map<string, ReturnType<typeof made>>();
const made = (seed: string, script: Script = 'normal') =>
  matchRecords({ seed, sport: 'soccer', script, fixtureId: 12_000_001, startTime: START });
function soccer(seed: string, script: Script = 'normal') {
  const name = `${seed}/${script}`;
  const match = cache.get(name) ?? made(seed, script);
  cache.set(name, match);
  return match;
}
const statsOf = (records: readonly ScoresRecord[]): Readonly<Record<string, number>> => records.at(-1)?.Stats ?? {};
const first = (records: readonly ScoresRecord[], status: number): number =>
  records.find(({ StatusId }) => StatusId === status)?.Ts ?? Number.POSITIVE_INFINITY;

/** Periods of play of a normal match: status and minutes. */
const PLAY = {
  soccer: [2, 4],
  basketball: [2, 4, 6, 8],
  'us-football': [2, 4, 6, 8],
} as const;
/**
 * Records in a minute of play. A recorded soccer match had 10.5 and 10.9 in its halves, no more than 21 in any minute.
 * The other sports have about as many, or fewer, as their plays allow.
 */
const BANDS = { soccer: [8.5, 13], basketball: [8, 13], 'us-football': [4.5, 8] } as const;

describe('records', () => {
  test.each(SPORTS)('of %s come as fast as in a recorded match', (sport) => {
    for (const seed of SEEDS.slice(0, 5)) {
      const records: readonly ScoresRecord[] = matchRecords({ seed, sport, fixtureId: 7, startTime: START }).scores;
      const [least, most] = BANDS[sport];
      for (const status of PLAY[sport]) {
        const times = records.filter(({ StatusId }) => StatusId === status).map(({ Ts }) => Ts);
        const minutes = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / MINUTE;
        const rate = times.length / minutes;
        expect(rate > least && rate < most, `${seed}, status ${status}: ${rate}`).toBe(true);
        const inMinute = new Map<number, number>();
        for (const ts of times) {
          const minute = Math.floor((ts - (times[0] ?? 0)) / MINUTE);
          inMinute.set(minute, (inMinute.get(minute) ?? 0) + 1);
        }
        expect(Math.max(...inMinute.values()), `${seed}, status ${status}`).toBeLessThan(30);
      }
      records.forEach(({ Seq, Ts }, i) => {
        expect(Seq, seed).toBe(i);
        expect(Ts >= (records[i - 1]?.Ts ?? 0), `${seed}, Seq ${Seq}`).toBe(true);
      });
    }
  });

  test('of soccer have a credible number of goals, cards and corners', () => {
    const all = SEEDS.map((seed) => statsOf(soccer(seed).scores));
    const mean = (...keys: number[]): number =>
      all.reduce((sum, stats) => sum + keys.reduce((s, key) => s + (stats[key] ?? Number.NaN), 0), 0) / all.length;
    expect(mean(1, 2)).toBeGreaterThan(1.5);
    expect(mean(1, 2)).toBeLessThan(4);
    expect(mean(7, 8)).toBeGreaterThan(7);
    expect(mean(7, 8)).toBeLessThan(13);
    expect(mean(3, 4)).toBeGreaterThan(2);
    expect(mean(5, 6)).toBeLessThan(1);
  });

  test('of basketball have 145 to 250 points, quarters that add up, and a winner', () => {
    for (const seed of SEEDS) {
      const { scores } = matchRecords({ seed, sport: 'basketball', fixtureId: 8, startTime: START });
      const stats = statsOf(scores);
      const of = (key: number): number => stats[key] ?? Number.NaN;
      for (let offset = 1; offset <= 36; offset++) {
        const quarters = [10, 20, 30, 40].map((block) => of(1000 * block + offset));
        expect(
          quarters.reduce((a, b) => a + b),
          `${seed}, ${offset}`,
        ).toBe(of(offset));
      }
      const points = of(1) + of(2);
      expect(points >= 145 && points <= 250, `${seed}: ${points}`).toBe(true);
      expect(of(1), seed).not.toBe(of(2));
      for (const side of [0, 1]) expect(of(1 + side), seed).toBe(of(11 + side) + 2 * of(13 + side) + 3 * of(15 + side));
      // Each side scores in every quarter.
      for (const block of [10, 20, 30, 40])
        for (const side of [1, 2]) expect(of(1000 * block + side), seed).toBeGreaterThan(5);
    }
  });

  test.each(SPORTS)('of %s are level before overtime, and have a winner after it', (sport) => {
    for (const seed of SEEDS.slice(0, 6)) {
      const ending = (script: Script, statuses: readonly number[]) => {
        const records: readonly ScoresRecord[] = matchRecords({
          seed,
          sport,
          script,
          fixtureId: 9,
          startTime: START,
        }).scores;
        const wait = records.findLast(({ StatusId }) => statuses.includes(StatusId ?? 0));
        return { before: wait?.Stats ?? {}, after: statsOf(records) };
      };
      const { before, after } = ending('extraTime', [WAIT[sport]]);
      expect(before[1], seed).toBe(before[2]);
      expect(after[1], seed).not.toBe(after[2]);
      if (!scriptsOf(sport).includes('penalties')) continue;
      const { before: level, after: shot } = ending('penalties', [11]);
      expect(level[1], seed).toBe(level[2]);
      expect([shot[1], shot[2]], seed).toEqual([level[1], level[2]]);
      expect(shot[6001], seed).not.toBe(shot[6002]);
      expect(Math.abs((shot[6001] ?? 0) - (shot[6002] ?? 0)), seed).toBeLessThan(5);
    }
  });
});

describe('odds', () => {
  const ALL = scriptsOf('soccer').flatMap((script) => SEEDS.slice(0, 3).map((seed) => [script, seed] as const));

  test('of the three outcomes, or the two sides of a line, add up to one; percentages say the same', () => {
    for (const [script, seed] of ALL)
      for (const odds of soccer(seed, script).odds) {
        const where = `${seed}, ${script}, ${odds.messageId}`;
        if (isSuspended(odds)) {
          expect([odds.prices, odds.priceNames], where).toEqual([[], []]);
          continue;
        }
        // A price is rounded by up to half a thousandth.
        const slack = odds.prices.reduce((sum, price) => sum + 0.5 / ((price * (price - 0.5)) / 1_000), 0);
        const total = odds.prices.reduce((sum, price) => sum + 1_000 / price, 0);
        expect(Math.abs(total - 1) <= slack + 1e-9, `${where}: ${odds.prices}`).toBe(true);
        const isQuarter = /\.[27]5$/.test(odds.marketParameters ?? '');
        percentages(odds).forEach((text, i) => {
          if (isQuarter) expect(text, where).toBe('NA');
          else expect(text, where).toBe((Math.round(100_000_000 / (odds.prices[i] ?? 0)) / 1_000).toFixed(3));
        });
      }
  });

  test('are off the board from each goal, dismissal, penalty and review on until some time after it is settled', () => {
    let held = 0;
    for (const [script, seed] of ALL) {
      const { scores, odds } = soccer(seed, script);
      for (const record of scores as readonly SoccerScores[]) {
        const { Action, Ts, Id } = record;
        if (!['goal', 'red_card', 'penalty', 'var', 'action_discarded', 'shootout_penalty'].includes(Action)) continue;
        const ends = { penalty: 'penalty_outcome', var: 'var_end' }[Action] ?? Action;
        const settled = scores.findLast((one) => one.Id === Id && one.Action === ends)?.Ts ?? Ts;
        const after = Action === 'shootout_penalty' ? 10_000 : 15_000;
        const within = odds.filter(({ ts }) => ts >= Ts && ts < settled + after);
        expect(
          within.filter((one) => !isSuspended(one)).map(({ messageId }) => messageId),
          `${seed}, ${script}`,
        ).toEqual([]);
        held += 1;
        // No line stays open during it.
        const open = new Set<string>();
        for (const one of odds) {
          if (one.ts > Ts) break;
          const line = `${one.superOddsType}|${one.marketPeriod}|${one.marketParameters}`;
          if (isSuspended(one)) open.delete(line);
          else open.add(line);
        }
        expect([...open], `${seed}, ${script}, Seq ${record.Seq}`).toEqual([]);
      }
    }
    expect(held).toBeGreaterThan(100);
  });

  test('come for a period only while bets on it make sense, and all are off the board in the end', () => {
    for (const [script, seed] of ALL) {
      const { scores, odds } = soccer(seed, script);
      const where = `${seed}, ${script}`;
      const priced = odds.filter((one) => !isSuspended(one));
      const times = (period: string | null) => priced.filter((one) => one.marketPeriod === period).map(({ ts }) => ts);
      const isBetween = (period: string | null, from: number, to: number): void => {
        for (const ts of times(period)) expect(ts >= from && ts < to, `${where}, ${period}: ${ts}`).toBe(true);
      };
      if (script !== 'withoutStatus') {
        isBetween('et', first(scores, 6), Math.min(first(scores, 10), first(scores, 11)));
        isBetween('et,half=1', first(scores, 6), first(scores, 8));
        isBetween('penalties', first(scores, 11), first(scores, 13));
        isBetween('half=1', 0, first(scores, 3));
        isBetween(null, 0, Math.min(first(scores, 5), first(scores, 6)));
      }
      expect(times('et').length > 0, where).toBe(script === 'extraTime' || script === 'penalties');
      expect(times('penalties').length > 0, where).toBe(script === 'penalties');
      const open = new Map(
        odds.map((one) => [`${one.superOddsType}|${one.marketPeriod}|${one.marketParameters}`, one]),
      );
      expect(
        [...open.values()].filter((one) => !isSuspended(one)),
        where,
      ).toEqual([]);
    }
  });

  test('go on through the whole match, and follow the goals', () => {
    for (const seed of SEEDS) {
      const { scores, odds } = soccer(seed);
      const end = first(scores, 5);
      for (let minute = START - 15 * MINUTE; minute < end - 15 * MINUTE; minute += 15 * MINUTE) {
        const some = odds.filter(({ ts }) => ts >= minute && ts < minute + 15 * MINUTE).length;
        expect(some > 0, `${seed}: none from ${(minute - START) / MINUTE} min on`).toBe(true);
      }
      const inPlay = odds.filter(({ ts }) => ts >= START && ts < end).length / ((end - START) / MINUTE);
      expect(inPlay > 8 && inPlay < 25, `${seed}: ${inPlay} a minute`).toBe(true);
      const results = odds.filter((one) => one.superOddsType === '1X2_PARTICIPANT_RESULT' && one.marketPeriod === null);
      for (const goal of scores.filter(({ Action, Confirmed }) => Action === 'goal' && Confirmed)) {
        const before = results.findLast((one) => one.ts < goal.Ts - 10_000 && !isSuspended(one));
        const after = results.find((one) => one.ts > goal.Ts && !isSuspended(one));
        const side = goal.Participant === 1 ? 0 : 2;
        // After a goal in between, or in a decided match, there is nothing to compare.
        const other = scores.some(
          (one) =>
            one.Action === 'goal' && one.Id !== goal.Id && one.Ts > (before?.ts ?? 0) && one.Ts < (after?.ts ?? 0),
        );
        if (!before || !after || other) continue;
        expect((after.prices[side] ?? 0) < (before.prices[side] ?? 0), `${seed}, Seq ${goal.Seq}`).toBe(true);
      }
    }
  });

  test('have message ids and times of their own, in order', () => {
    for (const [script, seed] of ALL) {
      const { odds } = soccer(seed, script);
      expect(new Set(odds.map(({ messageId }) => messageId)).size).toBe(odds.length);
      odds.forEach(({ ts, inRunning }, i) => {
        expect(ts >= (odds[i - 1]?.ts ?? 0) && inRunning === ts >= START, `${seed}, ${script}`).toBe(true);
      });
    }
  });
});

describe('the goal model', () => {
  test('gives the shares of a Poisson process', () => {
    const { lead, total } = finalDistributions([0, 0], [1.5, 1.5]);
    // P(0–0) = e^-3; P(total ≤ 2) = e^-3 (1 + 3 + 9/2).
    expect(total.get(0)).toBeCloseTo(Math.exp(-3), 6);
    expect(lineShare(total, -2.5)).toBeCloseTo(1 - 8.5 * Math.exp(-3), 5);
    const [one, draw, two] = resultShares(lead);
    expect(one).toBeCloseTo(two, 9);
    expect(one + draw + two).toBeCloseTo(1, 5);
    // Without a draw, because a draw returns the stake.
    expect(lineShare(lead, 0)).toBeCloseTo(0.5, 9);
    expect(lineShare(lead, -0.5)).toBeCloseTo(one, 5);
    // A quarter line lies between its neighbours.
    expect(lineShare(lead, -0.25)).toBeLessThan(lineShare(lead, 0));
    expect(lineShare(lead, -0.25)).toBeGreaterThan(lineShare(lead, -0.5));
    expect(evenLine(lead, 1, 0)).toBe(0);
  });

  test('knows what is decided', () => {
    const { lead } = finalDistributions([3, 0], [0, 0]);
    expect(resultShares(lead)).toEqual([1, 0, 0]);
    expect(shootOutShare([0, 0], [0, 0])).toBeCloseTo(0.5, 9);
    expect(shootOutShare([3, 0], [3, 3])).toBe(1);
    expect(shootOutShare([2, 4], [4, 4])).toBe(0);
    expect(shootOutShare([5, 4], [5, 4])).toBeCloseTo(0.25 + 0.75 / 2, 9);
    expect(shootOutShare([5, 5], [6, 5])).toBeCloseTo(0.75 * 0 + 0.25 * 0.5, 9);
  });
});

test('the league of the free bundle says that it is free, and no other does', () => {
  const free = LEAGUE_BUNDLES.find(({ name }) => name === 'Free')?.leagues ?? [];
  expect(free.length).toBe(1);
  for (const { id, name } of LEAGUES) expect([name, /\bFree\b/.test(name)]).toEqual([name, free.includes(id)]);
});
