import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ScoresRecord } from '../../ts/records/record/scores/scoresRecord.js';
import { relayed } from '../../ts/sdk/error/linesmanError.js';
import { SPORTS, type Sport } from '../../ts/sdk/format/sports/sports.js';
import type { FeedRecord } from '../../ts/season/calendar/feedRecord.js';
import { LEAD, LONGEST_MATCH } from '../../ts/season/calendar/matchSpan.js';
import { scriptOfName } from '../../ts/season/calendar/scriptName.js';
import { Season } from '../../ts/season/calendar/season.js';
import { scriptsOf } from '../../ts/season/course.js';
import { LEAGUE_BUNDLES } from '../../ts/season/leagues.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { Random } from '../../ts/season/random.js';
import { SCRIPTS } from '../../ts/season/script.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import type { Validate } from '../../ts/service/data/ingest/incoming.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import { RECORD_KINDS, type RecordKind, slotStartOf } from '../../ts/service/data/store/recordKind.js';
import type { Store } from '../../ts/service/data/store/store.js';
import { type FeedOptions, type FeedProgress, runFeed } from '../../ts/service/serve/runFeed.js';
import { startFeed } from '../../ts/service/serve/startFeed.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { type TestDatabase, testDatabase } from '../helpers/service/database.js';

const SEED = 'feed';
const START = 1_800_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The first records of a season, before `until` (ms). */
function recordsUntil(season: Season, until: number, since?: number): FeedRecord[] {
  const reader = season.records(since);
  const records: FeedRecord[] = [];
  while (reader.nextTs < until) records.push(reader.next());
  return records;
}

