import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { DeploymentFacts } from '@linesman/sdk/client';
import { fail, type LinesmanError, NOT_AN_EDGE } from '@linesman/sdk/error';
import { authority, OracleKey, serveMetrics } from '@linesman/sdk/node';
import { chainTime, type ProgramIds, type RpcNode } from '@linesman/sdk/program';
import type { FastifyInstance } from 'fastify';
import type { Clock, RealClock, WorldClock } from '../clock/clock.js';
import { realClock } from '../clock/realClock.js';
import { Ingest } from '../data/ingest/ingest.js';
import type { Intake } from '../data/ingest/intake.js';
import { validateRecord } from '../data/ingest/validateRecord.js';
import type { BatchKey } from '../data/store/batchStore.js';
import type { Store } from '../data/store/store.js';
import type { Wire } from '../edge/answer/wire.js';
import type { Auth } from '../edge/auth/auth.js';
import type { OperatorTables } from '../edge/auth/operatorTables.js';
import { SessionKeys } from '../edge/auth/sessionKeys.js';
import { rpcSubscriptionChain } from '../edge/auth/subscriptionChain.js';
import { createEdge, type Edge } from '../edge/edge.js';
import { listenAt } from '../edge/http/listenAt.js';
import type { LogOptions } from '../edge/http/log.js';
import { operationApp } from '../edge/http/operation.js';
import { createQuote } from '../edge/quote/createQuote.js';
import type { World } from '../edge/world/world.js';
import type { Check } from '../health/check.js';
import {
  alarmsCheck,
  chainCheck,
  clockCheck,
  databaseCheck,
  followerCheck,
  missingCheck,
  rootsCheck,
  writesCheck,
} from '../health/checks.js';
import { Readiness } from '../health/readiness.js';
import type { ServiceMetrics } from '../metrics/serviceMetrics.js';
import { runBatches } from '../roots/publish/batchLoop.js';
import { publisherRootsChain } from '../roots/publish/oracleRootsChain.js';
import { Publisher } from '../roots/publish/publisher.js';
import { watchFunds } from '../roots/publish/publisherFunds.js';
import type { RootsChain } from '../roots/publish/rootsChain.js';
import { Sealer } from '../roots/seal/sealer.js';
import type { Wake } from '../wake/wake.js';
import { type Closed, closeGracefully } from './closeGracefully.js';
import type { KeyFolder } from './keyFolder.js';
import { ownHosts } from './ownHosts.js';
import type { Role } from './role.js';

