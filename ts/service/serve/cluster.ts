import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEPLOYMENT_DIFFERS, fail, LinesmanError, STORE_NOT_OPENED } from '@linesman/sdk/error';
import { equalBytes } from '@linesman/sdk/format';
import { atRpcOption } from '@linesman/sdk/internal/rpc/atRpcOption';
import {
  type Address,
  addressOf,
  fetchOracleConfig,
  LOCALNET_PROGRAM_IDS,
  type OracleConfig,
  type ProgramIds,
} from '@linesman/sdk/program';
import { openRpcNode } from '@linesman/sdk/rpc';
import { DatabaseClock } from '../clock/databaseClock.js';
import { connectNats } from '../data/intake/connectNats.js';
import { listenForRecords } from '../data/intake/listenForRecords.js';
import { SOCKET_NAME } from '../data/intake/socketPath.js';
import { Store, type StoreOptions } from '../data/store/store.js';
import type { StorePlace } from '../data/store/storePlace.js';
import { checkOperatorTables, type OperatorTables } from '../edge/auth/operatorTables.js';
import { ServiceMetrics } from '../metrics/serviceMetrics.js';
import { LocalWake } from '../wake/localWake.js';
import { connectWake } from '../wake/natsWake.js';
import type { Closed } from './closeGracefully.js';
import { Closers } from './closers.js';
import { DataFolder } from './dataFolder.js';
import { checkPortsFree } from './freePorts.js';
import { KeyFolder } from './keyFolder.js';
import { OracleService, type ServiceChoices } from './oracleService.js';
import type { Role } from './role.js';

export interface ClusterOptions extends ServiceChoices {
  /** RPC URL of the cluster. */
  readonly rpc: string;
  /** RPC URL for pages and other clients, without any access key. */
  readonly publicRpc?: string | undefined;
  /** The oracle program. Default: that of a local chain. */
  readonly oracle?: Address | undefined;
  /** The settlement program, for pages and other clients. Default: that of a local chain. */
  readonly settlement?: Address | undefined;
  readonly roles: readonly Role[];
  /** Folder of the keys, and of the records unless `store` is set. */
  readonly data: string;
  /** URL of a PostgreSQL server, which several processes can share. */
  readonly store?: string | undefined;
  /** URL of a NATS server for notifications between processes. */
  readonly nats?: string | undefined;
  /** The operator's offer. Default: the tables of the generated leagues. */
  readonly tables?: OperatorTables | undefined;
  /** Whether to migrate the database at start; otherwise use `linesman migrate`. Default: only for a folder. */
  readonly migrate?: boolean | undefined;
}

/** A running process of a service that publishes to a cluster. */
export interface ClusterService {
  readonly service: OracleService;
  readonly config: OracleConfig;
  /** Socket on which this process accepts records; `null` without that role, or if another process owns the folder. */
  readonly ingestSocket: string | null;
  stop(): Promise<Closed>;
}

/**
 * Starts a process of a service with a real clock and a real cluster. If that fails, everything started is closed.
 * Errors: PORT_TAKEN; FOLDER_IN_USE; DEPLOYMENT_DIFFERS when the keys are not the deployment's; MIGRATIONS_MISSING;
 * STORE_NOT_OPENED; STORE_DAMAGED, FOLDER_NOT_WRITABLE, FOREIGN_FOLDER or STORE_VERSION_DIFFERS for an unusable folder;
 * CHAIN_NOT_REACHABLE; INVALID_KEYPAIR_FILE or INVALID_SERVICE_KEY for unreadable keys.
 */
export const startOnCluster = (options: ClusterOptions): Promise<ClusterService> =>
  Closers.downOnFailure((closers) => start(options, closers));

