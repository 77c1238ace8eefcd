import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { LinesmanError } from '../../../ts/sdk/error/linesmanError.js';
import { bytesToHex } from '../../../ts/sdk/format/hex.js';
import type { Sport } from '../../../ts/sdk/format/sports/sports.js';
import { OracleKey } from '../../../ts/sdk/node/oracleKey.js';
import { rootsAccount } from '../../../ts/sdk/program/account/rootsAccountBytes.js';
import { addressOf } from '../../../ts/sdk/program/address/address.js';
import type { Proof } from '../../../ts/sdk/proof/proof.js';
import { type VerifyResult, verify } from '../../../ts/sdk/proof/verify.js';
import { LEAGUE_BUNDLES, LEAGUES } from '../../../ts/season/leagues.js';
import { ManualClock } from '../../../ts/service/clock/manualClock.js';
import { Ingest } from '../../../ts/service/data/ingest/ingest.js';
import { validateRecord } from '../../../ts/service/data/ingest/validateRecord.js';
import type { RecordKind } from '../../../ts/service/data/store/recordKind.js';
import type { NewRecord } from '../../../ts/service/data/store/recordStore.js';
import type { Store } from '../../../ts/service/data/store/store.js';
import { recordEncoders } from '../../../ts/service/edge/answer/encoders.js';
import { storeMatches } from '../../../ts/service/edge/answer/storeMatches.js';
import { storeProofs } from '../../../ts/service/edge/answer/storeProofs.js';
import { storeRecords } from '../../../ts/service/edge/answer/storeRecords.js';
import { storeResults } from '../../../ts/service/edge/answer/storeResults.js';
import { storeSlots } from '../../../ts/service/edge/answer/storeSlots.js';
import { apiTokenHash, newApiToken } from '../../../ts/service/edge/auth/apiToken.js';
import { type Auth, type AuthPorts, createAuth } from '../../../ts/service/edge/auth/auth.js';
import { storeAuth } from '../../../ts/service/edge/auth/authStore.js';
import { OracleKeys } from '../../../ts/service/edge/auth/oracleKeys.js';
import { SessionKeys } from '../../../ts/service/edge/auth/sessionKeys.js';
import { SessionTokens } from '../../../ts/service/edge/auth/sessionTokens.js';
import { buildApp } from '../../../ts/service/edge/http/app.js';
import type { AppOptions } from '../../../ts/service/edge/http/appOptions.js';
import type { HttpPorts } from '../../../ts/service/edge/http/context.js';
import { eventsOf } from '../../../ts/service/edge/stream/eventsOf.js';
import { MemoryEventWindow } from '../../../ts/service/edge/stream/eventWindow.js';
import { StreamHub, type StreamHubOptions } from '../../../ts/service/edge/stream/hub.js';
import { refillWindow } from '../../../ts/service/edge/stream/refillWindow.js';
import type { StreamClock } from '../../../ts/service/edge/stream/streamClock.js';
import type { ServiceMetrics } from '../../../ts/service/metrics/serviceMetrics.js';
import { Proofs } from '../../../ts/service/roots/proofs/proofs.js';
import { Publisher } from '../../../ts/service/roots/publish/publisher.js';
import type { RootsChain } from '../../../ts/service/roots/publish/rootsChain.js';
import { Sealer } from '../../../ts/service/roots/seal/sealer.js';
import { MemoryChain } from './memoryChain.js';
import { ALL, rootPlaceOf, type Sent, SLOT, slotOf } from './sentRecords.js';
import { DEPLOYMENT, testWorld } from './testWorld.js';