describe(`the calendar (seed ${SEED})`, () => {
  const season = new Season({ seed: SEED, start: START });
  const days = season.schedule(START, START + 5 * DAY);

  test('starts with one match of each sport that everybody may see, played normally', () => {
    const free = LEAGUE_BUNDLES.find(({ id }) => id === 1)?.leagues ?? [];
    expect(days.slice(0, 3)).toMatchObject(
      SPORTS.map((sport, number) => ({
        number,
        sport,
        script: 'normal',
        fixtureId: 12_000_001 + number,
        startTime: START + (5 + number) * MINUTE,
      })),
    );
    expect(free).toContain(days[0]?.league.id);
  });

  test('continues at even intervals, every other match soccer, in many leagues, mostly normally', () => {
    const rest = days.slice(2);
    for (const [i, { startTime, sport, number, script, league }] of rest.entries()) {
      expect([startTime, number]).toEqual([START + 7 * MINUTE + (i * DAY) / 48, i + 2]);
      if (i > 0) expect(sport).toBe((['soccer', 'basketball', 'soccer', 'us-football'] as const)[(i - 1) % 4]);
      expect(league.sport).toBe(sport);
      expect(scriptsOf(sport)).toContain(script);
    }
    const normal = rest.filter(({ script }) => script === 'normal').length / rest.length;
    expect(normal).toBeGreaterThan(0.6);
    expect(normal).toBeLessThan(0.9);
    expect(new Set(rest.map(({ league }) => league.id)).size).toBeGreaterThan(50);
    expect(new Set(days.map(({ fixtureId }) => fixtureId)).size).toBe(days.length);
  });

  test.each([
    [48, 4],
    [24, 4],
    [500, 2],
  ])('at %i matches a day, always has a match of the free league in play or about to begin', (matchesPerDay, count) => {
    const free = LEAGUE_BUNDLES.find(({ id }) => id === 1)?.leagues ?? [];
    for (let i = 0; i < count; i++) {
      const seed = `free ${i}`;
      const one = new Season({ seed, start: START, matchesPerDay, tempo: 0.02 });
      let covered = START + 5 * MINUTE;
      const matches = one.schedule(START, START + 2 * DAY).filter(({ league }) => free.includes(league.id));
      for (const { number, startTime } of matches) {
        expect(startTime - covered, `${seed}, match ${number}`).toBeLessThan(10 * MINUTE);
        covered = Math.max(covered, one.match(number).scores.at(-1)?.Ts ?? 0);
      }
      expect([seed, covered >= START + 2 * DAY - 10 * MINUTE]).toEqual([seed, true]);
      // Not all of soccer is there.
      if (matchesPerDay >= 48)
        expect(matches.length, seed).toBeLessThan(one.schedule(START, START + 2 * DAY).length / 3.5);
    }
  });

  test.each([[48], [24], [2_000], [10_000]])(
    'at %i matches a day, no team plays twice at once, and each has its own name, league and players',
    (matchesPerDay) => {
      const hours = matchesPerDay > 1_000 ? 8 : 20 * 24;
      for (let i = 0; i < 3; i++) {
        const seed = `teams ${i}`;
        const scripts = ['normal', 'penalties', 'normal', 'extra-time'].map(scriptOfName);
        const one = new Season({ seed, start: START, matchesPerDay, scripts });
        const busy = new Map<string, number>();
        const leagueOfTeam = new Map<string, number>();
        for (const { startTime, teams, league, sport, number } of one.schedule(START, START + hours * HOUR))
          for (const team of teams) {
            const name = `${sport}/${team}`;
            const where = `${seed}, match ${number}, ${team}`;
            expect((busy.get(name) ?? 0) <= startTime, where).toBe(true);
            busy.set(name, startTime + 4.5 * HOUR);
            expect(leagueOfTeam.get(name) ?? league.id, where).toBe(league.id);
            leagueOfTeam.set(name, league.id);
          }
      }
    },
  );

  test('has the same names and players for the same ids', () => {
    const teams = new Map<number, string>();
    const people = new Map<number, string>();
    const one = new Season({ seed: 'names', start: START, tempo: 0.02 });
    let again = 0;
    for (const { number } of one.schedule(START, START + 6 * DAY)) {
      const match = one.match(number);
      for (const { id, name } of match.teams) {
        if (teams.has(id)) again++;
        expect(teams.get(id) ?? name).toBe(name);
        teams.set(id, name);
      }
      const scores: readonly ScoresRecord[] = match.scores;
      for (const { lineups } of scores.find(({ Lineups }) => Lineups)?.Lineups ?? [])
        for (const { fixturePlayerId, player } of lineups) {
          const person = `${player.preferredName}, ${player.country}, ${player.dateOfBirth}`;
          expect(people.get(fixturePlayerId) ?? person).toBe(person);
          people.set(fixturePlayerId, person);
        }
    }
    expect(again).toBeGreaterThan(50);
  });

  test('is reproducible part by part, and differs with another seed', () => {
    const again = new Season({ seed: SEED, start: START });
    expect([...again.schedule(0, START + DAY + 1), ...again.schedule(START + DAY + 1, START + 5 * DAY)]).toEqual(days);
    expect(again.match(7)).toEqual(season.match(7));
    const other = new Season({ seed: 'other', start: START }).schedule(START, START + 5 * DAY);
    expect(other.map(({ script }) => script)).not.toEqual(days.map(({ script }) => script));
  });

  test('describes a match as its records do', () => {
    for (const { number, fixtureId, league, script, startTime, teams } of days.slice(0, 12)) {
      const match = season.match(number);
      expect([match.script, match.league.id, match.teams.map(({ name }) => name)]).toEqual([script, league.id, teams]);
      expect(match.fixtures[0]).toEqual(season.announcement(number));
      for (const record of match.fixtures) expect(record).toMatchObject({ fixtureId, startTime });
      for (const record of match.scores) expect(record).toMatchObject({ FixtureId: fixtureId, StartTime: startTime });
    }
  });

  test('finds the first match at any time', () => {
    const scripted = new Season({ seed: SEED, start: START, scripts: ['postponed', 'postponed'], matchesPerDay: 1000 });
    for (const one of [season, scripted])
      for (let number = 0; number < 20; number++)
        for (const [after, first] of [[0, number] as const, [1, number + 1] as const])
          expect(one.firstFrom(one.kickOff(number) + after)).toBe(first);
    expect(season.firstFrom(Number.NEGATIVE_INFINITY)).toBe(0);
  });

  test('refuses an invalid season (7284)', () => {
    for (const options of [
      { start: 1.5 },
      { start: -1 },
      { start: 1e15 },
      { matchesPerDay: 0 },
      { matchesPerDay: 1e5 },
    ])
      expect(() => new Season({ seed: SEED, start: START, ...options })).toThrow(
        expect.objectContaining({ number: 7284 }),
      );
    expect(() => season.scheduled(-1)).toThrow(/no match -1/);
    expect(() => season.scheduled(2 ** 31 - 12_000_000)).toThrow(expect.objectContaining({ number: 7284 }));
    expect(season.scheduled(2 ** 31 - 12_000_002).fixtureId).toBe(2 ** 31 - 1);
  });
});

