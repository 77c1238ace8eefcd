import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ScoresRecord } from '../../ts/records/record/scores/scoresRecord.js';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { type MatchRecords, matchRecords } from '../../ts/season/matchRecords.js';
import { slotLength } from '../../ts/service/data/store/recordKind.js';
import { outliveLatency, outliveStandings } from '../helpers/service/outliveStandings.js';
import {
  DAY,
  END,
  fixtures,
  ID,
  MINUTE,
  matches,
  SLOT,
  START,
  scores,
  slotOf,
  wiresOf,
} from '../helpers/service/sentRecords.js';
import { storeDatabases } from '../helpers/service/storeDatabases.js';
import { StoredService, type StoredServiceOptions } from '../helpers/service/storedService.js';

const databases = await storeDatabases('PGlite', 'memory');
afterEach(() => {
  vi.restoreAllMocks();
});

const BASKETBALL = { fixtureId: 12_600_030, startTime: START, tempo: 0.02 };

type Body = Readonly<Record<string, unknown>>;

/** What a list should say about a match at a time, from the records that were sent. */
function expectedMatch(sport: keyof typeof ID, now: number): Body {
  const fixtureId = ID[sport];
  const mine = scores.filter((one) => one.fixtureId === fixtureId && one.ts <= now).map(({ record }) => record);
  const state = fixtures.findLast((one) => one.fixtureId === fixtureId && one.ts <= now)?.record.gameState;
  const last = mine.at(-1);
  const statOf = (key: number): number | undefined => (last?.Stats as Record<string, number> | undefined)?.[key];
  const named = mine.slice(-8);
  const clock = named.findLast((record: ScoresRecord) => record.Clock !== undefined)?.Clock;
  return {
    fixtureId,
    sport,
    state,
    startTime: START,
    score: statOf(1) === undefined ? null : { participant1: statOf(1), participant2: statOf(2) },
    shootOut: null,
    statusId: named.findLast((record: ScoresRecord) => record.StatusId !== undefined)?.StatusId ?? null,
    clock: clock ?? null,
    updates: mine.length,
    latestTs: last?.Ts ?? null,
  };
}

