import type { AddressInfo } from 'node:net';
import { sign } from '@noble/ed25519';
import { base58 } from '@scure/base';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { STATE_NUMBER } from '../../ts/records/record/fixture.js';
import { type Client, createClient } from '../../ts/sdk/client/client.js';
import type { ClientOptions } from '../../ts/sdk/client/clientOptions.js';
import type { FixtureRecord } from '../../ts/sdk/client/fixtureRecord.js';
import type { OddsRecord } from '../../ts/sdk/client/oddsRecord.js';
import type { StreamNotice } from '../../ts/sdk/client/reconnecting.js';
import type { ScoresRecord } from '../../ts/sdk/client/scoresRecord.js';
import { sportOfFixture } from '../../ts/sdk/client/sportOfFixture.js';
import type { StreamItem } from '../../ts/sdk/client/streamRecords.js';
import { systemTimers } from '../../ts/sdk/client/timers.js';
import { RECORD_NOT_FOUND } from '../../ts/sdk/error/codes/api.js';
import { fail, LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { plainFixtureId } from '../../ts/sdk/format/fixture.js';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { layoutByteOf } from '../../ts/sdk/format/sport.js';
import { SPORTS } from '../../ts/sdk/format/sports/sports.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import type { StatProof } from '../../ts/sdk/proof/proof.js';
import { LEAGUE_BUNDLES, LEAGUES } from '../../ts/season/leagues.js';
import { Random } from '../../ts/season/random.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { newApiToken } from '../../ts/service/edge/auth/apiToken.js';
import type { SubscriptionTransaction } from '../../ts/service/edge/auth/decodeSubscription.js';
import { DEFAULT_PRICING } from '../../ts/service/roots/chain/pricing.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { Relay } from '../helpers/service/relay.js';
import {
  actionOf,
  DAY,
  fixtures,
  HOUR,
  ID,
  latestOf,
  lineOf,
  MINUTE,
  matches,
  odds,
  provable,
  type Sent,
  type SentFixture,
  type SentOdds,
  type SentScores,
  SLOT,
  START,
  scores,
  slotOf,
} from '../helpers/service/sentRecords.js';
import { StoredService, type StoredServiceOptions } from '../helpers/service/storedService.js';
import { settled } from '../helpers/service/testClock.js';
import { DEPLOYMENT } from '../helpers/service/testWorld.js';

const WIRES = ['described', 'observed'] as const;
const WALLET = KeyPair.fromSeed(new Uint8Array(32).fill(7));

const database = sharedDatabase();

/** A listening service that keeps its address across restarts. */
class Scene {
  private constructor(
    readonly service: StoredService,
    readonly relay: Relay,
  ) {}

  static async start(options: StoredServiceOptions = {}): Promise<Scene> {
    const scene = new Scene(await StoredService.start(await database.fresh(), options), await Relay.listen());
    await scene.listen();
    return scene;
  }

  async restart(): Promise<void> {
    this.relay.target = null;
    await this.service.restart();
    await this.listen();
  }

  async listen(): Promise<void> {
    const { app } = this.service;
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    this.relay.target = (app.server.address() as AddressInfo).port;
  }

  client(options: Partial<ClientOptions> = {}): Client {
    return createClient({ baseUrl: this.relay.url, timers: instantly(), ...options });
  }

  async close(): Promise<void> {
    this.relay.cut();
    await this.service.close();
    await this.relay.close();
  }
}

/** Records pauses instead of waiting. The time limit of answers stays real. */
const instantly = (slept: number[] = [], meanwhile: (ms: number) => void = () => {}) => ({
  now: () => 0,
  random: () => 1,
  after: systemTimers.after,
  sleep: async (ms: number) => {
    slept.push(ms);
    meanwhile(ms);
    await settled();
  },
});

const refused = async (promise: Promise<unknown>): Promise<LinesmanError> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof LinesmanError) return error;
    throw error;
  }
  throw new Error('unexpected answer');
};

/** The records expected from the client for those that were ingested. */
const scoresOf = (all: readonly SentScores[]): ScoresRecord[] => all.map(({ record }) => record as ScoresRecord);
const SHARE = 100_000_000n;
const oddsOf = (all: readonly SentOdds[]): OddsRecord[] =>
  all.map(({ record }) => ({
    FixtureId: record.fixtureId,
    MessageId: record.messageId,
    Ts: record.ts,
    Bookmaker: record.bookmaker,
    BookmakerId: record.bookmakerId,
    SuperOddsType: record.superOddsType,
    GameState: record.gameState,
    InRunning: record.inRunning,
    MarketParameters: record.marketParameters,
    MarketPeriod: record.marketPeriod,
    PriceNames: record.priceNames,
    Prices: record.prices,
    Pct: record.prices.map((price) => {
      if (/[.][27]5$/.test(record.marketParameters ?? '')) return 'NA';
      const thousandths = String((SHARE + BigInt(price) / 2n) / BigInt(price)).padStart(4, '0');
      return `${thousandths.slice(0, -3)}.${thousandths.slice(-3)}`;
    }),
  }));