describe('requested scripts', () => {
  const round = (...names: string[]): [Sport, string][] =>
    new Season({ seed: SEED, start: START, scripts: names.map(scriptOfName) })
      .schedule(START, START + 5 * MINUTE + Math.max(3, names.length) * 3 * MINUTE)
      .map(({ sport, script }) => [sport, script]);

  test('go to the first matches of a sport that has them', () => {
    expect(round('var-reversal', 'allZero').slice(0, 3)).toEqual([
      ['soccer', 'varReversal'],
      ['basketball', 'allZero'],
      ['us-football', 'normal'],
    ]);
    expect(round('halves', 'unnumbered-overtime', 'penalties').slice(0, 3)).toEqual([
      ['soccer', 'penalties'],
      ['basketball', 'halves'],
      ['us-football', 'unnumberedOvertime'],
    ]);
  });

  test('get as many matches as they need, each once', () => {
    const scripts = ['postponed', 'postponed', 'abandoned', 'correction-after-full-time', 'cancelled', 'penalties'];
    expect(round(...scripts).slice(0, 7)).toEqual([
      ['soccer', 'postponed'],
      ['basketball', 'abandoned'],
      ['us-football', 'correctionAfterFullTime'],
      ['soccer', 'postponed'],
      ['basketball', 'cancelled'],
      ['us-football', 'normal'],
      ['soccer', 'penalties'],
    ]);
    const season = new Season({ seed: SEED, start: START, scripts: scripts.map(scriptOfName) });
    const kickOffs = season.schedule(START, START + DAY).map(({ startTime }) => (startTime - START) / MINUTE);
    expect(kickOffs.slice(0, 9)).toEqual([5, 6, 7, 8, 9, 10, 11, 41, 71]);
  });

  test('are accepted by either name; for other names all valid ones are listed (7283)', () => {
    for (const script of SCRIPTS) expect(scriptOfName(script)).toBe(script);
    for (const name of ['var-reversal', 'all-zero', 'correction-after-full-time', 'without-status'])
      expect(scriptOfName(name)).toBe(name.replace(/-./g, (two) => two.charAt(1).toUpperCase()));
    for (const name of ['', 'var', 'VarReversal'])
      expect(() => scriptOfName(name)).toThrow(
        expect.objectContaining({ number: 7283, message: expect.stringMatching(/normal, .*var-reversal, .*halves/) }),
      );
  });
});