describe.each(databases)('%s', (_, database) => {
  /** A service, and the questions that a wallet asks it. */
  async function sceneOf(options: StoredServiceOptions = {}) {
    const service = await StoredService.start(await database.fresh(), options);
    const jwt = await service.sessions.start();
    const ask = async (url: string, token?: string) => {
      const headers = { authorization: `Bearer ${jwt}`, ...(token !== undefined && { 'x-api-token': token }) };
      return service.app.inject({ method: 'GET', url, headers });
    };
    const list = async (url: string, token: string) => {
      const answer = await ask(url, token);
      expect([url, answer.statusCode]).toEqual([url, 200]);
      return answer.json() as { now: number; matches: Body[]; next: string | null };
    };
    return { service, ask, list };
  }

  describe('GET /api/matches', () => {
    test('says of every match what its records say, from long before it until it is over', async () => {
      const { service, list } = await sceneOf();
      const token = await service.subscribed('w', 0);
      const scored = new Set<string>();
      for (const time of [-DAY, -30 * MINUTE, 1, 20 * MINUTE, 55 * MINUTE, 80 * MINUTE, 100 * MINUTE].map(
        (after) => START + after,
      )) {
        await service.comeTo(time);
        const { now, matches: found, next } = await list('/api/matches', token);
        expect([now, next, found.length]).toEqual([time, null, 3]);
        // Twice: the second time from the cache.
        expect((await list('/api/matches', token)).matches).toEqual(found);
        for (const sport of ['soccer', 'basketball', 'us-football'] as const) {
          const expected = expectedMatch(sport, time);
          expect(found.find(({ fixtureId }) => fixtureId === ID[sport])).toMatchObject(expected);
          scored.add(JSON.stringify(expected.score));
        }
      }
      expect(scored.size).toBeGreaterThan(5);
      await service.comeTo(END);
      const { matches: over } = await list('/api/matches?state=finished', token);
      expect(over.map(({ statusId }) => statusId)).toEqual([100, 100, 100]);
      expect((await list('/api/matches?state=live,scheduled', token)).matches).toEqual([]);
      await service.close();
    });

    test('shows only leagues of the subscription, and nothing to a guest', async () => {
      const { service, ask, list } = await sceneOf();
      await service.comeTo(START + MINUTE);
      const free = await service.subscribed('free', 1, 4, 60);
      const paid = await service.subscribed('paid', 0);
      const { matches: found } = await list('/api/matches', free);
      // The free tier has one soccer league, and scores are never sampled.
      expect(found).toEqual([expect.objectContaining(expectedMatch('soccer', START + MINUTE))]);
      expect((await list('/api/matches?sport=basketball', free)).matches).toEqual([]);
      expect((await list('/api/matches?sport=basketball', paid)).matches).toHaveLength(1);
      // A page is full although most matches in between are hidden.
      expect(await list('/api/matches?limit=1', free)).toMatchObject({ next: null, matches: [{ sport: 'soccer' }] });
      expect((await ask('/api/matches')).statusCode).toBe(403);
      const stranger = await service.app.inject({
        method: 'GET',
        url: '/api/matches',
        headers: { 'x-api-token': paid },
      });
      expect(stranger.statusCode).toBe(401);
      service.clock.set(START + 5 * 7 * DAY);
      const headers = { authorization: `Bearer ${await service.sessions.start()}`, 'x-api-token': free };
      expect((await service.app.inject({ method: 'GET', url: '/api/matches', headers })).statusCode).toBe(403);
      await service.close();
    });

    test('pages hold every match once, in either order, also where matches start together', async () => {
      const { service, list } = await sceneOf();
      const token = await service.subscribed('w', 0);
      const [first] = fixtures;
      if (!first) throw new Error('no fixtures');
      service.clock.set(first.ts);
      const more = Array.from({ length: 23 }, (_, i) => ({
        ...first.wire,
        FixtureId: 12_500_000 + ((7 * i) % 23),
        StartTime: START + DAY * (i % 4),
        GameState: (['scheduled', 'live', 'finished', 'abandoned', 'cancelled'] as const)[i % 5],
      }));
      await service.accept(more);
      const keyOf = ({ startTime, fixtureId }: Body) => [startTime, fixtureId] as [number, number];
      const expected = more.map(({ StartTime, FixtureId }) => [StartTime, FixtureId] as [number, number]);
      expected.sort(([a, b], [c, d]) => a - c || b - d);
      for (const order of ['earliest', 'latest'] as const)
        for (const limit of [1, 5, 23, 200]) {
          const found: [number, number][] = [];
          for (let next: string | null = ''; next !== null; ) {
            const after = next === '' ? '' : `&after=${next}`;
            const page = await list(`/api/matches?order=${order}&limit=${limit}${after}`, token);
            expect(page.matches.length).toBeLessThanOrEqual(limit);
            found.push(...page.matches.map(keyOf));
            next = page.next;
          }
          expect([order, limit, found]).toEqual([
            order,
            limit,
            order === 'earliest' ? expected : expected.toReversed(),
          ]);
        }
      const day = Math.floor((START + DAY) / DAY);
      const { matches: ofDay } = await list(`/api/matches?epochDay=${day}&state=live,abandoned`, token);
      expect(ofDay.map(({ fixtureId }) => fixtureId)).toEqual(
        more
          .filter(({ StartTime, GameState }) => Math.floor(StartTime / DAY) === day && /live|aban/.test(`${GameState}`))
          .map(({ FixtureId }) => FixtureId)
          .sort((a, b) => a - b),
      );
      expect(ofDay.length).toBeGreaterThan(1);
      await service.close();
    });

    test('one match is found by its number, if the subscription sees it', async () => {
      const { service, list } = await sceneOf();
      await service.comeTo(START + MINUTE);
      const [paid, free] = [await service.subscribed('paid', 0), await service.subscribed('free', 1)];
      const found = async (fixtureId: number, token: string): Promise<unknown[]> => {
        const page = await list(`/api/matches?fixtureId=${fixtureId}`, token);
        expect(page.next).toBe(null);
        return page.matches.map((match) => match.fixtureId);
      };
      expect(await found(ID.basketball, paid)).toEqual([ID.basketball]);
      expect([await found(ID.basketball, free), await found(ID.soccer, free)]).toEqual([[], [ID.soccer]]);
      expect([await found(0, paid), await found(Number.MAX_SAFE_INTEGER, paid)]).toEqual([[], []]);
      await service.close();
    });

    test('names the slot whose root comes next', async () => {
      const { service, list } = await sceneOf();
      const token = await service.subscribed('w', 0);
      const nextOf = async (sport: keyof typeof ID) =>
        (await list(`/api/matches?sport=${sport}`, token)).matches[0]?.nextSlot;
      const soccer = matches[0]?.scores as readonly ScoresRecord[];
      await service.comeTo(START - DAY);
      expect(await nextOf('soccer')).toBe(START);
      // A slot has ended, and its root is not on chain.
      const live = START + SLOT + MINUTE;
      await service.comeTo(live);
      await service.sealAndPublish();
      expect(await nextOf('soccer')).toBe(slotOf(live));
      const ended = soccer.at(-1)?.Ts ?? 0;
      await service.comeTo(ended);
      expect(await nextOf('soccer')).toBe(slotOf(ended));
      service.clock.set(slotOf(ended) + SLOT + 1);
      expect(await nextOf('soccer')).toBe(slotOf(ended));
      await service.comeTo(slotOf(ended) + SLOT + MINUTE);
      await service.sealAndPublish();
      outliveStandings();
      expect(await nextOf('soccer')).toBe(null);
      await service.close();
    });

    test('a postponed match, and one whose coverage ended, is not going, and has no next slot', async () => {
      const { service, list } = await sceneOf();
      const token = await service.subscribed('w', 0);
      const dead: MatchRecords[] = (['postponed', 'coverageLost'] as const).flatMap((script, i) =>
        ['dead 1', 'dead 2', 'dead 3'].map((seed, j) => {
          const fixtureId = 12_600_000 + 10 * i + j;
          return matchRecords({ seed, sport: 'soccer', script, fixtureId, startTime: START, tempo: 0.02 });
        }),
      );
      dead.push(matchRecords({ seed: 'dead', sport: 'basketball', script: 'coverageLost', ...BASKETBALL }));
      // Basketball's 19 is its first half, not a postponement.
      const half = {
        seed: 'half',
        sport: 'basketball',
        script: 'halves',
        ...BASKETBALL,
        fixtureId: 12_600_031,
      } as const;
      const played = matchRecords(half);
      const records = [...dead, played].flatMap(wiresOf).sort((a, b) => a.ts - b.ts);
      const comeTo = async (time: number) => {
        const due = records.filter(({ ts }) => ts > service.clock.now() && ts <= time);
        service.clock.set(time);
        await service.accept(due.map(({ wire }) => ({ ...wire })));
      };
      service.clock.set(START - 30 * DAY);
      await comeTo(START - 2 * DAY);
      const scheduled = (await list('/api/matches?state=scheduled', token)).matches;
      expect(scheduled).toHaveLength(dead.length + 1);
      await comeTo(START + 10 * MINUTE);
      const going = (await list('/api/matches?state=live', token)).matches;
      expect(going.map(({ fixtureId }) => fixtureId)).toEqual([
        12_600_010, 12_600_011, 12_600_012, 12_600_030, 12_600_031,
      ]);
      for (const { nextSlot } of going) expect(nextSlot).not.toBeNull();

      await comeTo(END);
      await service.sealAndPublish();
      expect((await list('/api/matches?state=live,scheduled', token)).matches).toEqual([]);
      for (const [state, script] of [
        ['postponed', 'postponed'],
        ['uncovered', 'coverageLost'],
      ]) {
        const ids = dead.flatMap((one) => (one.script === script ? [one.fixtures[0]?.fixtureId] : []));
        const expected = ids.map((fixtureId) => expect.objectContaining({ fixtureId, state, nextSlot: null }));
        outliveStandings();
        expect((await list(`/api/matches?state=${state}`, token)).matches).toEqual(expected);
      }
      expect((await list('/api/matches?state=finished', token)).matches).toHaveLength(1);
      await service.close();
    });

    test('refuses parameters that make no sense, by name', async () => {
      const { service, ask } = await sceneOf();
      const token = await service.subscribed('w', 0);
      for (const [query, name] of [
        ['state=running', 'state'],
        ['state=live,live', 'state'],
        ['state=', 'state'],
        ['sport=chess', 'sport'],
        ['fixtureId=-1', 'fixtureId'],
        ['fixtureId=9007199254740993', 'fixtureId'],
        ['epochDay=65536', 'epochDay'],
        ['order=random', 'order'],
        ['limit=0', 'limit'],
        ['limit=201', 'limit'],
        ['after=1', 'after'],
        ['after=000', 'after'],
        ['after=%2B1:1', 'after'],
        ['after=1e3:1', 'after'],
        ['after=1:2:3', 'after'],
        ["after=1:2'--", 'after'],
        ['after=9999999999999999:1', 'after'],
      ] as const) {
        const { statusCode, body } = await ask(`/api/matches?${query}`, token);
        expect([query, statusCode, body]).toEqual([query, 400, expect.stringContaining(`query parameter ${name}`)]);
      }
      await service.close();
    });
  });

  test('GET /api/latency says how long roots took from the end of their slot, over 30 days', async () => {
    const { service, ask } = await sceneOf({ sessionSeconds: (100 * DAY) / 1_000 });
    const latency = async () => {
      outliveLatency();
      return (await ask('/api/latency')).json() as { days: number; kinds: Readonly<Record<string, unknown>>[] };
    };
    expect(await latency()).toMatchObject({
      days: 30,
      kinds: [{ kind: 'scores', roots: 0, median: null, p99: null }, {}, {}],
    });
    // The first slot 20 s after its end, every other one later.
    await service.comeTo(START + SLOT + 20_000);
    await service.sealAndPublish();
    const first = (await latency()).kinds.find(({ kind }) => kind === 'scores');
    const found = await service.store.batches.between('scores', 0, service.clock.now());
    const delays = found.flatMap(({ slotStart, publishedAt }) =>
      publishedAt === null ? [] : [publishedAt - slotStart - SLOT],
    );
    expect(delays).toContain(20_000);
    expect(first).toMatchObject({ roots: delays.length, p99: Math.max(...delays) });
    service.clock.set(service.clock.now() + 40 * DAY);
    expect((await latency()).kinds.map(({ roots }) => roots)).toEqual([0, 0, 0]);
    expect((await service.app.inject({ method: 'GET', url: '/api/latency' })).statusCode).toBe(401);
    await service.close();
  });

  describe('GET /api/roots/{epochDay}', () => {
    const day = Math.floor(START / DAY);
    type Slot = Readonly<Record<'kind' | 'state', string>> & {
      readonly root: string | null;
      readonly [field: string]: unknown;
    };

    test('lists every slot with records, with the root on chain once it is there, to any session', async () => {
      const { service, ask } = await sceneOf();
      const rootsAt = async (time: number): Promise<Slot[]> => {
        service.clock.set(time);
        const answer = await ask(`/api/roots/${day}`);
        expect(answer.statusCode).toBe(200);
        expect(answer.json()).toMatchObject({ epochDay: day, now: time });
        return answer.json().slots;
      };
      await service.comeTo(START + SLOT - 1);
      const inFirst = ({ kind, from }: Slot): boolean => kind === 'scores' && from === START;
      const first = async (time: number) => (await rootsAt(time)).find(inFirst);
      const sent = service.inSlot(scores, START);
      const counted = { updates: sent.length, fixtures: new Set(sent.map(({ fixtureId }) => fixtureId)).size };
      const place = { index: (START % DAY) / SLOT, from: START, until: START + SLOT };
      const open = { ...place, ...counted, kind: 'scores', root: null, publishedAt: null };
      expect(await first(START + SLOT - 1)).toEqual({ ...open, state: 'running' });
      expect(await first(START + SLOT)).toEqual({ ...open, state: 'pending' });
      expect(await first(START + SLOT + MINUTE)).toEqual({ ...open, state: 'late' });
      await service.sealAndPublish();
      const root = service.published.roots.get(`scores/${START}`);
      const published = { ...open, state: 'published', root, publishedAt: START + SLOT + MINUTE };
      expect(await first(START + SLOT + MINUTE)).toEqual(published);

      const all = await rootsAt(START + SLOT + MINUTE);
      for (const { kind, from, until, state, root: shown } of all) {
        expect(Number(until) - Number(from)).toBe(slotLength(kind as 'scores'));
        const onChain = service.published.roots.get(`${kind}/${from}`);
        expect([kind, from, shown]).toEqual([kind, from, state === 'published' ? onChain : null]);
      }
      const { batches } = service.store;
      const key = { kind: 'scores', slotStart: START } as const;
      await batches.markMissing(key, null);
      expect(await first(START + SLOT + MINUTE)).toEqual({ ...published, state: 'missing' });
      await batches.markMissing(key, 'another root');
      expect(await first(START + SLOT + MINUTE)).toEqual({ ...published, state: 'alarm' });
      await service.close();
    });

    test('in a faster world a root is due later, and a frozen slot has its matches and records', async () => {
      let speed = 60;
      const { service, ask } = await sceneOf({ rootLimit: () => speed * MINUTE });
      const first = async (): Promise<Slot | undefined> => {
        const { slots } = (await ask(`/api/roots/${day}`)).json() as { slots: Slot[] };
        return slots.find(({ kind, from }) => kind === 'scores' && from === START);
      };
      await service.comeTo(START + SLOT - 1);
      const { updates, fixtures: played } = (await first()) as Slot;
      expect([Number(updates) > 0, Number(played) > 0]).toEqual([true, true]);
      await service.comeTo(START + SLOT + MINUTE);
      expect(await first()).toMatchObject({ state: 'pending', updates });
      await service.store.batches.freeze('scores', START + SLOT, service.clock.now());
      expect(await first()).toMatchObject({ state: 'pending', root: null, updates, fixtures: played });
      speed = 1;
      expect((await first())?.state).toBe('late');
      await service.close();
    });

    test('the index is the place in the roots account, also for hours of fixtures', async () => {
      const { service, ask } = await sceneOf();
      await service.comeTo(START + MINUTE);
      await service.sealAndPublish();
      const announced = fixtures[0]?.ts ?? 0;
      const { slots } = (await ask(`/api/roots/${Math.floor(announced / DAY)}?kind=fixtures`)).json() as {
        slots: Slot[];
      };
      expect(slots.map(({ kind }) => kind)).toEqual(slots.map(() => 'fixtures'));
      const window = Math.floor(announced / DAY) - (Math.floor(announced / DAY) % 10);
      expect(slots[0]).toMatchObject({ index: Math.floor((announced - window * DAY) / 3_600_000), state: 'published' });
      const proof = await service.store.batches.find({ kind: 'fixtures', slotStart: Number(slots[0]?.from) });
      expect(slots[0]?.root).toBe(proof && bytesToHex(proof.root));
      await service.close();
    });

    test('a day without records is empty, a bad one is refused, and nobody needs more than a session', async () => {
      const { service, ask } = await sceneOf();
      expect((await ask('/api/roots/1')).json()).toMatchObject({ epochDay: 1, slots: [] });
      expect((await ask('/api/roots/65536')).statusCode).toBe(400);
      expect((await ask('/api/roots/today')).statusCode).toBe(400);
      expect((await ask('/api/roots/1?kind=corners')).statusCode).toBe(400);
      expect((await service.app.inject({ method: 'GET', url: '/api/roots/1' })).statusCode).toBe(401);
      const headers = (await ask('/api/roots/1')).headers;
      expect(headers['cache-control']).toBe('private, no-cache');
      expect(headers['access-control-allow-origin']).toBe('*');
      await service.close();
    });
  });
});
