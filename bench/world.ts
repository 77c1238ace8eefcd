import type { AddressInfo } from 'node:net';
import { PublicKey } from '@solana/web3.js';
import type { FastifyInstance } from 'fastify';
import { MemoryChain } from '../tests/helpers/service/memoryChain.js';
import {
  eventsOf,
  recordEncoders,
  storeAuth,
  storeProofs,
  storeRecords,
  validateRecord,
} from '../ts/service/adapter/index.js';
import {
  apiTokenHash,
  createAuth,
  newApiToken,
  OracleKeys,
  SessionKeys,
  SessionTokens,
} from '../ts/service/auth/index.js';
import { ManualClock } from '../ts/service/clock/index.js';
import { OracleKey } from '../ts/service/generator/index.js';
import { LEAGUE_BUNDLES, LEAGUES } from '../ts/service/generator/records/index.js';
import { buildApp } from '../ts/service/http/index.js';
import { Ingest } from '../ts/service/ingest/index.js';
import { Proofs } from '../ts/service/proofs/index.js';
import { Publisher } from '../ts/service/publish/index.js';
import { Sealer } from '../ts/service/seal/index.js';
import { Store, type StorePlace } from '../ts/service/store/index.js';
import { MemoryEventWindow, StreamHub } from '../ts/service/stream/index.js';
import { inBatches } from './inBatches.js';
import { START } from './scoreRecords.js';

const KEY = new OracleKey(new Uint8Array(32).fill(7));
const KEYS = new OracleKeys(KEY);

/** An edge that listens. */
export interface Edge {
  readonly port: number;
  /** Credentials that see everything. */
  readonly headers: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The service on a store, with a chain in memory and a clock that is set by hand. */
export class World {
  readonly clock = new ManualClock(START);
  readonly chain = new MemoryChain();
  readonly hub: StreamHub;
  readonly ingest: Ingest;

  private constructor(readonly store: Store) {
    const { now } = this.clock;
    this.hub = new StreamHub({ clock: { now, at: () => () => {} }, window: new MemoryEventWindow(now) });
    this.ingest = new Ingest({
      store,
      clock: this.clock,
      validate: validateRecord,
      onAccepted: (records) => {
        for (const event of records.flatMap(eventsOf)) this.hub.publish(event);
      },
    });
  }

  static async open(place: StorePlace = 'memory'): Promise<World> {
    return new World(await Store.open(place));
  }

  /** Takes records in, so many in one transaction; throws when one is refused. Gives how many. */
  async takeIn(records: Iterable<object>, size = 500): Promise<number> {
    let count = 0;
    for (const part of inBatches(records, size)) {
      for (const result of await this.ingest.acceptAll(part)) if (result instanceof Error) throw result;
      count += part.length;
    }
    return count;
  }

  /** Seals what is due and publishes it. */
  async sealAndPublish(): Promise<void> {
    const { store, clock, chain } = this;
    await new Sealer({ store, clock }).sealDue();
    const { alarms } = await new Publisher({ store, clock, chain, holder: 'bench', attempts: 1 }).publishBuilt();
    if (alarms.length > 0) throw new Error(`${alarms.length} batches cannot be published`);
  }

  /** Answers as an edge does that has just started: nothing is kept in memory. */
  async edge(): Promise<Edge> {
    const { store, clock, hub } = this;
    const sessions = new SessionTokens({
      keys: new SessionKeys(new Uint8Array(32).fill(1)),
      issuer: 'https://oracle.test',
      audience: 'linesman',
      now: clock.now,
    });
    const app: FastifyInstance = await buildApp(
      {
        auth: createAuth({
          sessions,
          store: storeAuth(store),
          tables: { leagues: LEAGUES, leagueBundles: LEAGUE_BUNDLES, marketBundles: [], freeBundle: 1 },
          program: new PublicKey(new Uint8Array(32).fill(5)).toBase58(),
          now: clock.now,
          chain: { find: async () => null },
          serviceRow: async () => undefined,
        }),
        records: storeRecords(store),
        encoders: recordEncoders,
        proofs: storeProofs(new Proofs({ store, clock, sign: (digest) => KEY.sign(digest) }), KEYS),
        quote: { purchase: () => Promise.reject(new Error('not asked for')) },
        hub,
        oracleKeys: KEYS,
        now: clock.now,
        recordTime: clock.now,
      },
      { log: false, requestsPerSecond: 1_000_000 },
    );
    const token = newApiToken();
    const terms = { level: 7, samplingSeconds: 0, leagueBundle: 0, leagues: [], marketBundle: 0 };
    const tokenHash = apiTokenHash(token) ?? new Uint8Array();
    await storeAuth(store).activate({ txSig: token, wallet: token, weeks: 52, terms, tokenHash, now: clock.now() });
    await app.listen({ port: 0, host: '127.0.0.1' });
    return {
      port: (app.server.address() as AddressInfo).port,
      headers: { authorization: `Bearer ${await sessions.start()}`, 'x-api-token': token },
      close: () => app.close(),
    };
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