export interface OracleServiceOptions {
  readonly store: Store;
  /** Created before the store, whose failures it counts. */
  readonly metrics: ServiceMetrics;
  /** Notifications of new records and subscriptions, within this process or to all processes. */
  readonly wake: Wake;
  /** Clock for records and subscriptions. */
  readonly clock: WorldClock;
  /** The database's clock, ms, with which the machine's is compared. Left out if the world has its own time. */
  readonly databaseTime?: () => Promise<number>;
  readonly node: RpcNode;
  readonly programs: ProgramIds;
  readonly roles: readonly Role[];
  /** Each key is read when a role needs it. */
  readonly keys: Pick<KeyFolder, 'pair' | 'oracleKeys' | 'sessionSeed'>;
  readonly tables: OperatorTables;
  readonly host: string;
  /** 0: a free port. */
  readonly port: number;
  /** Address of `/metrics`; port 0: a free one. Default: not served. */
  readonly metricsAt?: { readonly host: string; readonly port: number } | undefined;
  /**
   * Hosts under which customers reach the service, as in its URL (`oracle.example`, `127.0.0.1:8080`); activations may
   * name one of them. `own`: derived from the listening address. Default none.
   */
  readonly hosts?: readonly string[] | 'own' | undefined;
  readonly wire?: Wire | undefined;
  readonly requestsPerSecond?: number | undefined;
  /** Makes results public, with at most this many requests per second and address; `false` keeps them private. */
  readonly publicResults?: number | false | undefined;
  /** Maximum open connections per address. */
  readonly connectionsPerAddress?: number | undefined;
  /** Serves the explorer at `/`, whose visitors read the chain from this node; null: from a node that they name. */
  readonly explorer?: { readonly rpc: string | null } | undefined;
  /** Networks of trusted proxies, which identify the caller. Default none. */
  readonly trustProxy?: readonly string[] | undefined;
  /** Networks that count as this machine and may change the world. Default: loopback addresses. */
  readonly worldCallers?: readonly string[] | undefined;
  /** Origins of development servers whose pages may change the world. Default: none. */
  readonly devOrigins?: readonly string[] | undefined;
  readonly log: false | LogOptions;
  /**
   * ms (machine time) between reporting not-ready and closing the HTTP side, for load balancers to notice. Default 0.
   */
  readonly notice?: number | undefined;
  /** ms (world time) after the end of a slot until a missing root counts as late. Default 60,000. */
  readonly rootLimit?: (() => number) | undefined;
  /**
   * Name of the publisher among the store's processes. Default: a new name. A service that never has a second process
   * keeps its name, and so publishes at once after a crash.
   */
  readonly holder?: string | undefined;
  /** ms that a stop waits for roots in flight. Default 5,000; part of the total time for a stop. */
  readonly patience?: number | undefined;
  readonly deployment: DeploymentFacts;
  /**
   * RPC address in `deployment` and for the explorer, for callers on this machine. Default: the same as for other
   * callers.
   */
  readonly rpcHere?: string | undefined;
  /** Set only if the service runs its own chain. */
  readonly world?: World | undefined;
  /** Additional checks of `/readyz`. */
  readonly checks?: readonly Check[] | undefined;
  /** Wraps the chain of the publisher. */
  readonly aroundRoots?: (chain: RootsChain) => RootsChain;
  /** Waits this many ms, or until the next block if the service runs its own chain. Default: waits that long. */
  readonly untilBlock?: (ms: number) => Promise<void>;
  readonly onPublished?: ((batches: readonly BatchKey[]) => void) | undefined;
  /** Called when a slot has a different root on chain, or its root is too late. */
  readonly onAlarm?: ((alarm: LinesmanError) => void) | undefined;
  /** The rules for missing records. Default: none may be missing. */
  readonly intake?: Intake | undefined;
  /** Called after each turn of sealing and publishing with the world time (ms) of the next; see `BatchLoopOptions`. */
  readonly onTurn?: ((due: number) => void) | undefined;
  /** Called for a failure that is retried. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** The options common to all kinds of chain. */
export type ServiceChoices = Pick<
  OracleServiceOptions,
  | 'host'
  | 'port'
  | 'metricsAt'
  | 'hosts'
  | 'wire'
  | 'requestsPerSecond'
  | 'publicResults'
  | 'connectionsPerAddress'
  | 'trustProxy'
  | 'worldCallers'
  | 'devOrigins'
  | 'explorer'
  | 'notice'
  | 'log'
  | 'onPublished'
  | 'onAlarm'
  | 'intake'
  | 'onTurn'
  | 'onFailure'
>;

/** `iss` and `aud` of session tokens. */
const ISSUER = 'linesman';

/** A process of the service with one or several roles. */
export class OracleService {
  private readonly stopping = new AbortController();
  /** Aborted later than `stopping`. Waits for the chain then end. */
  private readonly givingUp = new AbortController();
  private readonly running: Promise<void>[] = [];
  private beginPublishing: () => void = () => {};
  private stopped: Promise<Closed> | null = null;
  private intake: { close(): unknown } | null = null;

  private constructor(
    /** Address that it listens on. */
    readonly url: string,
    readonly metricsUrl: string | null,
    /** Takes in records; only for processes with that role. */
    readonly ingest: Ingest,
    /** `null` without the role `edge`. */
    readonly edge: Edge | null,
    readonly metrics: ServiceMetrics,
    private readonly app: FastifyInstance,
    private readonly readiness: Readiness,
    private readonly closeMetrics: () => Promise<void>,
    private readonly patience: number,
    private readonly notice: number,
  ) {}