describe(`the records of a season (seed ${SEED})`, () => {
  const season = new Season({
    seed: SEED,
    start: START,
    matchesPerDay: 24,
    scripts: ['penalties', 'halves'],
    tempo: 0.2,
  });
  const END = START + 12 * HOUR;

  test('are those of its matches, in time order', () => {
    const records = recordsUntil(season, END);
    records.forEach(({ ts }, i) => {
      expect(ts).toBeGreaterThanOrEqual(records[i - 1]?.ts ?? 0);
    });
    const count = (kind: RecordKind, fixtureId: number) =>
      records.filter((record) => record.kind === kind && record.fixtureId === fixtureId).map(({ ts }) => ts);
    const known = season.schedule(START, END + 3 * DAY + HOUR);
    expect(known.length).toBeGreaterThan(80);
    let expected = 0;
    for (const { number, fixtureId } of known) {
      const { fixtures, scores, odds } = season.match(number);
      const due = (times: readonly number[]) => times.filter((ts) => ts < END).sort((a, b) => a - b);
      const all = [
        due(fixtures.map(({ ts }) => ts)),
        due(scores.map(({ Ts }) => Ts)),
        due(odds.map(({ ts }) => ts)),
      ] as const;
      expect([count('fixtures', fixtureId), count('scores', fixtureId), count('odds', fixtureId)]).toEqual(all);
      expected += all.flat().length;
    }
    expect(records.length).toBe(expected);
  });

  test('announce a fixture before anything else about it, at the start within one hour', () => {
    const seen = new Set<number>();
    for (const { kind, fixtureId, ts } of recordsUntil(season, START + 6 * HOUR)) {
      if (!seen.has(fixtureId)) expect(kind).toBe('fixtures');
      if (!seen.has(fixtureId)) expect(ts).toBeGreaterThanOrEqual(START - HOUR);
      seen.add(fixtureId);
    }
    expect(recordsUntil(season, START - HOUR + 1).length).toBe(
      season.schedule(START, START + 3 * DAY - HOUR + 1).length,
    );
  });

  test('from a later time are those of the matches that are not over', () => {
    const all = recordsUntil(season, END);
    const ends = new Map<number, number>();
    for (const { fixtureId } of all)
      if (!ends.has(fixtureId)) {
        const { scores, odds, fixtures } = season.match(fixtureId - 12_000_001);
        const times = [...scores.map(({ Ts }) => Ts), ...odds.map(({ ts }) => ts), ...fixtures.map(({ ts }) => ts)];
        ends.set(fixtureId, Math.max(...times));
      }
    for (const since of [START + 4 * HOUR, ends.get(12_000_003) ?? 0, START + 9 * HOUR]) {
      const expected = all.filter(({ fixtureId }) => (ends.get(fixtureId) ?? 0) >= since);
      expect(expected.length).toBeLessThan(all.length);
      const lines = (records: readonly FeedRecord[]) => records.map((record) => JSON.stringify(record));
      expect(lines(recordsUntil(season, END, since))).toEqual(lines(expected));
    }
  });

  test('of a month hold no more matches at its end than at its start', () => {
    const perDay = 12;
    const reader = new Season({ seed: SEED, start: START, matchesPerDay: perDay, tempo: 0.1 }).records();
    let records = 0;
    const most = Array.from({ length: 30 }, (_, day) => {
      let held = 0;
      for (; reader.nextTs < START + (day + 1) * DAY; records++) {
        held = Math.max(held, reader.held);
        reader.next();
      }
      return held;
    });
    expect(records).toBeGreaterThan(30 * perDay * 80);
    // The first round arrives all at once.
    const bound = ((LONGEST_MATCH + LEAD) * perDay) / DAY;
    expect(most[0]).toBeLessThanOrEqual(bound + 3);
    expect(Math.max(...most.slice(1))).toBeLessThanOrEqual(bound);
    expect(Math.min(...most)).toBeGreaterThan(0);
  });

  test('of any script fit into the maximum length of a match, and no message id repeats', () => {
    const messages = new Set<string>();
    let odds = 0;
    for (const sport of SPORTS)
      for (const [i, script] of scriptsOf(sport).entries())
        for (let round = 0; round < 3; round++) {
          const fixtureId = 12_000_001 + 100 * round + i;
          const match = matchRecords({
            seed: `${SEED}/${round}`,
            sport,
            script,
            fixtureId,
            startTime: START,
            tempo: 0.3,
          });
          const times = [...match.scores.map(({ Ts }) => Ts), ...match.odds.map(({ ts }) => ts)];
          expect(Math.min(...times)).toBeGreaterThanOrEqual(START - LEAD);
          expect(Math.max(...times, ...match.fixtures.map(({ ts }) => ts))).toBeLessThan(START + LONGEST_MATCH);
          for (const { messageId } of match.odds) messages.add(messageId);
          odds += match.odds.length;
        }
    expect(messages.size).toBe(odds);
  });
});

