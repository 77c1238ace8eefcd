import type { FastifyInstance } from 'fastify';
import type { RealClock, RealTime, WorldClock, WorldTime } from '../clock/index.js';
import type { Store } from '../data/store/index.js';
import { Proofs } from '../roots/proofs/index.js';
import type { Wake } from '../wake/index.js';
import { keptEncoders, keptFixtures, recordEncoders, storeProofs, storeRecords } from './answer/index.js';
import {
  type Auth,
  createAuth,
  keptOwners,
  type OperatorTables,
  type OracleKeys,
  type SessionKeys,
  SessionTokens,
  type SubscriptionChain,
  storeAuth,
} from './auth/index.js';
import { type AppOptions, buildApp, type Quote } from './http/index.js';
import { ReadersClock } from './readersClock.js';
import { RecordFollower } from './recordFollower.js';
import {
  MemoryEventWindow,
  refillWindow,
  StreamHub,
  type StreamHubOptions,
  type StreamObserver,
  systemStreamClock,
} from './stream/index.js';
import { streamClockOf } from './streamClockOf.js';
import { watchSubscriptions } from './subscriptionWatch.js';

/** What every edge of a deployment has in common; nothing of it is kept in one process only. */
export interface EdgeConfiguration {
  /** Sign session tokens. */
  readonly sessionKeys: SessionKeys;
  /** `iss` and `aud` of session tokens. */
  readonly issuer: string;
  readonly audience: string;
  /** Sign version 4 answers. */
  readonly oracleKeys: OracleKeys;
  readonly tables: OperatorTables;
  /** The oracle program, Base58. */
  readonly program: string;
  /** Where subscribe transactions are looked up. */
  readonly subscriptionChain: SubscriptionChain;
  readonly quote: Quote;
  /** Hosts that the message of an activation may name; see `ActivationPorts`. None when left out. */
  readonly hosts?: () => readonly string[];
  /** Records, slots, subscriptions. */
  readonly clock: WorldClock;
  /** Sessions: the same for all edges of a database. */
  readonly realClock: RealClock;
  readonly app?: AppOptions;
  readonly streams?: StreamHubOptions;
  /** Told of what the streams do. */
  readonly observer?: StreamObserver;
  /** Slots that streams can resume from, the running one counted. Default 2, which is the least. */
  readonly slots?: number;
  /** ms of the machine's clock after which records are noticed that nobody told of. Default 1,000. */
  readonly recordInterval?: number;
  /** The same of subscriptions, revoked tokens among them. Default 2,000. */
  readonly subscriptionInterval?: number;
  /** Told when the database could not be read or the NATS server is lost; what failed is repeated. */
  readonly onFailure?: (error: unknown) => void;
}

/** How an edge stands. */
export interface EdgeStatus {
  /** ms since it had everything that was stored; infinite before the first time. */
  readonly lag: number;
  /** `polling`: nobody tells it of new records; it looks for itself. */
  readonly wake: 'connected' | 'polling';
}

/** A process that answers requests and serves streams; nothing listens yet. */
export interface Edge {
  readonly app: FastifyInstance;
  readonly hub: StreamHub;
  readonly auth: Auth;
  readonly status: EdgeStatus;
  /** Serves the streams until the signal is aborted. Does not close the app. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Puts an edge together over a store. Any number of them may serve one database: what one answers, every other would, and a stream goes on
 * at another after the last id. Limits (requests a second, streams of a token) count in each process on its own.
 */
export async function createEdge(store: Store, wake: Wake, configuration: EdgeConfiguration): Promise<Edge> {
  const { clock, realClock, oracleKeys, sessionKeys, issuer, audience, slots, onFailure } = configuration;
  const now = (): WorldTime => clock.now();
  const realTime = (): RealTime => realClock.now();
  const readers = new ReadersClock(clock);
  const window = new MemoryEventWindow(readers.now, slots);
  const from = await refillWindow(store, window, { now: now(), ...(slots !== undefined && { slots }) });
  const owners = keptOwners(storeAuth(store));
  const records = keptFixtures(storeRecords({ records: store.keptRecords }), () => store.records.fixturesVersion());
  const auth = createAuth({
    sessions: new SessionTokens({ keys: sessionKeys, issuer, audience, now: realTime }),
    store: owners,
    tables: configuration.tables,
    program: configuration.program,
    now,
    realTime,
    chain: configuration.subscriptionChain,
    ...(configuration.hosts && { hosts: configuration.hosts }),
    onChange: (wallet) => {
      owners.forget(wallet);
      wake.subscriptionChanged(wallet);
    },
  });
  const hub = new StreamHub(
    {
      clock: systemStreamClock,
      recordClock: streamClockOf(readers),
      sessionClock: streamClockOf(realClock),
      window,
      ...(configuration.observer && { observer: configuration.observer }),
    },
    configuration.streams,
  );
  const follower = new RecordFollower({
    records: store.records,
    publish: (event) => {
      readers.show(event);
      hub.publish(event);
    },
    from,
    wake,
    ...(configuration.recordInterval !== undefined && { interval: configuration.recordInterval }),
    ...(onFailure && { onFailure }),
  });
  const app = await buildApp(
    {
      auth,
      records,
      encoders: keptEncoders(recordEncoders),
      proofs: storeProofs(new Proofs({ store, clock, sign: (digest) => oracleKeys.current.sign(digest) }), oracleKeys),
      quote: configuration.quote,
      hub,
      caughtUp: (kind, id) => follower.caughtUp(kind, id),
      oracleKeys,
      now: () => Date.now(),
      recordTime: readers.now,
    },
    { leagues: configuration.tables.leagues, ...configuration.app },
  ).catch((error: unknown) => {
    // Its timers would keep the process.
    hub.close();
    throw error;
  });
  return {
    app,
    hub,
    auth,
    get status(): EdgeStatus {
      return { lag: follower.lag, wake: wake.isConnected ? 'connected' : 'polling' };
    },
    run: async (signal) => {
      const watch = {
        subscriptions: store.subscriptions,
        hub,
        wake,
        owners,
        ...(configuration.subscriptionInterval !== undefined && { interval: configuration.subscriptionInterval }),
        ...(onFailure && { onFailure }),
      };
      const stopListening = wake.listen({ onRecords: records.forget });
      await Promise.all([follower.run(signal), watchSubscriptions(watch, signal)]).finally(stopListening);
    },
  };
}