  /**
   * When the promise fulfils, it is listening; it publishes after `publish`. The store remains the caller's. Errors:
   * PORT_TAKEN; those of the keys.
   */
  static async start(options: OracleServiceOptions): Promise<OracleService> {
    const { store, metrics, wake, clock, node, roles, host, port, metricsAt, onFailure } = options;
    const { patience = 5_000 } = options;
    const progress = () => store.batches.progress();
    metrics.watchRoots({ progress, now: clock.now });
    metrics.watchMissing(() => store.records.missingScores());
    if (roles.includes('publish')) metrics.watchNetwork(node, clock.now);
    let follower: Edge | null = null;
    const readiness = new Readiness({
      checks: [
        databaseCheck(store),
        writesCheck(store),
        chainCheck(() => node.slot()),
        rootsCheck({
          progress,
          now: clock.now,
          ...(options.rootLimit !== undefined && { limit: options.rootLimit }),
        }),
        alarmsCheck(progress),
        clockCheck({
          now: clock.now,
          sealedUntil: () => store.records.sealedUntil(),
          chainTime: async () => 1_000 * (await chainTime(node)),
          chainTolerance: () => 60_000 * (clock.speed ?? 1),
          ...(options.databaseTime && { databaseTime: options.databaseTime, machineTime: realClock.now }),
        }),
        missingCheck(() => store.records.missingScores()),
        ...(roles.includes('edge') ? [followerCheck({ lag: () => follower?.status.lag ?? 0 })] : []),
        ...(options.checks ?? []),
      ] satisfies Check[],
      ...(onFailure && { onFailure: (_, error) => onFailure(error) }),
    });
    let listeningAt = 0;
    metrics.watchReadiness(readiness);
    const hosts = () => (options.hosts === 'own' ? ownHosts(host, listeningAt) : (options.hosts ?? []));
    const edge = roles.includes('edge') ? await edgeOf(options, readiness, hosts) : null;
    follower = edge;
    const app = edge?.app ?? operationApp(readiness);
    const metricsServer = metricsAt ? await serveMetrics(metrics, metricsAt.port, metricsAt.host) : null;
    const closeMetrics = async (): Promise<void> => metricsServer?.close();
    await listenAt(app, host, port).catch(async (error: unknown) => {
      await closeMetrics();
      throw error;
    });
    const ingest = new Ingest({
      store,
      clock,
      validate: validateRecord,
      ...(options.intake && { intake: options.intake }),
      onAccepted: () => wake.recordsStored(),
      onDecided: metrics.onDecided,
    });
    const { port: actual } = app.server.address() as AddressInfo;
    listeningAt = actual;
    const service = new OracleService(
      `http://${authority(host, actual)}`,
      metricsServer && `${metricsServer.url}/metrics`,
      ingest,
      edge,
      metrics,
      app,
      readiness,
      closeMetrics,
      patience,
      options.notice ?? 0,
    );
    const { signal } = service.stopping;
    if (edge) service.running.push(edge.run(signal));
    service.beginPublishing = () => {
      if (roles.includes('publish')) service.running.push(publish(options, signal, service.givingUp.signal));
    };
    return service;
  }

  /**
   * Starts sealing and publishing, if the process has that role. Separate from the start because sealed slots accept no
   * records: a feed first delivers those of past slots.
   */
  publish(): void {
    this.beginPublishing();
    this.beginPublishing = () => {};
  }

  /**
   * Registers the intake of records. A stop closes it only after reporting not-ready and the notice period; otherwise
   * senders would find it closed while the service still reports ready.
   */
  takesFrom(intake: { close(): unknown }): void {
    this.intake = intake;
  }

  /** For processes with the role `edge`. */
  get auth(): Auth {
    return this.edge?.auth ?? fail(NOT_AN_EDGE);
  }

  /**
   * Reports not-ready at once. After the notice period it ends streams, finishes running requests, and waits for roots
   * in flight for at most `patience`. Never throws. Later calls return the first result.
   */
  stop(): Promise<Closed> {
    this.stopped ??= this.close();
    return this.stopped;
  }

