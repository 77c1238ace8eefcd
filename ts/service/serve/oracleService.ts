import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { fail, type LinesmanError, NOT_AN_EDGE } from 'linesman/error';
import { authority, OracleKey, serveMetrics } from 'linesman/node';
import {
  type AccountsChain,
  type ProgramIds,
  type RpcNode,
  type SendingChain,
  sendTransaction,
} from 'linesman/program';
import { validateRecord } from '../adapter/index.js';
import { type Auth, type OperatorTables, rpcSubscriptionChain, SessionKeys } from '../auth/index.js';
import { type Clock, type RealClock, realClock, type WorldClock, wait } from '../clock/index.js';
import type { Wire } from '../edge/answer/wire.js';
import { createEdge, type Edge } from '../edge/index.js';
import {
  alarmsCheck,
  type Check,
  chainCheck,
  clockCheck,
  databaseCheck,
  followerCheck,
  Readiness,
  rootsCheck,
  writesCheck,
} from '../health/index.js';
import { type LogOptions, operationApp } from '../http/index.js';
import { listenAt } from '../http/listenAt.js';
import { Ingest } from '../ingest/index.js';
import type { ServiceMetrics } from '../metrics/index.js';
import { oracleRootsChain, Publisher, type RootsChain, runBatches } from '../publish/index.js';
import { createQuote } from '../quote/index.js';
import { Sealer } from '../seal/index.js';
import { type Closed, closeGracefully } from '../shutdown/index.js';
import type { BatchKey, Store } from '../store/index.js';
import type { Wake } from '../wake/index.js';
import type { KeyFolder } from './keyFolder.js';
import { ownHosts } from './ownHosts.js';

/** What a process does: answers and streams, takes records in, seals and publishes. */
export const ROLES = ['edge', 'ingest', 'publish'] as const;
export type Role = (typeof ROLES)[number];

export interface OracleServiceOptions {
  readonly store: Store;
  /** Made before the store, to be told of its failures. */
  readonly metrics: ServiceMetrics;
  /** Tells of new records and subscriptions, in this process or in all of them. */
  readonly wake: Wake;
  /** Of records and subscriptions. */
  readonly clock: WorldClock;
  /** What the clock of the database shows, ms: that of the machine is compared with it. Left out in a world with a time of its own. */
  readonly databaseTime?: () => Promise<number>;
  readonly node: RpcNode;
  readonly programs: ProgramIds;
  readonly roles: readonly Role[];
  /** Each is asked for when a role needs it. */
  readonly keys: Pick<KeyFolder, 'pair' | 'oracleKeys' | 'sessionSeed'>;
  readonly tables: OperatorTables;
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Where `/metrics` is served; port 0: a free one. Nowhere when left out. */
  readonly metricsAt?: { readonly host: string; readonly port: number } | undefined;
  /**
   * Names under which customers reach the service, as they stand in its address (`oracle.example`, `127.0.0.1:8080`): an activation may name
   * one of them. `own`: those of where it listens. None when left out.
   */
  readonly hosts?: readonly string[] | 'own' | undefined;
  readonly wire?: Wire | undefined;
  readonly requestsPerSecond?: number | undefined;
  /** Open connections of one address. */
  readonly connectionsPerAddress?: number | undefined;
  /** Networks of proxies that are believed when they name the caller; none when left out. */
  readonly trustProxy?: readonly string[] | undefined;
  readonly log: false | LogOptions;
  /** ms of the machine's clock between not being ready and the end of the HTTP side, for balancers to notice. Default 0. */
  readonly notice?: number | undefined;
  /** ms of the world's clock after the end of a slot from which a missing root is late. Default 60,000. */
  readonly rootLimit?: number | undefined;
  /**
   * Names the publisher among the processes of the store. A new name when left out; one that never has a second process keeps its name, and so
   * publishes at once after a sudden end.
   */
  readonly holder?: string | undefined;
  /** ms that a stop lets the roots that are on their way arrive. Default 5,000, a part of the time that a stop has in all. */
  readonly patience?: number | undefined;
  /** What `/readyz` looks at besides what every service has. */
  readonly checks?: readonly Check[] | undefined;
  /** Puts something between the publisher and the chain. */
  readonly aroundRoots?: (chain: RootsChain) => RootsChain;
  readonly onPublished?: ((batches: readonly BatchKey[]) => void) | undefined;
  /** A slot that holds another root on chain. */
  readonly onAlarm?: ((alarm: LinesmanError) => void) | undefined;
  /** Something that failed and is tried again. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** What whoever starts a service chooses, on whatever chain it stands. */
export type ServiceChoices = Pick<
  OracleServiceOptions,
  | 'host'
  | 'port'
  | 'metricsAt'
  | 'hosts'
  | 'wire'
  | 'requestsPerSecond'
  | 'connectionsPerAddress'
  | 'trustProxy'
  | 'notice'
  | 'log'
  | 'onPublished'
  | 'onAlarm'
  | 'onFailure'
>;

/** `iss` and `aud` of session tokens. */
const ISSUER = 'linesman';

/** One process of the service, with one role or several. */
export class OracleService {
  private readonly stopping = new AbortController();
  /** Aborted some time later: what waits for the chain then waits no more. */
  private readonly givingUp = new AbortController();
  private readonly running: Promise<void>[] = [];
  private beginPublishing: () => void = () => {};
  private stopped: Promise<Closed> | null = null;
  private intake: { close(): unknown } | null = null;

