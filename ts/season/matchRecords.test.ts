import { keysOfSport, SPORT_LAYOUTS, SPORTS, type Sport } from '@linesman/sdk/format';
import { describe, expect, it } from 'vitest';
import { fixtureBatches } from '../records/batch/fixtureBatch.js';
import { scoreBatches } from '../records/batch/scoreBatch.js';
import { fixtureLeafOf } from '../records/record/fixture.js';
import type { ScoresRecord } from '../records/record/scores/scoresRecord.js';
import { scriptsOf } from './course.js';
import { LEAGUE_BUNDLES, LEAGUES } from './leagues.js';
import { matchRecords } from './matchRecords.js';
import type { Script } from './script.js';

const HAS_ODDS: Readonly<Record<Sport, boolean>> = { soccer: true, basketball: false, 'us-football': false };
/** The status of a match that has been played but is not yet finalised. */
const PLAYED_OUT: Readonly<Record<Sport, number>> = { soccer: 5, basketball: 9, 'us-football': 9 };
const SEED = 'match records';
const START = 1_800_000_000_000;
const made = (sport: Sport, script: Script, seed = SEED) =>
  matchRecords({ seed, sport, script, fixtureId: 12_000_001, startTime: START });
const scoresOf = (sport: Sport, script: Script): readonly ScoresRecord[] => made(sport, script).scores;

/** The sequence of statuses without repetitions; records without a status are skipped. */
function statusesOf(records: readonly ScoresRecord[]): number[] {
  const statuses = records.flatMap(({ StatusId }) => (StatusId === undefined ? [] : [StatusId]));
  return statuses.filter((status, i) => status !== statuses[i - 1]);
}
const ALL = SPORTS.flatMap((sport) => scriptsOf(sport).map((script) => ({ sport, script })));

describe(`generated matches (seed ${SEED})`, () => {
  it.each(ALL)('of $sport, $script, are reproducible and in order', ({ sport, script }) => {
    const match = made(sport, script);
    expect(match).toEqual(made(sport, script));
    expect(match.scores).not.toEqual(made(sport, script, 'other').scores);
    match.scores.forEach(({ Seq, Ts }, i) => {
      expect(Seq).toBe(i);
      expect(Ts).toBeGreaterThanOrEqual(match.scores[i - 1]?.Ts ?? 0);
    });
    expect(match.odds.length > 0).toBe(HAS_ODDS[sport]);
  });

  it('go through the statuses of their script', () => {
    const regular = [1, 2, 3, 4, 5];
    const quarters = [1, 2, 3, 4, 5, 6, 7, 8];
    const expected: [Sport, Script, number[]][] = [
      ['soccer', 'normal', [...regular, 100]],
      ['soccer', 'extraTime', [1, 2, 3, 4, 6, 7, 8, 9, 10, 100]],
      ['soccer', 'penalties', [1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 100]],
      ['soccer', 'abandoned', [1, 2, 3, 4, 14, 15]],
      ['soccer', 'cancelled', [1, 16]],
      ['soccer', 'postponed', [1, 19]],
      ['soccer', 'interrupted', [1, 2, 14, 2, 3, 4, 5, 100]],
      ['soccer', 'coverageLost', [1, 2, 18, 2, 3, 4, 17]],
      ['soccer', 'withoutStatus', [100]],
      ['basketball', 'normal', [...quarters, 9, 100]],
      ['basketball', 'extraTime', [...quarters, 10, 11, 12, 11, 13, 100]],
      ['basketball', 'halves', [1, 19, 5, 20, 9, 100]],
      ['us-football', 'normal', [...quarters, 9, 100]],
      ['us-football', 'extraTime', [...quarters, 10, 1011, 1012, 2011, 13, 100]],
      ['us-football', 'unnumberedOvertime', [...quarters, 10, 11, 12, 11, 13, 100]],
    ];
    for (const [sport, script, statuses] of expected)
      expect(statusesOf(scoresOf(sport, script)), `${sport} ${script}`).toEqual(statuses);
  });

  it('end with their own status unless finished, else with game_finalised and perhaps disconnected', () => {
    for (const { sport, script } of ALL) {
      const records = scoresOf(sport, script);
      const last = records.at(-1);
      if (['abandoned', 'cancelled', 'postponed', 'coverageLost'].includes(script)) {
        expect(last?.Action, script).toBe('status');
        expect(records.some(({ StatusId }) => StatusId === 100)).toBe(false);
        continue;
      }
      const final = records.findIndex(({ Action }) => Action === 'game_finalised');
      expect(records[final]).toMatchObject({ StatusId: 100, GameState: 'finished', Confirmed: true });
      expect(records.slice(final + 1).map(({ Action, StatusId }) => [Action, StatusId])).toEqual(
        final === records.length - 1 ? [] : [['disconnected', undefined]],
      );
    }
  });

  it('have fixture records for each state', () => {
    const states = (script: Script) => made('soccer', script).fixtures.map(({ gameState }) => gameState);
    expect(states('normal')).toEqual(['scheduled', 'live', 'finished']);
    expect(states('abandoned')).toEqual(['scheduled', 'live', 'abandoned']);
    expect(states('cancelled')).toEqual(['scheduled', 'cancelled']);
    expect(states('interrupted')).toEqual(['scheduled', 'live', 'finished']);
    const [announced, live] = made('soccer', 'normal').fixtures;
    if (!announced || !live) throw new Error('no fixture records');
    expect(fixtureLeafOf(announced).fixtureId).toBe(12_000_001 + 2 ** 48);
    expect(fixtureLeafOf(live).fixtureId).toBe(12_000_001 + 2 * 2 ** 48);
    expect(fixtureBatches([fixtureLeafOf(announced)]).length).toBe(1);
  });

  it('reject a script of another sport (7283)', () => {
    expect(() => made('basketball', 'penalties')).toThrow(/no script "penalties" for basketball/);
  });
});

