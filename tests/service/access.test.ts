import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Access, accessAt } from '../../ts/service/edge/auth/access.js';
import type { Period } from '../../ts/service/edge/auth/authStore.js';
import type { OperatorTables } from '../../ts/service/edge/auth/operatorTables.js';

const TABLES: OperatorTables = {
  leagues: [1, 2, 3, 4].map((id) => ({ id, name: `League ${id}` })),
  leagueBundles: [
    { id: 1, leagues: [1] },
    { id: 2, leagues: [2, 3] },
  ],
  marketBundles: [
    { id: 1, markets: ['1X2'] },
    { id: 2, markets: ['AH', 'OU'] },
  ],
  freeBundle: 1,
};
const LEAGUES = [1, 2, 3, 4, 5];
const MARKETS = ['1X2', 'AH', 'OU'];

const period = (more: Partial<Period> = {}): Period => ({
  level: 1,
  startsAt: 0,
  endsAt: 100,
  samplingSeconds: 60,
  leagueBundle: 1,
  leagues: [],
  marketBundle: 0,
  ...more,
});
const hash = new Uint8Array(32).fill(0xab);
const owner = (...periods: Period[]) => ({ hash, wallet: 'w', version: 3, periods });
const at = (now: number, ...periods: Period[]) => accessAt(owner(...periods), now, TABLES);

describe('what the tokens of a wallet may see', () => {
  test('is nothing before the first period and after the last, and names the subscription in between', () => {
    const one = period({ startsAt: 10, endsAt: 20 });
    expect([9, 20].map((now) => at(now, one))).toEqual([null, null]);
    expect(at(10, one)).toMatchObject({
      tokenId: 'abababababababab',
      wallet: 'w',
      version: 3,
      changesAt: 20,
      intervals: [60],
      periods: [one],
    });
    expect(at(0)).toBeNull();
  });

  test('changes when a period begins or ends', () => {
    const access = at(0, period({ endsAt: 30 }), period({ level: 2, startsAt: 10, endsAt: 20, samplingSeconds: 0 }));
    expect([0, 10, 20].map((now) => access?.at(now)?.changesAt)).toEqual([10, 20, 30]);
    expect([0, 10, 20].map((now) => access?.at(now)?.sampling(1, 'AH'))).toEqual([60, 0, 60]);
    expect(access?.at(30)).toBeNull();
  });

  test('two cheap levels do not add up to an expensive one', () => {
    // All leagues delayed, plus one league in real time.
    const access = at(
      0,
      period({ level: 6, leagueBundle: 0 }),
      period({ level: 7, samplingSeconds: 0, leagueBundle: 1 }),
    );
    expect(LEAGUES.map((league) => access?.sampling(league, '1X2'))).toEqual([0, 60, 60, 60, 60]);
    expect(access?.intervals).toEqual([0, 60]);
    // One market of all leagues, and all markets of one league.
    const markets = at(
      0,
      period({ level: 8, leagueBundle: 0, marketBundle: 1, samplingSeconds: 0 }),
      period({ level: 9, leagueBundle: 2 }),
    );
    expect(MARKETS.map((market) => LEAGUES.map((league) => markets?.sampling(league, market)))).toEqual([
      [0, 0, 0, 0, 0],
      [null, 60, 60, null, null],
      [null, 60, 60, null, null],
    ]);
  });
});

/** The rule of the specification as a table, in its own words. */
function naive(periods: readonly Period[], now: number): Map<string, number> {
  const granted = new Map<string, number[]>();
  for (const one of periods) {
    if (now < one.startsAt || now >= one.endsAt) continue;
    const bundle = TABLES.leagueBundles.find(({ id }) => id === one.leagueBundle);
    const leagues = one.leagueBundle === 0 ? LEAGUES : (bundle?.leagues ?? one.leagues);
    const markets =
      one.marketBundle === 0
        ? MARKETS
        : (TABLES.marketBundles.find(({ id }) => id === one.marketBundle)?.markets ?? []);
    for (const league of leagues)
      for (const market of markets)
        granted.set(`${league} ${market}`, [...(granted.get(`${league} ${market}`) ?? []), one.samplingSeconds]);
  }
  return new Map([...granted].map(([key, intervals]) => [key, Math.min(...intervals)]));
}

const anyPeriod: fc.Arbitrary<Period> = fc
  .record({
    level: fc.integer({ min: 0, max: 4 }),
    startsAt: fc.integer({ min: 0, max: 8 }),
    length: fc.integer({ min: 1, max: 8 }),
    samplingSeconds: fc.constantFrom(0, 30, 60),
    leagueBundle: fc.constantFrom(0, 1, 2, null),
    leagues: fc.subarray([1, 2, 3, 4]),
    marketBundle: fc.constantFrom(0, 1, 2),
  })
  .map(({ length, leagues, ...one }) => ({
    ...one,
    endsAt: one.startsAt + length,
    leagues: one.leagueBundle === null ? leagues : [],
  }));

/** The visible records under an access, in the form of `naive`. */
const seen = (access: Access | null): Map<string, number> =>
  new Map(
    LEAGUES.flatMap((league) =>
      MARKETS.flatMap((market): [string, number][] => {
        const seconds = access?.sampling(league, market) ?? null;
        return seconds === null ? [] : [[`${league} ${market}`, seconds]];
      }),
    ),
  );
const leaguesOf = (table: Map<string, number>) =>
  LEAGUES.filter((league) => MARKETS.some((market) => table.has(`${league} ${market}`)));

test.each([1, 2, 3, 4])('follows the rule, whatever was bought; seed %d', (seed) => {
  const property = fc.property(fc.array(anyPeriod, { maxLength: 6 }), (periods) => {
    const times = [...Array(18).keys()];
    const rule = times.map((now) => naive(periods, now));
    const accesses = times.map((now) => at(now, ...periods));
    expect(accesses.map(seen)).toEqual(rule);
    expect(accesses.map((access) => LEAGUES.filter((league) => access?.seesLeague(league)))).toEqual(
      rule.map(leaguesOf),
    );
    expect(accesses.map((access) => access?.intervals ?? [])).toEqual(
      times.map((now) => intervalsOf(periods, now).sort((a, b) => a - b)),
    );
    // A cached access is valid until it says it changes, and then finds its successor itself.
    for (const [i, access] of accesses.entries()) {
      if (!access) continue;
      const holds = rule.slice(i, access.changesAt);
      expect(holds).toEqual(holds.map(() => rule[i]));
      expect(seen(access.at(access.changesAt))).toEqual(rule[access.changesAt]);
    }
  });
  fc.assert(property, { seed, numRuns: 60 });
});

const intervalsOf = (periods: readonly Period[], now: number): number[] => [
  ...new Set(
    periods
      .filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt)
      .map(({ samplingSeconds }) => samplingSeconds),
  ),
];
