import { keysOfSport, MS_PER_SLOT, type Sport } from '@linesman/sdk/format';
import { describe, expect, it } from 'vitest';
import { namedScoreline, SCORELINES, type ScorelineName, sportsOf } from './namedScorelines.js';
import type { ScorelineRecord } from './scoreline.js';
import { type ScorelineOptions, scorelineOf } from './scoreline.js';

const START = 1_800_000_000_000;
const SEEDS = ['a', 'b', 'c', 'd'];
const play = (name: ScorelineName, sport: Sport, more: Partial<ScorelineOptions> = {}) =>
  namedScoreline(name, { seed: 'a', sport, fixtureId: 12_000_001, startTime: START, ...more }).records;

const cases = (Object.keys(SCORELINES) as ScorelineName[]).flatMap((name) =>
  sportsOf(name).map((sport) => [name, sport] as const),
);
const ofEachSport = (name: ScorelineName) => sportsOf(name).map((sport) => [sport] as const);

/** The sequence of statuses; records without a status are skipped. */
const statuses = (records: readonly ScorelineRecord[]): number[] =>
  records
    .flatMap(({ StatusId }) => (StatusId === undefined ? [] : [StatusId]))
    .filter((status, i, all) => status !== all[i - 1]);
const slotOf = ({ Ts }: ScorelineRecord): number => Math.floor(Ts / MS_PER_SLOT);
const last = (records: readonly ScorelineRecord[], status = 100): ScorelineRecord => {
  const found = records.findLast(({ StatusId }) => StatusId === status);
  if (!found) throw new Error(`no record of status ${status}`);
  return found;
};
const score = ({ Stats }: ScorelineRecord) => [Stats[1], Stats[2]];

/** The blocks that add up to the total, by sport. Overtime of basketball and US football is in no block. */
const PARTS: Record<Sport, readonly number[]> = {
  soccer: [1, 3, 7],
  basketball: [1, 2],
  'us-football': [1, 2],
};
const HAS_ALL_PARTS: Readonly<Record<Sport, boolean>> = { soccer: true, basketball: false, 'us-football': false };
const HALF_TIME: Readonly<Record<Sport, number>> = { soccer: 3, basketball: 5, 'us-football': 5 };
const REGULAR: Record<Sport, readonly number[]> = {
  soccer: [1, 2, 3, 4, 5],
  basketball: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  'us-football': [1, 2, 3, 4, 5, 6, 7, 8, 9],
};
const EXTRA: Record<Sport, readonly number[]> = {
  soccer: [6, 7, 8, 9, 10],
  basketball: [10, 11, 12, 11, 13],
  'us-football': [10, 1_011, 1_012, 2_011, 13],
};