describe('a feed', () => {
  const season = new Season({ seed: SEED, start: START, matchesPerDay: 12, scripts: ['cancelled'], tempo: 0.2 });
  let database: TestDatabase;
  let store: Store;
  let clock: ManualClock;
  let running: Promise<unknown>[] = [];
  let stop: AbortController;
  let progress: FeedProgress | undefined;

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.end());
  beforeEach(async () => {
    store = await database.fresh();
    clock = new ManualClock(START);
    stop = new AbortController();
    running = [];
    progress = undefined;
  });

  const ingestOf = (validate: Validate = validateRecord) => new Ingest({ store, clock, validate });
  const begin = (options: Partial<FeedOptions> = {}): Promise<void> => {
    const onProgress = (now: FeedProgress) => {
      progress = now;
    };
    const run = runFeed({ season, clock, ingest: ingestOf(), onProgress, ...options }, stop.signal);
    running.push(run);
    return run;
  };
  /** Waits until everything due is ingested: the feed then waits for later records. */
  const caughtUp = async (): Promise<void> => {
    while (clock.sleepers === 0) await setImmediate();
  };
  const end = async (): Promise<void> => {
    stop.abort();
    await Promise.all(running);
    stop = new AbortController();
    running = [];
  };
  const comeTo = async (time: number): Promise<void> => {
    clock.set(time);
    await caughtUp();
  };

  /** Everything stored, by fixture and kind, without acceptance times when those may differ. */
  async function content(withTime = true): Promise<Map<string, unknown[]>> {
    const all = new Map<string, unknown[]>();
    for (const { fixtureId } of await store.records.fixtures())
      for (const kind of RECORD_KINDS) {
        const records = await itemsOf(store.records.pagesOfFixture(kind, fixtureId));
        records.forEach(({ ts, seq }, i) => {
          expect([kind, fixtureId, seq]).toEqual([kind, fixtureId, i]);
          expect(ts).toBeGreaterThanOrEqual(records[i - 1]?.ts ?? 0);
        });
        if (records.length > 0)
          all.set(
            `${kind}/${fixtureId}`,
            records.map(({ json, messageId }) => {
              const { Ts, ...rest } = JSON.parse(json);
              return [messageId, rest, withTime ? Ts : 0];
            }),
          );
      }
    return all;
  }
  /** What must be stored once everything up to `now` is. */
  function expectedContent(now: number, withTime = true): Map<string, unknown[]> {
    const all = new Map<string, unknown[]>();
    for (const { kind, fixtureId, wire } of recordsUntil(season, now + 1)) {
      const { Ts, ...rest } = wire as Record<string, unknown>;
      const key = `${kind}/${fixtureId}`;
      all.set(key, [...(all.get(key) ?? []), [rest.MessageId ?? null, rest, withTime ? Ts : 0]]);
    }
    return all;
  }

  test('ingests what is due and waits for the next record', async () => {
    begin();
    for (const time of [START, START + 5 * MINUTE, START + 6 * MINUTE + 1, START + HOUR]) {
      await comeTo(time);
      expect(await content()).toEqual(expectedContent(time));
      const next = recordsUntil(season, time + DAY).find(({ ts }) => ts > time);
      expect(clock.nextWake).toBe(next?.ts);
      expect(progress).toMatchObject({ repeated: 0, refused: 0, accepted: recordsUntil(season, time + 1).length });
      expect(progress?.until).toBeGreaterThan(time - 10 * MINUTE);
    }
    const last = clock.nextWake ?? 0;
    await comeTo(last - 1);
    expect(clock.nextWake).toBe(last);
    await comeTo(last);
    expect(await content()).toEqual(expectedContent(last));
    await end();
    expect(clock.sleepers).toBe(0);
  });

  test('that restarts stores nothing twice', async () => {
    for (const time of [0, 1, 1, 4, 9, 9].map((hours) => START + hours * HOUR)) {
      clock.set(time);
      begin();
      await caughtUp();
      await end();
      expect(await content()).toEqual(expectedContent(time));
    }
    // Records of finished matches were not even sent.
    const sent = progress?.repeated ?? 0;
    expect(progress?.accepted).toBe(0);
    expect(sent).toBeGreaterThan(36);
    expect(sent).toBeLessThan(recordsUntil(season, START + 9 * HOUR).length / 2);
  });

  test.each([
    ['while all slots are open', false],
    ['while slots are sealed', true],
  ])('that is killed at any point loses nothing, %s', async (_, sealed) => {
    const seed = `kill/${sealed}`;
    const random = new Random(seed);
    let kills = 0;
    let lags = 0;
    const refusals: unknown[] = [];
    while (clock.now() < START + 16 * HOUR) {
      clock.advance(random.between(0, 2 * HOUR));
      if (sealed && random.onceIn(2))
        for (const kind of RECORD_KINDS) await store.batches.freeze(kind, slotStartOf(kind, clock.now()), clock.now());
      // The process dies before or after the n-th batch is stored.
      let left = random.below(8);
      const stored = random.onceIn(2);
      const ingest = ingestOf();
      const killed = new Promise<void>((resolve) => {
        const acceptAll: Ingest['acceptAll'] = async (records) => {
          const last = left-- === 0;
          if (last && !stored) return gone(resolve);
          const results = await ingest.acceptAll(records);
          refusals.push(...results.filter((result) => result instanceof Error));
          return last ? gone(resolve) : results;
        };
        const port = { acceptAll, hasScore: ingest.hasScore.bind(ingest), lastScore: ingest.lastScore.bind(ingest) };
        void runFeed({ season, clock, ingest: port, batch: random.between(1, 90) }, new AbortController().signal);
      });
      await Promise.race([killed.then(() => kills++), caughtUpAlone()]);
      const behind = recordsUntil(season, clock.now() - 4 * HOUR).length;
      if ((await count()) < behind) lags++;
      clock = new ManualClock(clock.now());
    }
    expect([seed, refusals, kills > 5, lags > 0]).toEqual([seed, [], true, true]);
    begin();
    await caughtUp();
    await end();
    expect([seed, await content(!sealed)]).toEqual([seed, expectedContent(clock.now(), !sealed)]);

    function gone(resolve: () => void): Promise<never> {
      resolve();
      return new Promise(() => {});
    }
    /** Or it finished first. */
    async function caughtUpAlone(): Promise<void> {
      const own = clock;
      while (own === clock && own.sleepers === 0) await setImmediate();
    }
    async function count(): Promise<number> {
      return [...(await content(false)).values()].flat().length;
    }
  });

  test('continues after a refused record', async () => {
    const bad = season.match(1).scores[3];
    const refusals: [number, number, unknown][] = [];
    begin({
      ingest: ingestOf((kind, record) => {
        if (kind === 'scores' && record.FixtureId === 12_000_002 && record.Seq === 3)
          throw relayed(7031, { sentence: 'not this one' }, { path: '$.Seq' });
      }),
      onRefused: ({ kind, fixtureId, wire }, { number }) => {
        expect([kind, fixtureId]).toEqual(['scores', 12_000_002]);
        refusals.push([number, fixtureId, (wire as Record<string, unknown>).Seq]);
      },
      batch: 5,
    });
    await comeTo((bad?.Ts ?? 0) + HOUR);
    await end();
    // Later records of that fixture cannot be stored without it.
    expect(refusals.map(([number, , seq]) => [number, seq])).toEqual(
      refusals.map((_, i) => [i === 0 ? 7031 : 7043, i + 3]),
    );
    expect(refusals.length).toBeGreaterThan(3);
    expect(progress?.refused).toBe(refusals.length);
    const expected = expectedContent(clock.now());
    expected.set('scores/12000002', expected.get('scores/12000002')?.slice(0, 3) ?? []);
    expect(await content()).toEqual(expected);
  });

  test.each([
    ['with other matches', true, { seed: 'another' }],
    // What is announced is of another sport, so it cannot be played.
    ['of other sports', false, { seed: 'another', scripts: ['cancelled', 'normal', 'normal', 'normal'] as const }],
    ['with shorter matches', true, { tempo: 0.1 }],
    ['with longer matches', true, { tempo: 0.4 }],
  ])('after another version of the generator, %s, leaves no match that never ends', async (_, isPlayed, change) => {
    const common = { seed: SEED, start: START, matchesPerDay: 24, scripts: ['cancelled'] as const, tempo: 0.2 };
    const older = new Season({ ...common, ...change });
    const newer = new Season(common);
    begin({ season: older });
    await comeTo(START + 3 * HOUR);
    await end();
    const states = async () => {
      const competitionIds = await store.matches.competitions();
      return store.matches.page({ competitionIds, order: 'earliest', limit: 500 });
    };
    const begun = (await states()).filter(
      ({ state, updates }) => state === 'live' || (state === 'scheduled' && updates),
    );
    expect(begun.length).toBeGreaterThan(1);

    const seen = { ended: [] as number[], refused: [] as unknown[], failures: [] as unknown[] };
    const restart = async (time: number, hours: readonly number[]): Promise<void> => {
      clock.set(time);
      const ingest = ingestOf();
      const feed = startFeed({
        ...{ season: newer, clock, ingest, store },
        onEnded: (fixtureId) => seen.ended.push(fixtureId),
        onRefused: (...about) => seen.refused.push(about),
        onFailure: (error) => seen.failures.push(error),
      });
      await feed.caughtUp;
      await caughtUp();
      for (const later of hours) await comeTo(time + later * HOUR);
      await feed.stop();
    };
    await restart(START + 3 * HOUR + MINUTE, [1, 7]);
    expect(seen.ended.length).toBeGreaterThan(0);
    const after = new Map((await states()).map((match) => [match.fixtureId, match]));
    for (const { fixtureId, updates } of begun)
      if (seen.ended.includes(fixtureId))
        expect(after.get(fixtureId)).toMatchObject({ state: 'uncovered', updates: updates + 1 });
    // Every match that should be over is.
    const late = clock.now() - LONGEST_MATCH;
    const stuck = [...after.values()].filter(
      ({ startTime, state }) => startTime < late && /live|scheduled/.test(state),
    );
    expect(stuck.map(({ fixtureId, state }) => [fixtureId, state])).toEqual([]);
    expect(
      [...after.values()].some(({ state, startTime }) => state === 'finished' && startTime > START + 4 * HOUR),
    ).toBe(isPlayed);
    expect([seen.refused, seen.failures]).toEqual([[], []]);
    // A second start ends none again.
    await restart(clock.now(), []);
    expect(new Set(seen.ended).size).toBe(seen.ended.length);
    await content(false);
  });

  test('waits for a database that is down, and omits nothing', async () => {
    const ingest = ingestOf();
    const machine = new ManualClock(0);
    const failures: unknown[] = [];
    let away = 0;
    const check = () => {
      if (away-- > 0) throw new Error('away');
    };
    const port: FeedOptions['ingest'] = {
      acceptAll: async (records) => {
        check();
        return ingest.acceptAll(records);
      },
      hasScore: async (score) => {
        check();
        return ingest.hasScore(score);
      },
      lastScore: ingest.lastScore.bind(ingest),
    };
    const start = () =>
      begin({ ingest: port, machine, retry: 700, batch: 50, onFailure: (error) => failures.push(error) });
    start();
    await caughtUp();
    away = 3;
    clock.set(START + HOUR);
    for (let i = 1; i <= 3; i++) {
      while (machine.sleepers === 0) await setImmediate();
      expect([failures.length, machine.nextWake]).toEqual([i, 700 * i]);
      expect(await content()).toEqual(expectedContent(START));
      machine.advance(700);
    }
    await caughtUp();
    expect(failures.length).toBe(3);
    expect(await content()).toEqual(expectedContent(START + HOUR));
    await end();

    // Also while it looks for its position; it can be stopped meanwhile.
    for (const [times, sleeps] of [
      [1, 1],
      [9, 0],
    ] as const) {
      away = times;
      clock.set(clock.now() + 4 * HOUR);
      start();
      while (machine.sleepers === 0) await setImmediate();
      if (sleeps > 0) {
        machine.advance(700);
        await caughtUp();
        expect(await content()).toEqual(expectedContent(clock.now()));
      }
      await end();
    }
    expect(away).toBe(8);
  });

  test('yields to other tasks while it catches up', async () => {
    let turns = 0;
    const batches: { readonly size: number; readonly turn: number }[] = [];
    // The database of this feed answers without any wait.
    const ingest: FeedOptions['ingest'] = {
      acceptAll: async (records) => {
        batches.push({ size: records.length, turn: turns });
        return records.map(() => ({ status: 'repeated', form: 'documented', record: {} as never }));
      },
      hasScore: async () => false,
      lastScore: async () => undefined,
    };
    const generated: number[] = [];
    const watched = new Season({ seed: SEED, start: START, matchesPerDay: 12, tempo: 0.2 });
    const match = watched.match.bind(watched);
    watched.match = (number) => {
      generated.push(turns);
      return match(number);
    };
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        turns++;
        await setImmediate();
      }
    })();
    clock.set(START + 6 * HOUR);
    begin({ season: watched, ingest, batch: 20 });
    await caughtUp();
    await end();
    isOver = true;
    await others;
    expect(batches.length).toBeGreaterThan(20);
    expect(Math.max(...batches.map(({ size }) => size))).toBe(20);
    expect(new Set(batches.map(({ turn }) => turn)).size).toBe(batches.length);
    // The first round begins together, but takes a tenth of a second for each match.
    expect(generated.length).toBeGreaterThan(3);
    expect(new Set(generated.slice(0, 3)).size).toBe(3);
  });
});