  private close(): Promise<Closed> {
    return closeGracefully({
      app: this.app,
      readiness: this.readiness,
      notice: this.notice,
      deadline: this.notice + 30_000,
      steps: [
        { name: 'intake', run: () => this.intake?.close() },
        {
          name: 'batches and streams',
          run: async () => {
            this.stopping.abort();
            const late = setTimeout(() => this.givingUp.abort(), this.patience);
            await Promise.all(this.running).finally(() => clearTimeout(late));
          },
        },
        { name: 'metrics', run: this.closeMetrics },
      ],
    });
  }
}

async function edgeOf(options: OracleServiceOptions, health: Readiness, hosts: () => readonly string[]): Promise<Edge> {
  const { store, metrics, wake, clock, node, programs, keys, tables, onFailure } = options;
  const { log, wire, requestsPerSecond, connectionsPerAddress, trustProxy, explorer } = options;
  const { publicResults = false, worldCallers, devOrigins } = options;
  const { oracle } = programs;
  return createEdge(store, wake, {
    sessionKeys: new SessionKeys(keys.sessionSeed()),
    issuer: ISSUER,
    audience: ISSUER,
    oracleKeys: keys.oracleKeys(),
    tables,
    program: oracle,
    deployment: options.deployment,
    rpcHere: options.rpcHere,
    world: options.world,
    rootLimit: options.rootLimit,
    publicResults: publicResults !== false,
    subscriptionChain: rpcSubscriptionChain(node),
    hosts,
    quote: createQuote({
      oracle,
      chain: node,
      backendAdmin: new OracleKey(keys.pair('backendAdmin').secretKey.subarray(0, 32)),
    }),
    clock,
    realClock: sharedClock(options),
    observer: metrics.streamObserver,
    onScore: metrics.onScore,
    app: {
      log,
      health,
      onAnswered: metrics.onAnswered,
      ...(wire && { wire }),
      ...(requestsPerSecond !== undefined && { requestsPerSecond }),
      ...(publicResults !== false && { publicRequestsPerSecond: publicResults }),
      ...(connectionsPerAddress !== undefined && { limits: { connectionsPerAddress } }),
      ...(trustProxy && { trustProxy }),
      worldCallers,
      devOrigins,
      // An embedded service has one port for everything; a cluster serves metrics at another.
      ...(options.deployment.chain === 'embedded' && { metricsHere: metrics }),
      ...(explorer && { explorer: { ...explorer, rpcHere: options.rpcHere, ...programs } }),
    },
    ...(onFailure && { onFailure }),
  });
}

/** Real time, shared by all processes on the database. A world with its own time has only one process. */
const sharedClock = ({ databaseTime, clock }: OracleServiceOptions): RealClock =>
  databaseTime ? (clock as Clock) : realClock;

function publish(options: OracleServiceOptions, signal: AbortSignal, giveUp: AbortSignal): Promise<void> {
  const { store, metrics, clock, node: chain, programs, keys, onPublished, onAlarm } = options;
  const { aroundRoots = (roots) => roots } = options;
  const onFailure = (error: unknown): void => {
    metrics.onFailure(error);
    options.onFailure?.(error);
  };
  const roots = publisherRootsChain({ programs, payer: keys.pair('publisher'), chain, sleep: options.untilBlock });
  const publisher = new Publisher({
    store,
    clock,
    chain: metrics.countedChain(aroundRoots(roots)),
    holder: options.holder ?? randomUUID(),
    realClock: sharedClock(options),
    giveUp,
    // Many roots are due at once after a pause, or in a fast world.
    parallel: 8,
  });
  metrics.watchPublisher(publisher);
  const funds = watchFunds(
    {
      chain,
      publisher: keys.pair('publisher').address,
      realClock,
      onFunds: metrics.onFunds,
      onLow: (warning) => onAlarm?.(warning),
    },
    signal,
  );
  const batches = runBatches(
    {
      sealer: new Sealer({ store, clock }),
      publisher,
      clock,
      realClock: sharedClock(options),
      onPublished: (batches) => {
        metrics.onPublished(batches);
        onPublished?.(batches);
      },
      // Batches whose root was restored after a fork.
      onRestored: (batches) => onPublished?.(batches),
      onFailure,
      ...(onAlarm && { onAlarm }),
      ...(options.onTurn && { onTurn: options.onTurn }),
    },
    signal,
  );
  return Promise.all([batches, funds]).then(() => {});
}