const fixturesOf = (all: readonly SentFixture[]): FixtureRecord[] =>
  all.map(({ record }) => ({
    Ts: record.ts,
    StartTime: record.startTime,
    Competition: record.competition,
    CompetitionId: record.competitionId,
    FixtureGroupId: record.fixtureGroupId,
    Participant1Id: record.participant1Id,
    Participant1: record.participant1,
    Participant2Id: record.participant2Id,
    Participant2: record.participant2,
    FixtureId: plainFixtureId(record.fixtureId),
    Participant1IsHome: record.participant1IsHome,
    SportId: layoutByteOf(record.sport),
    GameState: STATE_NUMBER[record.gameState],
  }));

/** Fields absent from history in the described wire: line-ups, states, possible events, player statistics. */
const NOT_IN_HISTORY = /^(Lineups|(Parti[12]State|PossibleEvent|PlayerStats)(Soccer|UsFootball)?)$/;
/** Details of corrections, also absent from history. */
const NOT_IN_CORRECTIONS = new RegExp(
  '^(Assist(Confirmed|Id)|Block(Confirmed|erId)|FouledId|Participant|Player(In|Out)Id|TeamFoul|TurnoverId|' +
    'UpdatePlayersOnCourt)$',
);
const without = (block: unknown, names: RegExp): object =>
  Object.fromEntries(Object.entries(block as object).filter(([name]) => !names.test(name)));
function inHistory(record: ScoresRecord): ScoresRecord {
  const short = without(record, NOT_IN_HISTORY) as ScoresRecord;
  if (short.SportId !== 2 || short.Data === undefined) return short;
  const Data = Object.fromEntries(
    Object.entries(short.Data).map(([name, block]) => [
      name,
      name === 'New' || name === 'Previous' ? without(block, NOT_IN_CORRECTIONS) : block,
    ]),
  );
  return { ...short, Data };
}

/** Records which methods are called. */
function noting<T extends object>(endpoints: T, called: Set<string>): T {
  return new Proxy(endpoints, {
    get: (target, name) => {
      const found = Reflect.get(target, name);
      if (typeof found !== 'function') return found;
      called.add(String(name));
      return found.bind(target);
    },
  });
}
/** Private, but present at run time. */
const INTERNAL = /^(\w+\.constructor|scores\.prove|odds\.proof)$/;