  private constructor(
    /** Where it listens. */
    readonly url: string,
    readonly metricsUrl: string | null,
    /** Takes records in; of a process with that role, and others must not ask. */
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
   * Listens when the promise is fulfilled; publishes when it is told to. Errors: PORT_TAKEN the port is taken; those of
   * the keys. The store stays the caller's.
   */
  static async start(options: OracleServiceOptions): Promise<OracleService> {
    const { store, metrics, wake, clock, node, roles, host, port, metricsAt, onFailure } = options;
    const { patience = 5_000 } = options;
    const chain = node;
    const progress = () => store.batches.progress();
    metrics.watchRoots({ progress, now: clock.now });
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
          ...(options.databaseTime && { databaseTime: options.databaseTime, machineTime: realClock.now }),
        }),
        ...(roles.includes('edge') ? [followerCheck({ lag: () => follower?.status.lag ?? 0 })] : []),
        ...(options.checks ?? []),
      ] satisfies Check[],
      ...(onFailure && { onFailure: (_, error) => onFailure(error) }),
    });
    let listeningAt = 0;
    const hosts = () => (options.hosts === 'own' ? ownHosts(host, listeningAt) : (options.hosts ?? []));
    const edge = roles.includes('edge') ? await edgeOf(options, chain, readiness, hosts) : null;
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
      if (roles.includes('publish')) service.running.push(publish(options, chain, signal, service.givingUp.signal));
    };
    return service;
  }

  /**
   * Begins to seal and to publish, in a process with that role. Apart from the start, because a slot that is sealed takes nothing more: what a feed
   * has for slots that are over already comes first.
   */
  publish(): void {
    this.beginPublishing();
    this.beginPublishing = () => {};
  }

  /**
   * What brings records in, and is closed by a stop: once this process is not ready any more and has said so for as long as the notice, else who
   * sends would find it closed while it says that it is ready.
   */
  takesFrom(intake: { close(): unknown }): void {
    this.intake = intake;
  }

  /** Of a process with the role `edge`. */
  get auth(): Auth {
    return this.edge?.auth ?? fail(NOT_AN_EDGE);
  }

  /**
   * Not ready at once; after the notice it ends streams, answers what is running, and finishes the roots that are on their way, unless the chain keeps them
   * waiting. Never throws. Later calls give what came of the first.
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

async function edgeOf(
  options: OracleServiceOptions,
  chain: SendingChain,
  health: Readiness,
  hosts: () => readonly string[],
): Promise<Edge> {
  const { store, metrics, wake, clock, node, programs, keys, tables, onFailure } = options;
  const { log, wire, requestsPerSecond, connectionsPerAddress, trustProxy } = options;
  const { oracle } = programs;
  return createEdge(store, wake, {
    sessionKeys: new SessionKeys(keys.sessionSeed()),
    issuer: ISSUER,
    audience: ISSUER,
    oracleKeys: keys.oracleKeys(),
    tables,
    program: oracle,
    subscriptionChain: rpcSubscriptionChain(node),
    hosts,
    quote: createQuote({
      oracle,
      chain,
      backendAdmin: new OracleKey(keys.pair('backendAdmin').secretKey.subarray(0, 32)),
    }),
    clock,
    realClock: sharedClock(options),
    observer: metrics.streamObserver,
    app: {
      log,
      health,
      onAnswered: metrics.onAnswered,
      ...(wire && { wire }),
      ...(requestsPerSecond !== undefined && { requestsPerSecond }),
      ...(connectionsPerAddress !== undefined && { limits: { connectionsPerAddress } }),
      ...(trustProxy && { trustProxy }),
    },
    ...(onFailure && { onFailure }),
  });
}

/** Real time, the same for all that share the database: with a time of its own, the world has no other process. */
const sharedClock = ({ databaseTime, clock }: OracleServiceOptions): RealClock =>
  databaseTime ? (clock as Clock) : realClock;

function publish(
  options: OracleServiceOptions,
  chain: SendingChain & AccountsChain,
  signal: AbortSignal,
  giveUp: AbortSignal,
): Promise<void> {
  const { store, metrics, clock, programs, keys, onPublished, onAlarm } = options;
  const { aroundRoots = (roots) => roots } = options;
  const onFailure = (error: unknown): void => {
    metrics.onFailure(error);
    options.onFailure?.(error);
  };
  const payer = keys.pair('publisher');
  const roots = oracleRootsChain({
    oracle: programs.oracle,
    publisher: payer.address,
    chain,
    send: async (instruction, end) => {
      const sleep = (ms: number): Promise<void> => wait(ms, end);
      await sendTransaction({ chain, programs, payer, instructions: [instruction], sleep, signal: end });
    },
  });
  const publisher = new Publisher({
    store,
    clock,
    chain: metrics.countedChain(aroundRoots(roots)),
    holder: options.holder ?? randomUUID(),
    realClock: sharedClock(options),
    giveUp,
    // After a pause, or in a fast world, many are due at once.
    parallel: 8,
  });
  return runBatches(
    {
      sealer: new Sealer({ store, clock }),
      publisher,
      clock,
      realClock: sharedClock(options),
      onPublished: (batches) => {
        metrics.onPublished(batches);
        onPublished?.(batches);
      },
      // A fork had undone them.
      onRestored: (batches) => onPublished?.(batches),
      onFailure,
      ...(onAlarm && { onAlarm }),
    },
    signal,
  );
}