describe.each(cases)('the score line %s in %s', (name, sport) => {
  it('gives ordered records with complete, consistent stats that only confirmed records change', () => {
    const faults: string[] = [];
    for (const seed of SEEDS) {
      const records = play(name, sport, { seed });
      expect(records, seed).toEqual(play(name, sport, { seed }));
      for (const [i, record] of records.entries()) {
        const wrong = faultOf(sport, record, records[i - 1], name !== 'extraTime');
        if (record.Seq !== i || wrong) faults.push(`seed ${seed}, Seq ${record.Seq}: ${wrong}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

/** The fault of a record that follows `before`, if any. */
function faultOf(
  sport: Sport,
  record: ScorelineRecord,
  before: ScorelineRecord | undefined,
  isWhole: boolean,
): string | null {
  const { Stats } = record;
  if (record.Ts < (before?.Ts ?? 0)) return 'time runs backwards';
  const moved = JSON.stringify(Stats) !== JSON.stringify(before?.Stats ?? {});
  if (moved && !record.Confirmed) return 'an unconfirmed record changed the stats';
  const values = Object.values(Stats);
  if (values.length === 0) return null;
  if (values.length !== keysOfSport(sport).length) return 'not every key';
  if (values.some((value) => value < 0)) return 'a negative count';
  // Overtime is in the total, but it has no part.
  if (!HAS_ALL_PARTS[sport] && !isWhole) return null;
  const sumOf = (offset: number) => PARTS[sport].reduce((sum, block) => sum + (Stats[1000 * block + offset] ?? 0), 0);
  return [1, 2, 3].some((offset) => sumOf(offset) !== Stats[offset])
    ? 'a total that is not the sum of its parts'
    : null;
}

describe('scripts', () => {
  it.each(['soccer', 'basketball', 'us-football'] as const)('of %s run through the statuses of the sport', (sport) => {
    const end = [100];
    const all: [ScorelineName, readonly number[]][] = [
      ['normal', [...REGULAR[sport], ...end]],
      ['extraTime', [...REGULAR[sport], ...EXTRA[sport], ...end]],
      ['penalties', [...REGULAR[sport], ...EXTRA[sport], 11, 12, 13, ...end]],
      ['abandoned', [...REGULAR[sport].slice(0, -1), 14, 15]],
      ['cancelled', [1, 16]],
      ['halfTime', REGULAR[sport].slice(0, REGULAR[sport].indexOf(HALF_TIME[sport]) + 1)],
      ['withoutStatus', end],
      ['correctionAfterFinalised', [...REGULAR[sport], 100, REGULAR[sport].at(-1) ?? 0, 100]],
      ['correctionInSlot', [...REGULAR[sport], 100, REGULAR[sport].at(-1) ?? 0, 100]],
    ];
    for (const [name, expected] of all)
      if (sportsOf(name).includes(sport)) expect(statuses(play(name, sport)), name).toEqual(expected);
  });

  it.each(ofEachSport('extraTime'))('in %s: extra time begins level and decides', (sport) => {
    const drawn = (seed: string) =>
      scorelineOf({ seed, sport, fixtureId: 1, startTime: START, script: 'extraTime' }).records;
    const given = (seed: string) => play('extraTime', sport, { seed, totals: { 1: 0, 2: 3 } });
    for (const records of SEEDS.flatMap((seed) => [drawn(seed), given(seed), play('extraTime', sport, { seed })])) {
      const [home, away] = score(last(records, REGULAR[sport].at(-1)));
      expect(home).toBe(away);
      expect(score(last(records))).not.toEqual([home, away]);
    }
    expect(() => play('extraTime', sport, { totals: { 1: 2, 2: 2 } })).toThrow(RangeError);
  });

  it('in soccer: goals of extra time are in its blocks, those of the shoot-out in no total', () => {
    const extra = last(play('extraTime', 'soccer')).Stats;
    expect([extra[1], extra[2], extra[4001], extra[5001], extra[7001], extra[7002]]).toEqual([2, 1, 0, 1, 1, 0]);
    for (const seed of SEEDS) {
      const records = play('penalties', 'soccer', { seed, shootOut: [3, 2] });
      const { Stats } = last(records);
      expect([Stats[1], Stats[2], Stats[6001], Stats[6002]]).toEqual([1, 1, 3, 2]);
      expect(score(last(records, 5))).toEqual([1, 1]);
    }
    expect(() => play('penalties', 'soccer', { totals: { 1: 2 } })).toThrow(RangeError);
    expect(() => play('penalties', 'basketball')).toThrow(RangeError);
  });

  it.each(ofEachSport('abandoned'))('in %s: a match broken off is never finalised', (sport) => {
    for (const name of ['abandoned', 'cancelled'] as const) {
      const records = play(name, sport);
      expect(records.at(-1)).toMatchObject({ Action: 'status', StatusId: name === 'abandoned' ? 15 : 16 });
      expect(records.some(({ StatusId }) => StatusId === 100)).toBe(false);
      const counted = Object.values(records.at(-1)?.Stats ?? {}).some((value) => value !== 0);
      expect(counted).toBe(name === 'abandoned');
    }
  });

  it.each(ofEachSport('varReversal'))('in %s: a confirmed score is taken back under its own id', (sport) => {
    const records = play('varReversal', sport);
    const discarded = records.findIndex(({ Action }) => Action === 'action_discarded');
    const [before, after] = [records[discarded - 1], records[discarded]];
    const given = records.find(({ Id }) => Id === after?.Id);
    expect(given).toMatchObject({ Confirmed: true, Participant: 2 });
    expect((before?.Stats[2] ?? 0) - (after?.Stats[2] ?? 0)).toBe(1);
    expect(score(last(records))).toEqual(score(last(play('extraTime', sport))));
  });

  it.each(ofEachSport('correctionAfterFinalised'))('in %s: a final result is amended and finalised again', (sport) => {
    for (const name of ['correctionAfterFinalised', 'correctionInSlot'] as const) {
      for (const seed of SEEDS) {
        for (const totals of [{}, { 1: 2, 2: 1 }, { 1: 1, 2: 2 }]) {
          const records = play(name, sport, { seed, totals });
          const finals = records.filter(({ Action }) => Action === 'game_finalised');
          const [first, second] = finals;
          if (!first || !second) throw new Error('not finalised twice');
          expect(finals.length).toBe(2);
          const winner = ([home = 0, away = 0]: (number | undefined)[]) => Math.sign(home - away);
          expect(winner(score(second))).not.toBe(winner(score(first)));
          // The correction only adds: taking away could fail in an empty block.
          expect(Object.entries(first.Stats).filter(([key, value]) => (second.Stats[key] ?? 0) < value)).toEqual([]);
          const amend = records.find(({ Action }) => Action === 'action_amend');
          expect(amend?.StatusId).toBe(REGULAR[sport].at(-1));
          expect(amend?.Stats).toEqual(second.Stats);
          expect(slotOf(second) === slotOf(first), `${name} ${seed}`).toBe(name === 'correctionInSlot');
          if (name === 'correctionAfterFinalised')
            expect(slotOf(amend as ScorelineRecord)).toBeGreaterThan(slotOf(first));
        }
      }
    }
    const { Stats } = last(play('correctionAfterFinalised', sport, { correction: { 1: -1, 3: 2 } }));
    const first = play('correctionAfterFinalised', sport).find(({ StatusId }) => StatusId === 100)?.Stats;
    expect([Stats[1], Stats[3]]).toEqual([(first?.[1] ?? 0) - 1, (first?.[3] ?? 0) + 2]);
  });

  it('leave a non-zero stat besides the score, or none at all', () => {
    const { Stats } = last(play('goalless', 'soccer'));
    expect([Stats[1], Stats[2], Stats[7], Stats[8]]).toEqual([0, 0, 5, 3]);
    for (const sport of sportsOf('twoNil')) expect(score(last(play('twoNil', sport)))).toEqual([2, 0]);
    for (const sport of sportsOf('allZero'))
      expect(new Set(Object.values(last(play('allZero', sport)).Stats))).toEqual(new Set([0]));
  });
});