describe.each(WIRES)('every endpoint, in the %s wire', (wire) => {
  let scene: Scene;
  let service: StoredService;
  let client: Client;
  const bought = new Map<string, SubscriptionTransaction>();
  const called = {
    account: new Set<string>(),
    fixtures: new Set<string>(),
    odds: new Set<string>(),
    scores: new Set<string>(),
    roots: new Set<string>(),
    results: new Set<string>(),
    world: new Set<string>(),
  };
  beforeAll(async () => {
    scene = await Scene.start({ auth: { chain: { find: async (txSig) => bought.get(txSig) ?? null } } });
    ({ service } = scene);
    const apiToken = await service.subscribed('w', 0);
    const plain = scene.client({ apiToken, wire });
    client = {
      account: noting(plain.account, called.account),
      fixtures: noting(plain.fixtures, called.fixtures),
      odds: noting(plain.odds, called.odds),
      scores: noting(plain.scores, called.scores),
      roots: noting(plain.roots, called.roots),
      results: noting(plain.results, called.results),
      world: noting(plain.world, called.world),
    };
    for (const time of [START + SLOT + 10_000, START + SLOT + 3 * MINUTE]) {
      await service.comeTo(time);
      await service.sealAndPublish();
    }
  });
  afterAll(() => scene.close());

  const known = <T extends Sent>(all: readonly T[]): T[] => service.known(all);
  const running = START + SLOT;

  test('records of each sport', async () => {
    for (const sport of SPORTS) {
      const id = ID[sport];
      const own = known(scores).filter(({ fixtureId }) => fixtureId === id);
      const middle = own[Math.floor(own.length / 2)]?.ts ?? 0;
      expect(own.length).toBeGreaterThan(10);
      expect(await client.scores.snapshot(id)).toEqual(scoresOf(latestOf(own, actionOf)));
      const until = own.filter(({ ts }) => ts <= middle);
      expect(await client.scores.snapshot(id, { asOf: middle })).toEqual(scoresOf(latestOf(until, actionOf)));
      expect(await client.scores.history(id)).toEqual(scoresOf(own));
      expect(await client.scores.updates(id)).toEqual(scoresOf(own.filter(({ ts }) => ts >= running)));
      const listed = scoresOf(own.filter(({ ts }) => slotOf(ts) === START));
      expect(await client.scores.ofSlot(START + 7, { fixtureId: id })).toEqual(
        wire === 'observed' ? listed : listed.map(inHistory),
      );
    }
    const all = scoresOf(service.inSlot(scores, START));
    expect(await client.scores.ofSlot(START)).toEqual(wire === 'observed' ? all : all.map(inHistory));
    expect(await itemsOf(client.scores.pagesOfSlot(START))).toEqual(await client.scores.ofSlot(START));
    expect(await client.scores.ofSlot(running)).toEqual([]);
    if (wire === 'described') expect(all.map(inHistory)).not.toEqual(all);
  });

  test('results, of which there are none before a match is over', async () => {
    const { matches } = await client.results.matches({ stage: 'running', sport: 'soccer' });
    expect(matches).toMatchObject([{ fixtureId: ID.soccer, state: 'live', score: null, proof: null }]);
    for (const asked of [client.results.history(ID.soccer), client.results.prove({ fixtureId: ID.soccer, keys: [1] })])
      await expect(asked).rejects.toMatchObject({ number: RECORD_NOT_FOUND });
  });

  test('odds', async () => {
    const id = ID.soccer;
    const own = known(odds);
    const now = service.inSlot(odds, running);
    expect(now.length).toBeGreaterThan(3);
    expect(await client.odds.updates(id)).toEqual(oddsOf(now));
    expect(await client.odds.snapshot(id)).toEqual(oddsOf(latestOf(now, lineOf)));
    const asOf = own[Math.floor(own.length / 2)]?.ts ?? 0;
    const until = own.filter(({ ts }) => ts <= asOf);
    expect(until.length).toBeLessThan(own.length);
    expect(await client.odds.snapshot(id, { asOf })).toEqual(oddsOf(latestOf(until, lineOf)));
    const slot = oddsOf(service.inSlot(odds, START));
    expect(await client.odds.ofSlot(START + SLOT - 1)).toEqual(slot);
    expect(await client.odds.ofSlot(START, { fixtureId: id })).toEqual(slot);
    expect(await itemsOf(client.odds.pagesOfSlot(START))).toEqual(slot);
    expect(await client.odds.ofSlot(START, { fixtureId: ID.basketball })).toEqual([]);
    // They include every kind of line.
    expect(own.some(({ record }) => record.prices.length === 0)).toBe(true);
    expect(oddsOf(own).some(({ Pct }) => Pct.includes('NA'))).toBe(true);
  });

  test('fixtures', async () => {
    const current = latestOf(known(fixtures), ({ fixtureId }) => String(fixtureId)).sort(
      (a, b) => a.fixtureId - b.fixtureId,
    );
    const startEpochDay = Math.floor(START / DAY);
    expect(await client.fixtures.snapshot()).toEqual(fixturesOf(current));
    expect(await client.fixtures.snapshot({ startEpochDay: startEpochDay + 1 })).toEqual([]);
    const [one] = current;
    if (!one) throw new Error('no fixture');
    const { competitionId } = one.record;
    expect(await client.fixtures.snapshot({ startEpochDay, competitionId })).toEqual(
      fixturesOf(current.filter(({ record }) => record.competitionId === competitionId)),
    );
    for (const sport of SPORTS) {
      const record = (await client.fixtures.snapshot()).find(({ FixtureId }) => FixtureId === ID[sport]);
      if (!record) throw new Error('no fixture');
      const { SportId: _, ...withoutSport } = record;
      // The fixture record names it days earlier; by now score records do as well.
      expect(await sportOfFixture({ scores: null as never }, record)).toBe(sport);
      expect(await sportOfFixture(client, withoutSport)).toBe(sport);
    }
    const hour = known(fixtures).filter(({ ts }) => Math.floor(ts / HOUR) === Math.floor(one.ts / HOUR));
    const [day, ofDay] = [Math.floor(one.ts / DAY), Math.floor((one.ts % DAY) / HOUR)];
    expect(await client.fixtures.updates(day, ofDay)).toEqual(fixturesOf(hour));
    expect(await itemsOf(client.fixtures.updatePages(day, ofDay))).toEqual(fixturesOf(hour));
  });

  test('proofs, verified against the published roots', async () => {
    for (const sport of SPORTS) {
      const own = known(scores).filter(({ fixtureId, ts }) => fixtureId === ID[sport] && ts < running);
      const { sent, keys } = provable(own);
      const { FixtureId: fixtureId, Seq: seq, StatusId: period = 0, Stats } = sent.record;
      const question = { fixtureId, seq, keys };
      const facts = keys.map((key) => ({ key, value: (Stats as Record<string, number>)[key], period }));
      const proofs: StatProof[] = [
        await client.scores.proveV1(question),
        await client.scores.proveV2(question),
        await client.scores.proveV3(question),
        await client.scores.proveV4(question),
      ];
      expect(await client.scores.answer(4, question)).toEqual(proofs[3]);
      for (const [i, proof] of proofs.entries()) {
        expect([proof.version, proof.summary.fixtureId]).toEqual([i + 1, fixtureId]);
        expect(proof.leaves.map(({ stat }) => stat)).toEqual(facts);
        expect(service.verified(proof, 'scores', sent.ts, sport)).toMatchObject({ fixtureId });
      }
      // A single stat, and a repeated one where allowed.
      const [key] = keys;
      expect((await client.scores.proveV1({ fixtureId, seq, keys: [key] })).leaves).toHaveLength(1);
      expect((await client.scores.proveV2({ fixtureId, seq, keys: [key, key] })).leaves).toHaveLength(2);
    }
    for (const { record, ts } of service.inSlot(odds, START))
      for (const proof of [
        await client.odds.prove({ messageId: record.messageId, ts }),
        await client.odds.proveV4({ messageId: record.messageId, ts }),
      ]) {
        expect(proof.odds).toEqual(record);
        service.verified(proof, 'odds', ts);
      }
    for (const { record, ts } of known(fixtures).filter((one) => one.ts < START - DAY)) {
      const { sport: _, gameState: __, ...leaf } = record;
      const proof = await client.fixtures.prove(record.fixtureId);
      expect({ ...proof.snapshot, fixtureId: plainFixtureId(proof.snapshot.fixtureId) }).toEqual(leaf);
      service.verified(proof, 'fixtures', ts);
      const batch = await client.fixtures.proveBatch(Math.floor(ts / DAY), Math.floor((ts % DAY) / HOUR));
      service.verified(batch, 'fixtures', ts);
    }
  });

  test('matches, and the slots of a day with the roots on chain', async () => {
    const { matches, next, now } = await client.fixtures.matches({ states: ['live'], order: 'latest', limit: 2 });
    expect([matches.length, now]).toEqual([2, service.clock.now()]);
    const more = await client.fixtures.matches({ states: ['live'], order: 'latest', limit: 2, after: next ?? '' });
    const all = [...matches, ...more.matches];
    expect([more.next, all.map(({ sport }) => sport)]).toEqual([null, [...SPORTS].reverse()]);
    for (const { fixtureId, score, updates, latestTs, statusId } of all) {
      const own = known(scores).filter((one) => one.fixtureId === fixtureId);
      const stats = own.at(-1)?.record.Stats as Record<string, number>;
      const sides = stats[1] === undefined ? null : { participant1: stats[1], participant2: stats[2] };
      expect([updates, latestTs, score]).toEqual([own.length, own.at(-1)?.ts, sides]);
      expect(statusId).toBe(2);
    }
    const day = Math.floor(START / DAY);
    expect((await client.fixtures.matches({ sport: 'soccer', epochDay: day })).matches).toHaveLength(1);
    expect((await client.fixtures.matches({ epochDay: day + 1 })).matches).toEqual([]);

    // No API token is needed.
    const { roots } = scene.client({ wire });
    const { slots, epochDay } = await roots.ofDay(day);
    expect(epochDay).toBe(day);
    const published = slots.filter(({ state }) => state === 'published');
    expect(published.length).toBeGreaterThan(2);
    for (const { kind, from, root } of published)
      expect(root && bytesToHex(root)).toBe(service.published.roots.get(`${kind}/${from}`));
    const { days, kinds } = await client.roots.latency();
    expect([days, kinds.map(({ kind }) => kind).toSorted()]).toEqual([30, ['fixtures', 'odds', 'scores']]);
    for (const { kind, roots: counted, median, p99 } of kinds) {
      const published = slots.filter((slot) => slot.kind === kind && slot.publishedAt !== null);
      expect([kind, counted >= published.length, median !== null, (p99 ?? 0) >= (median ?? 0)]).toEqual([
        kind,
        true,
        counted > 0,
        true,
      ]);
    }
    expect((await client.roots.ofDay(day, { kind: 'odds' })).slots).toEqual(
      slots.filter(({ kind }) => kind === 'odds'),
    );
  });

  test('the account, and streams of new records', async () => {
    const jwt = await client.account.sessionToken();
    expect(await service.sessions.check(jwt)).toMatchObject({ jwt });
    expect(await client.account.oracleKeys()).toEqual([{ status: 'current', publicKey: StoredService.KEY.publicKey }]);
    expect((await refused(client.account.quote(KeyPair.generate().address, 1))).number).toBe(7026);
    const streams = [client.odds.stream(), client.scores.stream()];
    const ends = streams.map((stream) => stream.next());
    while (service.hub.size < 2) await settled();
    await service.comeTo(running + 4 * MINUTE);
    const added = <T extends Sent>(all: readonly T[]) => known(all).filter(({ ts }) => ts > running + 3 * MINUTE);
    const [firstOdds, firstScores] = await Promise.all(ends);
    expect(firstOdds?.value).toMatchObject({ record: oddsOf(added(odds))[0] });
    expect(firstScores?.value).toMatchObject({ record: scoresOf(added(scores))[0] });
    for (const stream of streams) await stream.return();
    // Last, because the client then uses the new token of the free bundle.
    const signer = WALLET.address;
    const txSig = base58.encode(new Uint8Array(64).fill(3));
    const signed = (message: Uint8Array) => sign(message, WALLET.secretKey.slice(0, 32));
    const activate = (one: string) => client.account.activate({ txSig: one, sign: signed });
    expect(await refused(activate(txSig))).toMatchObject({ number: 7072, context: { status: 403 } });
    const program = StoredService.ORACLE;
    const row = DEFAULT_PRICING.find(({ rowId }) => rowId === 0) ?? null;
    bought.set(txSig, {
      status: 'confirmed',
      signer,
      signers: [signer],
      program,
      level: 0,
      row,
      weeks: 4,
      time: START,
    });
    // The service names no hosts here, so only a message without a host can be signed.
    expect(await client.account.activationHost()).toBeUndefined();
    expect(await activate(txSig)).toMatch(/^lsm_/);
    expect(await refused(activate(txSig))).toMatchObject({ number: 7074, context: { status: 403 } });
    expect(await client.account.subscription()).toMatchObject({
      leagueNames: [{ id: 901, name: LEAGUES[0]?.name }],
      periods: [{ level: 0, samplingSeconds: 60, leagues: [901] }],
    });
    await client.account.endToken();
    expect((await refused(client.odds.updates(1))).number).toBe(7346);
  });

  test('the deployment and the world, whose speed and money this machine may have', async () => {
    expect(await client.world.deployment()).toEqual(DEPLOYMENT);
    expect(await client.world.setSpeed(60)).toMatchObject({ speed: 60, speeds: { minimum: 1, maximum: 10_000 } });
    expect(await client.world.show()).toMatchObject({ speed: 60, source: 'generator', now: service.clock.now() });
    expect((await refused(client.world.setSpeed(0.5))).number).toBe(7062);
    expect(await client.world.fund({ wallet: DEPLOYMENT.programs.oracle, sol: 0 })).toEqual(['1'.repeat(64)]);
    expect((await refused(client.world.fund({ wallet: 'nobody' }))).number).toBe(7062);
  });

  test('every method was called', () => {
    for (const name of ['account', 'fixtures', 'odds', 'scores', 'roots', 'world'] as const) {
      const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(client[name]));
      expect([...called[name]].sort()).toEqual(methods.filter((method) => !INTERNAL.test(`${name}.${method}`)).sort());
    }
  });
});