export interface StoredServiceOptions {
  readonly app?: AppOptions;
  readonly streams?: StreamHubOptions;
  /** Whether heartbeats and the expiry of streams follow the clock. Default false. */
  readonly timers?: boolean;
  /** Lifetime of a session token. Default 30 days. */
  readonly sessionSeconds?: number;
  /** Replaces parts of the service. Created again at each start. */
  readonly auth?: Partial<AuthPorts>;
  readonly ports?: Partial<HttpPorts>;
  /** Counts what it does, and is served to this machine. */
  readonly metrics?: ServiceMetrics | undefined;
  /** As in `StoreSlotsOptions`. */
  readonly rootLimit?: () => number;
  /** Where roots are published. Default: a map. */
  readonly chain?: RootsChain;
  readonly oracleKeys?: OracleKeys;
}

/**
 * The whole service in this process, over a real store, with a clock that the test sets. It is fed with `ALL` as time
 * advances.
 */
export class StoredService {
  static readonly KEY = new OracleKey(new Uint8Array(32).fill(77));
  /** Used only to derive the addresses of roots accounts. */
  static readonly ORACLE = addressOf(new Uint8Array(32).fill(5));

  readonly clock = new ManualClock(ALL[0]?.ts ?? 0);
  readonly published = new MemoryChain();
  readonly sessions: SessionTokens;
  app!: FastifyInstance;
  auth!: Auth;
  hub!: StreamHub;
  /** How many of `ALL` were ingested. */
  accepted = 0;
  private readonly ingest: Ingest;
  private readonly chain: RootsChain;
  /** Takes effect at the next start. */
  oracleKeys: OracleKeys;

  private constructor(
    readonly store: Store,
    private readonly options: StoredServiceOptions,
  ) {
    const { sessionSeconds, chain = this.published, oracleKeys = new OracleKeys(StoredService.KEY) } = options;
    this.chain = chain;
    this.oracleKeys = oracleKeys;
    this.sessions = new SessionTokens({
      keys: new SessionKeys(new Uint8Array(32).fill(1)),
      issuer: 'https://oracle.test',
      audience: 'linesman',
      now: this.clock.now,
      ...(sessionSeconds !== undefined && { seconds: sessionSeconds }),
    });
    this.ingest = new Ingest({
      store,
      clock: this.clock,
      validate: validateRecord,
      ...(options.metrics && { onDecided: options.metrics.onDecided }),
      onAccepted: (records) => {
        for (const event of records.flatMap(eventsOf)) this.hub.publish(event);
      },
    });
  }

  static async start(store: Store, options: StoredServiceOptions = {}): Promise<StoredService> {
    const service = new StoredService(store, options);
    await service.restart();
    return service;
  }

  /** Drops everything outside the database, and stops listening. */
  async restart(): Promise<void> {
    await this.app?.close();
    const { store, clock, options, oracleKeys } = this;
    const window = new MemoryEventWindow(clock.now);
    await refillWindow(store, window, { now: clock.now() });
    const { metrics } = options;
    this.hub = new StreamHub(
      { clock: this.streamClock(), window, ...(metrics && { observer: metrics.streamObserver }) },
      options.streams,
    );
    const proofs = new Proofs({ store, clock, sign: (digest) => oracleKeys.current.sign(digest) });
    this.auth = createAuth({
      sessions: this.sessions,
      store: storeAuth(store),
      tables: { leagues: LEAGUES, leagueBundles: LEAGUE_BUNDLES, marketBundles: [], freeBundle: 1 },
      program: StoredService.ORACLE,
      now: clock.now,
      realTime: clock.now,
      chain: { find: async () => null },
      ...options.auth,
    });
    const matches = storeMatches(store);
    const slots = storeSlots(store, { rootLimit: options.rootLimit });
    const records = storeRecords(store);
    this.app = await buildApp(
      {
        auth: this.auth,
        records: { ...records, fixture: async (fixtureId) => (await records.fixturesOf([fixtureId]))[0] },
        matches,
        slots,
        results: storeResults({ matches, slots, batches: store.batches }),
        encoders: recordEncoders,
        proofs: storeProofs(proofs, oracleKeys),
        quote: { purchase: () => Promise.reject(new Error('not asked for')) },
        hub: this.hub,
        oracleKeys,
        deployment: DEPLOYMENT,
        world: testWorld(clock.now),
        now: clock.now,
        recordTime: clock.now,
        ...options.ports,
      },
      {
        log: false,
        requestsPerSecond: 1_000_000,
        publicRequestsPerSecond: 1_000_000,
        ...(metrics && { metricsHere: metrics, onAnswered: metrics.onAnswered }),
        ...options.app,
      },
    );
  }