describe('stats', () => {
  it.each(ALL)(
    'of $sport, $script, are empty or complete, and change with confirmed and amended scores only',
    ({ sport, script }) => {
      const records = scoresOf(sport, script);
      const keys = keysOfSport(sport).length;
      records.forEach((record, i) => {
        const size = Object.keys(record.Stats).length;
        expect([0, keys]).toContain(size);
        const moves = record.Score !== undefined && (record.Confirmed === true || record.Action === 'action_amend');
        if (!moves) expect(record.Stats).toEqual(records[i - 1]?.Stats ?? {});
        else expect(size).toBe(keys);
      });
      expect(records[0]?.Stats).toEqual({});
    },
  );

  it('of a match without a score are all zero', () => {
    for (const sport of SPORTS) {
      const stats = scoresOf(sport, 'allZero').at(-1)?.Stats ?? {};
      expect(Object.keys(stats).length).toBe(keysOfSport(sport).length);
      expect(new Set(Object.values(stats))).toEqual(new Set([0]));
    }
  });

  it('add up', () => {
    const soccer = scoresOf('soccer', 'penalties').at(-1)?.Stats ?? {};
    const at = (stats: Readonly<Record<string, number>>, key: number) => stats[String(key)] ?? Number.NaN;
    let shootOut = 0;
    for (let offset = 1; offset <= 8; offset++) {
      const of = (block: number) => at(soccer, 1000 * block + offset);
      expect(of(0)).toBe(of(1) + of(3) + of(7));
      expect(of(7)).toBe(of(4) + of(5));
      expect(of(2)).toBe(of(1));
      shootOut += of(6);
    }
    expect(shootOut).toBeGreaterThan(0);
    for (const sport of ['basketball', 'us-football'] as const) {
      const stats = scoresOf(sport, 'normal').at(-1)?.Stats ?? {};
      for (let offset = 1; offset <= SPORT_LAYOUTS[sport].offsets; offset++) {
        const of = (block: number) => at(stats, 1000 * block + offset);
        expect(of(1)).toBe(of(10) + of(20));
        expect(of(2)).toBe(of(30) + of(40));
        expect(of(0)).toBe(of(1) + of(2));
      }
    }
  });

  it('drop a discarded goal only after the review', () => {
    const records = scoresOf('soccer', 'varReversal');
    const at = records.findIndex(({ Action }) => Action === 'action_discarded');
    const goals = (i: number) => records[i]?.Stats['2'] ?? Number.NaN;
    const discarded = records[at];
    const end = records.findIndex(({ Action }) => Action === 'var_end');
    const goal = records.find(({ Id, Confirmed }) => Id === discarded?.Id && Confirmed);
    expect(goal?.Action).toBe('goal');
    expect(goals(at)).toBe(goal?.Stats['2']);
    expect(goals(end)).toBe(goals(at) - 1);
  });

  it('are corrected between the final whistle and game_finalised', () => {
    for (const sport of SPORTS) {
      const records = scoresOf(sport, 'correctionAfterFullTime');
      const amended = records.findLastIndex(({ Action }) => Action === 'action_amend');
      const before = records[amended - 1];
      expect(before?.StatusId).toBe(PLAYED_OUT[sport]);
      expect(records[amended + 1]?.Action).toBe('game_finalised');
      expect(records[amended]?.Stats['1']).toBeLessThan(before?.Stats['1'] ?? 0);
      expect(records[amended + 1]?.Stats).toEqual(records[amended]?.Stats);
    }
  });

  it('are what the trees are built from', () => {
    const { scores } = made('soccer', 'normal');
    const batches = scoreBatches([{ sport: 'soccer', records: scores }]);
    expect(batches.reduce((sum, { metadata }) => sum + metadata.totalUpdateCount, 0)).toBe(scores.length);
  });
});

describe('the league table', () => {
  it('fills the bundles, each league once', () => {
    expect(new Set(LEAGUES.map(({ id }) => id)).size).toBe(LEAGUES.length);
    expect(new Set(LEAGUES.map(({ name }) => name)).size).toBe(LEAGUES.length);
    expect(LEAGUE_BUNDLES.map(({ leagues }) => leagues.length)).toEqual([1, 10, 25, 50, 100]);
    for (const { leagues } of LEAGUE_BUNDLES)
      for (const id of leagues) expect(LEAGUES.some((league) => league.id === id)).toBe(true);
    expect(new Set(LEAGUES.map(({ sport }) => sport))).toEqual(new Set(SPORTS));
  });
});
