import type { DeploymentFacts } from '@linesman/sdk/client';
import type { FastifyInstance } from 'fastify';
import type { RealClock, RealTime, WorldClock, WorldTime } from '../clock/clock.js';
import type { StreamPlaces } from '../data/store/recordStore.js';
import type { Store } from '../data/store/store.js';
import { Proofs, type ScoreFrom } from '../roots/proofs/proofs.js';
import type { Wake } from '../wake/wake.js';
import { keptEncoders, recordEncoders } from './answer/encoders.js';
import { keptFixtures } from './answer/keptFixtures.js';
import { storeMatches } from './answer/storeMatches.js';
import { storeProofs } from './answer/storeProofs.js';
import { isKeptRecord, storeRecords } from './answer/storeRecords.js';
import { storeResults } from './answer/storeResults.js';
import { storeSlots } from './answer/storeSlots.js';
import { type Auth, createAuth } from './auth/auth.js';
import { storeAuth } from './auth/authStore.js';
import { keptOwners } from './auth/keptOwners.js';
import type { OperatorTables } from './auth/operatorTables.js';
import type { OracleKeys } from './auth/oracleKeys.js';
import type { SessionKeys } from './auth/sessionKeys.js';
import { SessionTokens } from './auth/sessionTokens.js';
import type { SubscriptionChain } from './auth/subscriptionChain.js';
import { buildApp } from './http/app.js';
import type { AppOptions } from './http/appOptions.js';
import type { Quote } from './quote/createQuote.js';
import { ReadersClock } from './readersClock.js';
import { RecordFollower } from './recordFollower.js';
import { MemoryEventWindow } from './stream/eventWindow.js';
import { StreamHub, type StreamHubOptions, type StreamObserver } from './stream/hub.js';
import { refillWindow } from './stream/refillWindow.js';
import { streamClockOf, systemStreamClock } from './stream/streamClock.js';
import { watchSubscriptions } from './subscriptionWatch.js';
import type { World } from './world/world.js';

/** Configuration shared by all API servers of a deployment. No state is tied to a single process. */
export interface EdgeConfiguration {
  /** Keys for session tokens. */
  readonly sessionKeys: SessionKeys;
  /** `iss` and `aud` of session tokens. */
  readonly issuer: string;
  readonly audience: string;
  /** Keys for version 4 answers. */
  readonly oracleKeys: OracleKeys;
  readonly tables: OperatorTables;
  /** The oracle program, Base58. */
  readonly program: string;
  /** For clients. */
  readonly deployment: DeploymentFacts;
  /** RPC address in `deployment` for callers on this machine. Default: the same as for other callers. */
  readonly rpcHere?: string | undefined;
  /** Set only if the service runs its own chain. */
  readonly world?: World | undefined;
  /** Whether results are public, without a token. Default false. */
  readonly publicResults?: boolean | undefined;
  /** ms (world time) after the end of a slot until a missing root counts as late. Default 60,000. */
  readonly rootLimit?: (() => number) | undefined;
  /** Looks up subscribe transactions. */
  readonly subscriptionChain: SubscriptionChain;
  readonly quote: Quote;
  /** Hosts that an activation message may name; see `ActivationPorts`. Default none. */
  readonly hosts?: () => readonly string[];
  /** Clock for records, slots and subscriptions. */
  readonly clock: WorldClock;
  /** Clock for sessions, shared by all API servers of a database. */
  readonly realClock: RealClock;
  readonly app?: AppOptions;
  readonly streams?: StreamHubOptions;
  /** Observes the streams. */
  readonly observer?: StreamObserver;
  /** Called for each record that a proof needs, as in `ProofsOptions`. */
  readonly onScore?: (from: ScoreFrom) => void;
  /** Slots from which streams can resume, including the running one. Default and minimum 2. */
  readonly slots?: number;
  /** ms (machine time) between polls for new records. Default 1,000. */
  readonly recordInterval?: number;
  /** ms between polls for changed subscriptions, including revoked tokens. Default 2,000. */
  readonly subscriptionInterval?: number;
  /** Called when a database read fails or the NATS connection is lost; both are retried. */
  readonly onFailure?: (error: unknown) => void;
}

