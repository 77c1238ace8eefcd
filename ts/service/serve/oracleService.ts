import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Connection, Keypair } from '@solana/web3.js';
import type { FastifyInstance } from 'fastify';
import { fail, type LinesmanError } from '../../error/index.js';
import {
  fetchAccount,
  type ProgramIds,
  pricingMatrixAccount,
  pricingMatrixAddress,
  rpcSendingChain,
  type SendingChain,
  type ServiceRow,
  sendTransaction,
} from '../../program/index.js';
import {
  eventsOf,
  RECORD_SCHEMAS,
  recordEncoders,
  refillWindow,
  storeAuth,
  storeProofs,
  storeRecords,
  validateRecord,
} from '../adapter/index.js';
import {
  type Auth,
  createAuth,
  type OperatorTables,
  type OracleKeys,
  rpcSubscriptionChain,
  SessionKeys,
  SessionTokens,
} from '../auth/index.js';
import type { Clock } from '../clock/index.js';
import { OracleKey } from '../generator/oracleKey.js';
import type { Wire } from '../generator/wire.js';
import { buildApp, type LogOptions } from '../http/index.js';
import { Ingest } from '../ingest/index.js';
import { Proofs } from '../proofs/index.js';
import { oracleRootsChain, Publisher, type RootsChain, runBatches } from '../publish/index.js';
import { createQuote } from '../quote/index.js';
import { Sealer } from '../seal/index.js';
import type { BatchKey, Store } from '../store/index.js';
import { MemoryEventWindow, StreamHub, systemStreamClock } from '../stream/index.js';
import { streamClockOf } from './streamClock.js';

export interface OracleServiceOptions {
  readonly store: Store;
  /** Time of the world: of records, sessions and subscriptions. */
  readonly clock: Clock;
  readonly connection: Connection;
  readonly programs: ProgramIds;
  readonly keys: {
    readonly publisher: Keypair;
    readonly backendAdmin: Keypair;
    readonly oracle: OracleKeys;
    /** 32 bytes. */
    readonly sessionSeed: Uint8Array;
  };
  readonly tables: OperatorTables;
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly wire?: Wire;
  readonly requestsPerSecond?: number;
  readonly streamsPerToken?: number;
  /** `false`: none. */
  readonly log: false | LogOptions;
  /** Puts something between the publisher and the chain. */
  readonly aroundRoots?: (chain: RootsChain) => RootsChain;
  readonly onPublished?: (batches: readonly BatchKey[]) => void;
  readonly onAlarm?: (alarm: LinesmanError) => void;
  readonly onFailure?: (error: unknown) => void;
}

/** Slots that streams resume over, the running one counted. */
const WINDOW = 2;

/** The whole service in one process: takes records in, seals, publishes and answers. */
export class OracleService {
  private readonly stopping = new AbortController();
  private batches: Promise<void> = Promise.resolve();

  private constructor(
    readonly ingest: Ingest,
    readonly auth: Auth,
    readonly sessions: SessionTokens,
    private readonly app: FastifyInstance,
    /** Where it listens. */
    readonly url: string,
  ) {}

  /** Listens when the promise is fulfilled. Errors: 7131 the port is taken. The store stays the caller's. */
  static async start(options: OracleServiceOptions): Promise<OracleService> {
    const { store, clock, connection, programs, keys, tables, host, port, log } = options;
    const chain = rpcSendingChain(connection);
    const window = new MemoryEventWindow(clock.now, WINDOW);
    await refillWindow(store, window, { now: clock.now(), slots: WINDOW });
    const hub = new StreamHub(
      { clock: systemStreamClock, recordClock: streamClockOf(clock), window },
      { ...(options.streamsPerToken !== undefined && { streamsPerToken: options.streamsPerToken }) },
    );
    const sessions = new SessionTokens({
      keys: new SessionKeys(keys.sessionSeed),
      issuer: ISSUER,
      audience: ISSUER,
      now: clock.now,
    });
    const auth = createAuth({
      sessions,
      store: storeAuth(store),
      tables,
      program: programs.oracle.toBase58(),
      now: clock.now,
      chain: rpcSubscriptionChain(connection),
      serviceRow: (level) => serviceRow(chain, programs, level),
      onChange: (wallet) => void hub.refresh(wallet),
    });
    const ingest = new Ingest({
      store,
      clock,
      validate: validateRecord,
      onAccepted: (records) => {
        for (const event of records.flatMap(eventsOf)) hub.publish(event);
      },
    });
    const oracleKey = keys.oracle.current;
    const proofs = new Proofs({ store, clock, sign: (digest) => oracleKey.sign(digest) });
    const app = await buildApp(
      {
        auth,
        records: storeRecords(store),
        encoders: recordEncoders,
        proofs: storeProofs(proofs, keys.oracle),
        quote: createQuote({
          oracle: programs.oracle,
          chain,
          backendAdmin: new OracleKey(keys.backendAdmin.secretKey.subarray(0, 32)),
        }),
        hub,
        oracleKeys: keys.oracle,
        now: Date.now,
        recordTime: clock.now,
      },
      {
        log,
        leagues: tables.leagues,
        schemas: RECORD_SCHEMAS,
        ...(options.wire && { wire: options.wire }),
        ...(options.requestsPerSecond !== undefined && { requestsPerSecond: options.requestsPerSecond }),
      },
    );
    await app
      .listen({ host, port })
      .catch((cause: NodeJS.ErrnoException) =>
        fail(7131, { message: `${host}:${port} cannot be listened on: ${cause.code ?? cause.message}.`, cause }),
      );
    const { port: actual } = app.server.address() as AddressInfo;
    const service = new OracleService(ingest, auth, sessions, app, `http://${host}:${actual}`);
    service.batches = service.runBatches(options, chain);
    return service;
  }

  /** Ends streams, answers what is running, seals nothing more; what has begun to be published is finished or left to the next start. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.app.close();
    await this.batches;
  }

  private runBatches(options: OracleServiceOptions, chain: SendingChain): Promise<void> {
    const { store, clock, programs, keys, onPublished, onAlarm, onFailure } = options;
    const roots = oracleRootsChain({
      oracle: programs.oracle,
      publisher: keys.publisher.publicKey,
      chain,
      send: async (instruction) => {
        await sendTransaction({ chain, programs, payer: keys.publisher, instructions: [instruction], sleep: pause });
      },
    });
    const publisher = new Publisher({
      store,
      clock,
      chain: options.aroundRoots?.(roots) ?? roots,
      holder: randomUUID(),
    });
    return runBatches(
      {
        sealer: new Sealer({ store, clock }),
        publisher,
        clock,
        ...(onPublished && { onPublished }),
        ...(onAlarm && { onAlarm }),
        ...(onFailure && { onFailure }),
      },
      this.stopping.signal,
    );
  }
}

const ISSUER = 'linesman';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** From the price list on chain, as it is now. */
async function serviceRow(chain: SendingChain, { oracle }: ProgramIds, level: number): Promise<ServiceRow | undefined> {
  const { rows } = await fetchAccount(chain, pricingMatrixAccount, pricingMatrixAddress(oracle).address, oracle);
  return rows.find(({ rowId }) => rowId === level);
}