  async close(): Promise<void> {
    await this.app.close();
  }

  /** A token for a wallet with a bundle of leagues (0: all) for that many weeks; odds in real time unless sampled. */
  async subscribed(wallet: string, leagueBundle: number, weeks = 52, samplingSeconds = 0): Promise<string> {
    const token = newApiToken();
    const terms = { level: 7, samplingSeconds, leagueBundle, leagues: [], marketBundle: 0 };
    const tokenHash = apiTokenHash(token) ?? new Uint8Array();
    const now = this.clock.now();
    await storeAuth(this.store).activate({ txSig: wallet, wallet, weeks, terms, tokenHash, now, realTime: now });
    return token;
  }

  /** Takes records in now, and returns them as stored. */
  async accept(wire: readonly object[]): Promise<readonly NewRecord[]> {
    const results = await this.ingest.acceptAll(wire);
    return results.map((result) => {
      if (result instanceof LinesmanError) throw result;
      return result.record;
    });
  }

  /** Takes in all records up to a time, slot by slot, each before its slot ends. Then sets the clock to that time. */
  async comeTo(time: number): Promise<void> {
    while (this.accepted < ALL.length && (ALL[this.accepted]?.ts ?? 0) <= time) {
      const from = this.accepted;
      const slot = slotOf(ALL[from]?.ts ?? 0);
      while (this.accepted < ALL.length && (ALL[this.accepted]?.ts ?? 0) <= Math.min(time, slot + SLOT - 1))
        this.accepted++;
      const part = ALL.slice(from, this.accepted);
      this.clock.set(part.at(-1)?.ts ?? 0);
      for (const result of await this.ingest.acceptAll(part.map(({ wire }) => wire)))
        expect(result).toMatchObject({ status: 'accepted' });
    }
    this.clock.set(time);
  }

  async sealAndPublish(): Promise<void> {
    const { store, clock, chain } = this;
    await new Sealer({ store, clock }).sealDue();
    const { alarms } = await new Publisher({ store, clock, chain, holder: 'a', attempts: 1 }).publishBuilt();
    expect(alarms).toEqual([]);
  }

  /** The records ingested so far, in time order. */
  known<T extends Sent>(all: readonly T[]): T[] {
    return all.filter(({ ts }) => ts <= this.clock.now()).sort((a, b) => a.ts - b.ts);
  }

  inSlot<T extends Sent>(all: readonly T[], slot: number, fixtureId?: number): T[] {
    return this.known(all).filter((one) => slotOf(one.ts) === slot && (fixtureId ?? one.fixtureId) === one.fixtureId);
  }

  /** Verifies offline against the published roots. */
  verified(proof: Proof, kind: RecordKind, ts: number, sport: Sport = 'soccer'): VerifyResult {
    const place = rootPlaceOf(kind, ts);
    const root = place.in(this.published.roots);
    const { data } = rootsAccount(kind, place.day, new Map([[place.index, root]]), StoredService.ORACLE);
    const result = verify(proof, { sport, rootsAccount: data, oracleKeys: [this.oracleKeys.current.publicKey] });
    expect(result).toMatchObject({ published: true });
    expect(bytesToHex(result.mainRoot)).toBe(bytesToHex(root));
    return result;
  }

  private streamClock(): StreamClock {
    const { clock } = this;
    if (!this.options.timers) return { now: clock.now, at: () => () => {} };
    return {
      now: clock.now,
      at: (time, run) => {
        const stop = new AbortController();
        void clock.sleepUntil(time, stop.signal).then(() => stop.signal.aborted || run());
        return () => stop.abort();
      },
    };
  }
}