/** State of an API server. */
export interface EdgeStatus {
  /** ms since it was last up to date with the store; infinite before the first time. */
  readonly lag: number;
  /** `polling`: no notifications arrive, so new records are found by polling. */
  readonly wake: 'connected' | 'polling';
}

/** A process that answers requests and serves streams. Not listening yet. */
export interface Edge {
  readonly app: FastifyInstance;
  readonly hub: StreamHub;
  readonly auth: Auth;
  readonly status: EdgeStatus;
  /** Serves the streams until the signal aborts. Does not close the app. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Builds an API server over a store. Any number of them may serve one database. They give the same answers, and a
 * stream can resume on another one by its last id. Limits (requests per second, streams per token) count per process.
 */
export async function createEdge(store: Store, wake: Wake, configuration: EdgeConfiguration): Promise<Edge> {
  const { clock, realClock, oracleKeys, sessionKeys, issuer, audience } = configuration;
  const now = (): WorldTime => clock.now();
  const realTime = (): RealTime => realClock.now();
  const readers = new ReadersClock(clock);
  const window = new MemoryEventWindow(readers.now, configuration.slots);
  const from = await refillWindow(store, window, {
    now: now(),
    ...(configuration.slots !== undefined && { slots: configuration.slots }),
  });
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
  const { hub, follower } = followedStreams(store.records, wake, { readers, window, from }, configuration);
  const proofs = new Proofs({
    store,
    clock,
    sign: (digest) => oracleKeys.current.sign(digest),
    onScore: configuration.onScore,
    // Their leagues are asked about before their proofs.
    onAhead: records.expect,
  });
  const matches = storeMatches(store);
  const slots = storeSlots(store, { rootLimit: configuration.rootLimit });
  const app = await buildApp(
    {
      auth,
      records,
      matches,
      slots,
      ...(configuration.publicResults && { results: storeResults({ matches, slots, batches: store.batches }) }),
      encoders: keptEncoders(recordEncoders, isKeptRecord),
      proofs: storeProofs(proofs, oracleKeys),
      quote: configuration.quote,
      hub,
      caughtUp: (kind, id) => follower.caughtUp(kind, id),
      oracleKeys,
      deployment: configuration.deployment,
      rpcHere: configuration.rpcHere,
      world: configuration.world,
      now: () => Date.now(),
      recordTime: readers.now,
    },
    { leagues: configuration.tables.leagues, ...configuration.app },
  ).catch((error: unknown) => {
    // Its timers would keep the process alive.
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
        ...(configuration.onFailure && { onFailure: configuration.onFailure }),
      };
      const stopListening = wake.listen({ onRecords: records.forget });
      await Promise.all([follower.run(signal), watchSubscriptions(watch, signal)]).finally(stopListening);
    },
  };
}

/** Streams, and what feeds them with each record of the store. */
function followedStreams(
  records: Store['records'],
  wake: Wake,
  { readers, window, from }: { readers: ReadersClock; window: MemoryEventWindow; from: StreamPlaces },
  { realClock, observer, streams, recordInterval, onFailure }: EdgeConfiguration,
): { readonly hub: StreamHub; readonly follower: RecordFollower } {
  const hub = new StreamHub(
    {
      clock: systemStreamClock,
      recordClock: streamClockOf(readers),
      sessionClock: streamClockOf(realClock),
      window,
      ...(observer && { observer }),
    },
    streams,
  );
  const follower = new RecordFollower({
    records,
    publish: (event) => {
      readers.show(event);
      hub.publish(event);
    },
    from,
    wake,
    ...(recordInterval !== undefined && { interval: recordInterval }),
    ...(onFailure && { onFailure }),
  });
  return { hub, follower };
}