async function start(options: ClusterOptions, closers: Closers): Promise<ClusterService> {
  const { roles, data, nats, onFailure } = options;
  const tables = options.tables ?? (await import('./simulatedTables.js')).SIMULATED_TABLES;
  const isShared = options.store !== undefined;
  // Processes that share a database may share the key folder, too.
  const folder = isShared ? null : new DataFolder(data);
  if (folder) closers.add(() => folder.close());
  const { host, port, metricsAt } = options;
  await checkPortsFree([{ host, port }, ...(metricsAt ? [metricsAt] : [])]);
  const { keys, programs, node, config } = await matchingOracle(options);

  const wake = nats === undefined ? new LocalWake() : connectWake(nats, { ...(onFailure && { onFailure }) });
  closers.add(() => wake.close());
  const place: StorePlace = folder ? { folder: folder.store } : { url: options.store as string };
  const metrics = new ServiceMetrics();
  const store = await openStore(place, { migrate: options.migrate ?? !isShared, onError: metrics.onStoreError });
  closers.add(() => store.close());
  const time = (): Promise<number> => store.time();
  const clock = await DatabaseClock.start({ time, ...(onFailure && { onApart: onFailure, onFailure }) });
  const following = new AbortController();
  void clock.follow(following.signal);
  closers.add(() => following.abort());
  const service = await OracleService.start({
    ...options,
    store,
    metrics,
    wake,
    clock,
    databaseTime: time,
    node,
    programs,
    keys,
    tables,
    deployment: {
      chain: 'cluster',
      // Never the address of our own node, because it may contain an access key.
      rpc: options.publicRpc ?? null,
      programs: { oracle: programs.oracle, settlement: programs.settlement },
      mints: { service: config.serviceMint, stablecoin: config.stablecoinMint },
    },
  });
  closers.add(() => service.stop());
  service.publish();
  const ingestSocket = roles.includes('ingest') ? (folder?.ingestSocket ?? join(data, SOCKET_NAME)) : null;
  if (ingestSocket !== null) {
    mkdirSync(dirname(ingestSocket), { recursive: true, mode: 0o700 });
    const socket = await listenForRecords(
      { ingest: service.ingest, path: ingestSocket },
      { ...(onFailure && { onFailure }) },
    );
    service.takesFrom(socket);
  }
  return {
    service,
    config,
    ingestSocket,
    stop: async () => {
      await closers.close();
      return service.stop();
    },
  };
}

/** What `checkOnCluster` found; null: not needed, or not looked at. */
export interface CheckedCluster {
  readonly oracle: Address;
  readonly publisher: Address;
  readonly roles: string;
  /** The database's time, ISO 8601. A database in a folder is not opened, because a service may run on it. */
  readonly database: string | null;
  readonly nats: string | null;
}

/**
 * Looks at everything that a start needs, without changing or opening anything that others may use. Errors: those of
 * `startOnCluster` except PORT_TAKEN and those of a folder; BROKER_NOT_REACHABLE, without which a service does start.
 */
export async function checkOnCluster(options: ClusterOptions): Promise<CheckedCluster> {
  const { roles, store: url, nats, tables } = options;
  if (tables) checkOperatorTables(tables);
  const { keys, programs, config } = await matchingOracle(options);
  if (roles.includes('edge')) keys.sessionSeed();
  let database: string | null = null;
  if (url !== undefined) {
    const store = await openStore({ url }, { migrate: false, isReadOnly: true });
    database = new Date(await store.time().finally(() => store.close())).toISOString();
  }
  if (nats !== undefined) await (await connectNats(nats)).close();
  return {
    oracle: programs.oracle,
    publisher: config.publisher,
    roles: roles.join(', '),
    database,
    nats: nats === undefined ? null : 'answers',
  };
}

/** The oracle on chain, and the keys for it. Errors: CHAIN_NOT_REACHABLE, DEPLOYMENT_DIFFERS; those of the keys. */
async function matchingOracle({ rpc, roles, data, ...options }: ClusterOptions) {
  const keys = new KeyFolder(join(data, 'keys'));
  const programs: ProgramIds = {
    oracle: options.oracle ?? LOCALNET_PROGRAM_IDS.oracle,
    settlement: options.settlement ?? LOCALNET_PROGRAM_IDS.settlement,
  };
  const node = openRpcNode(rpc);
  const config = await atRpcOption(() => fetchOracleConfig(node, programs.oracle), 'the configuration of the oracle');
  checkKeys(keys, roles, config);
  return { keys, programs, node, config };
}

/**
 * With keys other than the deployment's, everything that the service publishes, quotes or signs would be refused on
 * chain.
 */
function checkKeys(keys: KeyFolder, roles: readonly Role[], config: OracleConfig): void {
  const same = (name: 'publisher' | 'backendAdmin'): void => {
    const { address } = keys.pair(name);
    if (address !== config[name]) fail(DEPLOYMENT_DIFFERS, { name, onChain: config[name], ours: address });
  };
  if (roles.includes('publish')) same('publisher');
  if (!roles.includes('edge')) return;
  same('backendAdmin');
  const oracleKeys = keys.oracleKeys();
  oracleKeys.refuseSeeds([config.oracleKey, config.nextOracleKey]);
  const { publicKey } = oracleKeys.current;
  // During a key rotation the next key may already sign.
  if (![config.oracleKey, config.nextOracleKey].some((key) => equalBytes(key, publicKey)))
    fail(DEPLOYMENT_DIFFERS, { oracleKey: addressOf(publicKey) });
}

/** `Store.open` that turns the errors of a server into ours. Errors: STORE_NOT_OPENED; those of `Store.open`. */
async function openStore(place: StorePlace, options: StoreOptions): Promise<Store> {
  try {
    return await Store.open(place, options);
  } catch (cause) {
    if (cause instanceof LinesmanError || place === 'memory' || !('url' in place)) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    // The error does not quote the URL, which may contain a password.
    return fail(STORE_NOT_OPENED, { folder: null, reason: code ?? message }, { cause });
  }
}