/** Reads a stream until stopped. */
class Follower<R> {
  readonly items: StreamItem<R>[] = [];
  readonly notices: StreamNotice[] = [];
  private readonly stopping = new AbortController();
  readonly ended: Promise<void>;
  /** The error that ended it. */
  failure: { readonly error: unknown } | undefined;

  constructor(
    open: (options: { signal: AbortSignal; onNotice: (notice: StreamNotice) => void }) => AsyncIterable<StreamItem<R>>,
  ) {
    const stream = open({ signal: this.stopping.signal, onNotice: (notice) => this.notices.push(notice) });
    this.ended = (async () => {
      for await (const item of stream) this.items.push(item);
    })();
    // Handled by `stop` and by waiters.
    this.ended.catch((error: unknown) => {
      this.failure = { error };
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }

  /** The number of notices of a kind. */
  noticesOf(kind: StreamNotice['kind']): number {
    return this.notices.filter((notice) => notice.kind === kind).length;
  }
}

/** Waits until a condition holds; throws the error if a follower has ended. */
async function untilOf(followers: readonly Follower<unknown>[], fits: () => boolean, between = settled): Promise<void> {
  while (!fits()) {
    for (const { failure } of followers) if (failure) throw failure.error;
    await between();
  }
}

describe('streams over unreliable connections', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  test.each(['wind', 'rain', 'hail'])('deliver each record once, whatever happens (seed %s)', async (seed) => {
    const scene = await Scene.start({ timers: true });
    closing.push(() => scene.close());
    const { service, relay } = scene;
    // Gaps are filled by whole slots, so earlier records of the first slot would be delivered as well.
    const begin = START + SLOT - 1;
    await service.comeTo(begin);
    const apiToken = await service.subscribed('w', 0);
    const followers = WIRES.flatMap((wire) => {
      const client = scene.client({ apiToken, wire });
      return [
        {
          wire,
          kind: 'scores' as const,
          follower: new Follower<ScoresRecord>((options) => client.scores.stream(options)),
        },
        { wire, kind: 'odds' as const, follower: new Follower<OddsRecord>((options) => client.odds.stream(options)) },
      ];
    });
    const all = followers.map(({ follower }) => follower as Follower<ScoresRecord | OddsRecord>);
    for (const follower of all) closing.push(() => follower.stop());
    onTestFailed(() => {
      for (const { items, notices } of all)
        console.error(
          `${items.length} records, ${notices.length} notices, the last: ${JSON.stringify(notices.slice(-8))}`,
        );
      console.error(`It is ${service.clock.now()}; ${service.hub.size} streams.`);
    });
    await untilOf(all, () => service.hub.size === all.length);
    const random = new Random(seed);
    let time = begin;
    const on = async (minutes: number) => {
      time += minutes * MINUTE + random.below(MINUTE);
      await service.comeTo(time);
    };
    await on(2);
    // Without an id a stream cannot be resumed.
    await untilOf(all, () => all.every(({ items }) => items.length > 0));
    /** Waits until every follower has received one more of these notices. */
    const againFor = (kind: StreamNotice['kind']) => {
      const before = all.map((follower) => follower.noticesOf(kind));
      return () => untilOf(all, () => all.every((follower, i) => follower.noticesOf(kind) !== before[i]));
    };
    const happenings = {
      nothing: () => on(1),
      cut: async () => {
        const opened = againFor('open');
        const during = on(1);
        relay.cut();
        await during;
        relay.cut();
        await opened();
      },
      restart: async () => {
        const opened = againFor('open');
        await scene.restart();
        await on(1);
        await opened();
      },
      // Longer than the event window; roots are published meanwhile.
      away: async () => {
        const lost = againFor('lost');
        relay.target = null;
        relay.cut();
        await on(11 + random.below(10));
        await service.sealAndPublish();
        if (random.below(2) === 0) await service.restart();
        await on(0);
        // A follower may not have read the previous gap yet. Later notices belong to this one.
        await lost();
        const again = againFor('gap');
        await scene.listen();
        await on(0);
        await again();
      },
    };
    const script = (['nothing', 'cut', 'restart', 'away', 'cut', 'restart', 'away', 'nothing'] as const)
      .map((name) => ({ name, place: random.next() }))
      .sort((a, b) => a.place - b.place);
    for (const { name } of script) await happenings[name]();
    time = slotOf(time) + SLOT;
    await on(0);
    await service.sealAndPublish();
    await on(1);
    const sent = (kind: 'scores' | 'odds') =>
      service.known<SentScores | SentOdds>(kind === 'scores' ? scores : odds).filter(({ ts }) => ts > begin);
    const expectedOf = { scores: sent('scores'), odds: sent('odds') };
    // Filling a gap also delivers records from before the stream.
    const taken = (follower: Follower<ScoresRecord | OddsRecord>) =>
      follower.items.filter(({ record }) => record.Ts > begin);
    // A follower fetches the gap of a running slot once the next record or heartbeat shows that the slot is over. If a
    // connection was lost just now, that may take one slot longer. Time advances only after every follower has received
    // a notice: the service would drop a follower that cannot read between two heartbeats.
    const isComplete = () =>
      followers.every(({ kind }, i) => taken(all[i] as (typeof all)[number]).length >= expectedOf[kind].length);
    let heard = all.map(() => -1);
    await untilOf(all, isComplete, async () => {
      await settled();
      if (isComplete() || all.some(({ notices }, i) => notices.length === heard[i])) return;
      heard = all.map(({ notices }) => notices.length);
      service.clock.advance(15_000);
    });

    for (const [i, { wire, kind }] of followers.entries()) {
      const follower = all[i] as (typeof all)[number];
      const expected = expectedOf[kind];
      expect(expected.length).toBeGreaterThan(kind === 'scores' ? 50 : 15);
      await follower.stop();
      const nameOf = (record: object) =>
        JSON.stringify([
          (record as ScoresRecord).FixtureId,
          (record as ScoresRecord).Seq,
          (record as OddsRecord).MessageId,
        ]);
      const typed: object[] = kind === 'scores' ? scoresOf(expected as SentScores[]) : oddsOf(expected as SentOdds[]);
      const byName = new Map(typed.map((record) => [nameOf(record), record]));
      const items = taken(follower);
      const names = follower.items.map(({ record }) => nameOf(record));
      expect(new Set(names).size).toBe(names.length);
      expect(items.map(({ record }) => nameOf(record)).sort()).toEqual([...byName.keys()].sort());
      for (const { record, id } of items) {
        const sent = byName.get(nameOf(record)) as ScoresRecord;
        expect(record).toEqual(id === null && wire === 'described' && kind === 'scores' ? inHistory(sent) : sent);
      }
      const places = items.flatMap(({ id }) => (id === null ? [] : [id.split(':').map(Number)]));
      const inOrder = [...places].sort(([a = 0, i = 0], [b = 0, j = 0]) => a - b || i - j);
      expect(places).toEqual(inOrder);
      // Every event has happened.
      expect(follower.noticesOf('gap')).toBeGreaterThanOrEqual(2);
      expect(follower.noticesOf('lost')).toBeGreaterThanOrEqual(6);
      // Odds are rare, so there may be none during an outage.
      if (kind === 'scores') expect([places.length > 10, items.length - places.length > 10]).toEqual([true, true]);
      expect(follower.noticesOf('heartbeat')).toBeGreaterThan(0);
    }
    // Not to every follower: one that is still filling a gap does not read.
    const stops = { kind: 'closing', reason: 'The service is stopping.' };
    expect(all.flatMap(({ notices }) => notices)).toContainEqual(stops);
  });

  test('a gap up to a record of the running slot is filled when the slot is over', async () => {
    const scene = await Scene.start({ timers: true });
    closing.push(() => scene.close());
    const { service, relay } = scene;
    await service.comeTo(START + SLOT);
    let lists = 0;
    const client = scene.client({
      apiToken: await service.subscribed('w', 0),
      onAnswer: (endpoint) => {
        if (endpoint.startsWith('/api/scores/updates')) lists++;
      },
    });
    const follower = new Follower<ScoresRecord>((options) => client.scores.stream(options));
    closing.push(() => follower.stop());
    await untilOf([follower], () => service.hub.size > 0);
    await service.comeTo(START + SLOT + 2 * MINUTE);
    await untilOf([follower], () => follower.items.length > 0);
    relay.target = null;
    relay.cut();
    const running = START + 3 * SLOT;
    await service.comeTo(running + 2 * MINUTE);
    // From the slot before that of the last id: one of its late records may be missing.
    const expected = scoresOf(service.known(scores).filter(({ ts }) => ts >= START));
    const inPast = expected.filter(({ Ts }) => Ts < running);
    expect(expected.length).toBeGreaterThan(inPast.length + 3);
    await scene.listen();
    // The running slot is also fetched, and is empty.
    await untilOf([follower], () => lists >= 4 && follower.items.length >= inPast.length);
    const given = () => follower.items.map(({ record }) => `${record.FixtureId}:${record.Seq}`).sort();
    const names = (all: readonly ScoresRecord[]) => all.map(({ FixtureId, Seq }) => `${FixtureId}:${Seq}`).sort();
    expect(given()).toEqual(names(inPast));
    expect(follower.noticesOf('gap')).toBe(1);
    service.clock.set(running + SLOT + 15_000);
    await untilOf([follower], () => follower.items.length >= expected.length);
    await follower.stop();
    expect(given()).toEqual(names(expected));
  });

  test('continue with a new session when the old one has expired', async () => {
    // The clock jumps and so cuts a closing connection.
    const scene = await Scene.start({ timers: true, sessionSeconds: 600, streams: { closingTime: DAY } });
    closing.push(() => scene.close());
    const { service } = scene;
    await service.comeTo(START);
    const answers: [string, number | 'unreachable'][] = [];
    const client = scene.client({
      apiToken: await service.subscribed('w', 0),
      onAnswer: (...answer) => answers.push(answer),
    });
    const follower = new Follower<ScoresRecord>((options) => client.scores.stream(options));
    closing.push(() => follower.stop());
    await untilOf([follower], () => service.hub.size > 0);
    const expected = () => service.known(scores).filter(({ ts }) => ts > START);
    for (const minutes of [9, 12, 13]) {
      await service.comeTo(START + minutes * MINUTE);
      await untilOf([follower], () => follower.items.length >= expected().length);
    }
    expect(follower.items.map(({ record }) => record)).toEqual(scoresOf(expected()));
    expect(follower.notices).toContainEqual({ kind: 'closing', reason: 'The session token has expired.' });
    expect(answers).toEqual([
      ['/auth/guest/start', 200],
      ['/api/scores/stream', 200],
      ['/api/scores/stream', 401],
      ['/auth/guest/start', 200],
      ['/api/scores/stream', 200],
    ]);
  });

  test('end with the subscription', async () => {
    const scene = await Scene.start({ timers: true });
    closing.push(() => scene.close());
    const { service } = scene;
    const client = scene.client({ apiToken: await service.subscribed('w', 0, 4) });
    const follower = new Follower<ScoresRecord>((options) => client.scores.stream(options));
    await untilOf([follower], () => service.hub.size > 0);
    service.clock.advance(4 * 7 * DAY);
    expect(await refused(follower.ended)).toMatchObject({ number: 7061, context: { status: 403 } });
    expect(follower.notices).toContainEqual({ kind: 'closing', reason: 'The subscription is over.' });
    // A waiting reader receives the error.
    expect(await refused(untilOf([follower], () => false))).toMatchObject({ number: 7061 });
  });

  test('wait while the wallet has too many streams', async () => {
    const scene = await Scene.start({ streams: { streamsPerWallet: 1 } });
    closing.push(() => scene.close());
    const { service } = scene;
    const apiToken = await service.subscribed('w', 0);
    const first = new Follower<ScoresRecord>((options) => scene.client({ apiToken }).scores.stream(options));
    await untilOf([first], () => service.hub.size > 0);
    const slept: number[] = [];
    const timers = instantly(slept, () => void first.stop());
    const second = new Follower<ScoresRecord>((options) => scene.client({ apiToken, timers }).scores.stream(options));
    await untilOf([second], () => second.noticesOf('open') > 0);
    expect(slept[0]).toBe(15_000);
    expect(second.notices[0]).toMatchObject({ kind: 'lost', delay: 15_000 });
    await second.stop();
  });
});

describe('refusals have the number, endpoint and reason of the service', () => {
  let scene: Scene;
  let client: Client;
  let all: SentScores[];
  beforeAll(async () => {
    scene = await Scene.start();
    for (const minutes of [6, 8]) {
      await scene.service.comeTo(START + minutes * MINUTE);
      await scene.service.sealAndPublish();
    }
    client = scene.client({ apiToken: await scene.service.subscribed('w', 0) });
    all = scene.service.known(scores);
  });
  afterAll(() => scene.close());

  const STAT = '/api/scores/stat-validation-v4';

  test('credentials', async () => {
    const { fixtureId } = all[0] as SentScores;
    const unknown = scene.client({ apiToken: newApiToken() });
    expect(await refused(unknown.scores.history(fixtureId))).toMatchObject({
      number: 7061,
      context: { status: 403, endpoint: '/api/scores/historical/{id}' },
    });
    expect(await refused(scene.client({ apiToken: 'no-such-form' }).odds.updates(1))).toMatchObject({ number: 7061 });
    // An invalid session token is renewed; without an API token no request is sent.
    const answers: unknown[] = [];
    const renewed = scene.client({
      apiToken: await scene.service.subscribed('x', 0),
      jwt: 'a.b.c',
      onAnswer: (...answer) => answers.push(answer[1]),
    });
    expect(await renewed.odds.updates(1)).toEqual([]);
    expect(answers).toEqual([401, 200, 200]);
    expect(await refused(scene.client().odds.updates(1))).toMatchObject({ number: 7346 });
  });

  test('a league that was not bought', async () => {
    const free = scene.client({ apiToken: await scene.service.subscribed('free', 1) });
    const bought = LEAGUE_BUNDLES.find(({ id }) => id === 1)?.leagues ?? [];
    const [seen, other] = [true, false].map((own) => matches.find(({ league }) => bought.includes(league.id) === own));
    if (!seen || !other) throw new Error('leagues of one kind only');
    const { sent, keys } = provable(all.filter(({ fixtureId }) => fixtureId === ID[other.sport]));
    expect((await free.scores.history(ID[seen.sport])).length).toBeGreaterThan(0);
    const question = { fixtureId: ID[other.sport], seq: sent.record.Seq, keys };
    const context = { status: 403 };
    expect(await refused(free.scores.proveV4(question))).toMatchObject({ number: 7063, context });
    expect(await refused(free.scores.snapshot(question.fixtureId))).toMatchObject({ number: 7063, context });
    const stream = free.scores.stream({ fixtureId: question.fixtureId });
    expect(await refused(stream.next())).toMatchObject({ number: 7063, context });
    // Lists get shorter.
    expect((await free.fixtures.snapshot()).map(({ FixtureId }) => FixtureId)).toEqual([ID[seen.sport]]);
    expect(new Set((await free.scores.ofSlot(START)).map(({ FixtureId }) => FixtureId))).toEqual(
      new Set([ID[seen.sport]]),
    );
  });

  test('missing and unpublished records', async () => {
    const { sent, keys } = provable(all.filter(({ ts }) => ts < START + SLOT));
    const { FixtureId: fixtureId, Seq: seq } = sent.record;
    const missing = async (question: object, says: RegExp) => {
      const error = await refused(client.scores.proveV4({ fixtureId, seq, keys, ...question }));
      expect(error).toMatchObject({ number: 7064, context: { status: 404, endpoint: STAT } });
      expect(error.message).toMatch(says);
      expect(error.context).not.toHaveProperty('retryAfter');
    };
    await missing({ seq: 99_999 }, /99999/);
    await missing({ fixtureId: 5 }, /Fixture 5/);
    await missing({ keys: [999_999] }, /999999/);
    await missing({ seq: 0 }, /no stats/);
    expect(await refused(client.odds.prove({ messageId: 'unknown', ts: START }))).toMatchObject({ number: 7064 });
    expect(await refused(client.fixtures.prove(5))).toMatchObject({ number: 7064 });
    expect(await refused(client.fixtures.proveBatch(1, 0))).toMatchObject({ number: 7064 });
    const late = provable(all.filter(({ ts }) => ts >= START + SLOT));
    const question = { fixtureId: late.sent.fixtureId, seq: late.sent.record.Seq, keys: late.keys };
    // It is 8 minutes past; the slot ends at 10, and is published a minute later.
    expect(await refused(client.scores.proveV4(question))).toMatchObject({
      number: 7065,
      context: { status: 404, endpoint: STAT, retryAfter: 180_000 },
    });
  });

  test('invalid requests', async () => {
    const question = { fixtureId: ID.soccer, seq: 1, keys: [1] };
    const wrong = { number: 7062, context: { status: 400 } };
    for (const keys of [[], [1, 1], [1, 2, 3, 4, 5, 6], [-1.5]])
      expect(await refused(client.scores.proveV3({ ...question, keys }))).toMatchObject(wrong);
    expect(await refused(client.fixtures.updates(20_000, 24))).toMatchObject(wrong);
    expect(await refused(client.odds.snapshot(1.5))).toMatchObject(wrong);
    const both = await refused(client.scores.proveV4({ fixtureId: 1.5, seq: 1, keys: [] }));
    expect(both.message).toMatch(/fixtureId.*statKeys/);
  });
});

describe('delayed and refused requests', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  test('an expired session is renewed once for all waiting requests', async () => {
    const scene = await Scene.start({ sessionSeconds: 600 });
    closing.push(() => scene.close());
    const { service } = scene;
    const answers: [string, number | 'unreachable'][] = [];
    const client = scene.client({
      apiToken: await service.subscribed('w', 0),
      onAnswer: (...answer) => answers.push(answer),
    });
    await client.fixtures.snapshot();
    const before = await client.account.sessionToken();
    service.clock.advance(599_999);
    await client.fixtures.snapshot();
    expect(answers.map(([, status]) => status)).toEqual([200, 200, 200]);
    service.clock.advance(1);
    const lists = await Promise.all([1, 2, 3].map(() => client.fixtures.snapshot()));
    expect(lists).toEqual([lists[0], lists[0], lists[0]]);
    expect(answers.filter(([path]) => path === '/auth/guest/start')).toHaveLength(2);
    expect(answers.filter(([, status]) => status === 401)).toHaveLength(3);
    expect(await client.account.sessionToken()).not.toBe(before);
  });

  test('too many requests are repeated after Retry-After, with the real limit of the service', async () => {
    const machine = new ManualClock(0);
    const scene = await Scene.start({ app: { requestsPerSecond: 2 }, ports: { now: machine.now } });
    closing.push(() => scene.close());
    const apiToken = await scene.service.subscribed('w', 0);
    const slept: number[] = [];
    const client = scene.client({ apiToken, timers: instantly(slept, (ms) => machine.advance(ms)) });
    for (let i = 0; i < 3; i++) expect(await client.odds.snapshot(1)).toEqual([]);
    expect(slept).toEqual([1_000]);
    // Without waiting, the error is returned.
    const hasty = scene.client({ apiToken, attempts: 1 });
    let last: LinesmanError | undefined;
    for (let i = 0; i < 3 && !last; i++) last = await refused(hasty.odds.snapshot(1)).catch(() => undefined);
    expect(last).toMatchObject({ number: 7066, context: { status: 429, retryAfter: 1_000 } });
  });

  test('503 with Retry-After, 500, and an unreachable chain', async () => {
    const faults: (() => never)[] = [];
    let asked = 0;
    const purchase = async () => {
      asked++;
      faults.shift()?.();
      return { transactionBase64: 'AA==', baseStableCost: 0.001, feeStableAmount: 0, totalStableCharged: 0.001 };
    };
    const scene = await Scene.start({ ports: { quote: { purchase } } });
    closing.push(() => scene.close());
    const slept: number[] = [];
    const client = scene.client({ timers: instantly(slept) });
    const buyer = KeyPair.generate().address;
    faults.push(
      () => fail(7086),
      () => {
        throw new Error('a secret place');
      },
      () => fail(7068),
    );
    expect(await client.account.quote(buyer, 1)).toMatchObject({ transactionBase64: 'AA==' });
    expect([asked, slept]).toEqual([4, [5_000, 500, 1_000]]);
    for (const [number, status] of [
      [7086, 503],
      [7069, 500],
      [7068, 504],
    ] as const) {
      faults.push(...Array.from({ length: 4 }, () => () => fail(number)));
      expect(await refused(client.account.quote(buyer, 1))).toMatchObject({
        number: 7026,
        context: { code: number, status, attempts: 4 },
      });
    }
  });
});
