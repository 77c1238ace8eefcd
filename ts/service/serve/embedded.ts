import { existsSync } from 'node:fs';
import {
  CHAIN_MISSING,
  FOLDER_NOT_WRITABLE,
  fail,
  isError,
  KEY_MISSING,
  type LinesmanError,
  WORLD_IN_THE_PAST,
} from '@linesman/sdk/error';
import { isLoopbackHost, LOOPBACK_NAMES } from '@linesman/sdk/node';
import type { OracleConfig } from '@linesman/sdk/program';
import { Season, scriptOfName } from '@linesman/season/calendar';
import { realClock } from '../clock/realClock.js';
import { SimulatedClock } from '../clock/simulatedClock.js';
import { wait } from '../clock/wait.js';
import type { Ingest } from '../data/ingest/ingest.js';
import { listenForRecords } from '../data/intake/listenForRecords.js';
import { Store } from '../data/store/store.js';
import type { World } from '../edge/world/world.js';
import { DEFAULT_ROOT_LIMIT, feedCheck, folderCheck } from '../health/checks.js';
import { ServiceMetrics } from '../metrics/serviceMetrics.js';
import { EmbeddedChain } from '../roots/chain/embeddedChain.js';
import { isEveryAddress } from '../roots/chain/everyAddress.js';
import { DEFAULT_PRICING } from '../roots/chain/pricing.js';
import { setUpOracle } from '../roots/chain/setUpOracle.js';
import { LocalWake } from '../wake/localWake.js';
import type { Closed } from './closeGracefully.js';
import { Closers } from './closers.js';
import { DataFolder } from './dataFolder.js';
import { FeedHold } from './feedHold.js';
import { FIRST_PURSE, fundWallet, giveStablecoins, isWallet, subscribeFirstCustomer } from './firstCustomer.js';
import { checkPortsFree, type Place } from './freePorts.js';
import { OracleService, type ServiceChoices } from './oracleService.js';
import { ROLES } from './role.js';
import { SIMULATED_TABLES } from './simulatedTables.js';
import { startFeed } from './startFeed.js';
import { namingDiskFull, whileDiskFull } from './whileDiskFull.js';
import { readWorld, type WorldBeginning, writeWorld } from './world.js';
import { RUNNING_SPEEDS, WorldPace } from './worldPace.js';

/** Phases of the start, in order. `customer`: subscribing the first wallet. */
export type StartPhase = 'database' | 'chain' | 'programs' | 'season' | 'customer';

export interface EmbeddedOptions extends ServiceChoices {
  /** Folder for all data. */
  readonly data: string;
  /** Host of the embedded chain, independent of the service's. Default 127.0.0.1. */
  readonly chainHost?: string | undefined;
  /** RPC URL of the embedded chain for pages and other clients, if it differs from the listening address. */
  readonly publicRpc?: string | undefined;
  /** RPC port of the embedded chain; its websocket is on the next one. 0: free ports. */
  readonly rpcPort: number;
  /** Of the embedded chain: every feature that it knows is active. */
  readonly allFeatures?: boolean;
  /** Simulated seconds per second. */
  readonly speed: number;
  /** Start of the world, Unix ms. Default now. For a folder with a world: the same, or left out. */
  readonly at?: number | undefined;
  readonly seed?: string | undefined;
  /** Scripts of the first matches. */
  readonly scripts?: readonly string[] | undefined;
  /** Records in play as a share of those of a real match, above 0; default 1. */
  readonly tempo?: number;
  /** `none`: records only come from outside. Default `generator`. */
  readonly source?: 'generator' | 'none';
  /**
   * The clock of a new world, which the caller moves. The world begins at the clock's time. Unlike a season it may
   * begin in the past; the chain's clock cannot, and then stays ahead. Default: its own clock, at `speed`.
   */
  readonly clock?: SimulatedClock | undefined;
  /** Delivers records of the past, before anything is sealed. */
  readonly beforeSealing?: (ingest: Ingest) => Promise<void>;
  /** Called with a description of each step. */
  readonly onStep?: (what: string) => void;
  /** Called at the end of each phase, with the ms since the end of the one before. */
  readonly onPhase?: (phase: StartPhase, ms: number) => void;
  /**
   * Called with a generated match that does not continue: either an earlier version of the generator began it, and its
   * coverage was ended, or its records are refused.
   */
  readonly onMatchLeft?: (fixtureId: number, why: 'ended' | LinesmanError) => void;
  /** Aborts the start between two steps; it then rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A running service with its store, chain, clock and matches in one process. */
export interface EmbeddedService {
  readonly service: OracleService;
  readonly chain: EmbeddedChain;
  readonly clock: SimulatedClock;
  /** `none`: the season's matches are not played. */
  readonly source: 'generator' | 'none';
  readonly season: Season;
  readonly folder: DataFolder;
  readonly config: OracleConfig;
  /** API token of a wallet that has subscribed to everything. */
  readonly apiToken: string;
  /** Token of a guest session. */
  readonly sessionToken: string;
  /** When the promise fulfils, all data is stored. */
  stop(): Promise<Closed>;
}

/** ms (machine time) between checks of the world's clock. */
const TICK = 500;
const SEED = 'linesman';
/** Base units of the service token in a new treasury (ten billion tokens), and base units for 100 credits. */
const STOCK = 10n ** 16n;
const CREDIT_PACK_PRICE = 5_000_000n;

/**
 * Starts an embedded service, or continues where the folder's last one stopped. If that fails, everything started is
 * closed. Errors: NO_EMBEDDED_CHAIN; PORT_TAKEN; FOLDER_IN_USE; STORE_DAMAGED, FOLDER_NOT_WRITABLE, FOREIGN_FOLDER or
 * STORE_VERSION_DIFFERS for an unusable folder; KEY_MISSING or CHAIN_MISSING when a part is missing;
 * INVALID_DATA_FOLDER when it holds a different world; WORLD_IN_THE_PAST when the world would start in the past;
 * UNKNOWN_SCRIPT.
 */
export const startEmbedded = (options: EmbeddedOptions): Promise<EmbeddedService> =>
  namingDiskFull(options.data, () => Closers.downOnFailure((closers) => start(options, closers)));

/** The addresses on which it will listen: its own, that of the metrics, and that of the chain. */
const placesOf = ({ host, port, metricsAt, chainHost = '127.0.0.1', rpcPort }: EmbeddedOptions): readonly Place[] => [
  { host, port },
  ...(metricsAt ? [metricsAt] : []),
  ...(rpcPort === 0 ? [] : [rpcPort, rpcPort + 1].map((one) => ({ host: chainHost, port: one }))),
];

async function start(options: EmbeddedOptions, closers: Closers): Promise<EmbeddedService> {
  const { speed, source = 'generator' } = options;
  const started: Starting = { ...startingOf(options), options, closers };
  const opened = await openFolder(started);
  const running = await openStoreAndChain(started, opened);
  const { chain } = running;
  const world = beginWorld(started, opened, chain, await chain.time());
  const parts = { ...opened, ...running, ...world };
  const service = await startService(started, parts);
  if (source === 'generator') await playMatches(started, parts, service);
  await options.beforeSealing?.(service.ingest);
  service.publish();
  started.isOver('season');
  const tokens = await subscribeCustomer(started, parts, service);
  started.isOver('customer');
  if (!options.clock) world.pace.setSpeed(speed);
  return {
    service,
    chain,
    clock: world.clock,
    source,
    season: world.season,
    folder: opened.folder,
    config: running.config,
    ...tokens,
    stop: async () => {
      await closers.close();
      return service.stop();
    },
  };
}

/** The parameters of every part of the start. */
interface Starting {
  readonly options: EmbeddedOptions;
  readonly closers: Closers;
  /** Before each step. Throws the reason if the start is aborted. */
  readonly onStep: (what: string) => void;
  readonly isOver: (phase: StartPhase) => void;
}

function startingOf({ signal, onStep, onPhase }: EmbeddedOptions): Pick<Starting, 'onStep' | 'isOver'> {
  let phaseBegan = performance.now();
  return {
    onStep: (what) => {
      signal?.throwIfAborted();
      onStep?.(what);
    },
    isOver: (phase) => {
      const now = performance.now();
      onPhase?.(phase, Math.round(now - phaseBegan));
      phaseBegan = now;
    },
  };
}

type Opened = Awaited<ReturnType<typeof openFolder>>;

/** Locks the folder and reads its content. */
async function openFolder({ options, closers }: Starting) {
  const isNew = !existsSync(options.data);
  if (isNew) await checkPortsFree(placesOf(options));
  const folder = new DataFolder(options.data);
  closers.add(() => folder.close());
  // The lock is checked first, so that a second start reports the used folder, not the used ports.
  if (!isNew) await checkPortsFree(placesOf(options));
  const { keys } = folder;
  const accounts = folder.readChain();
  const hasChain = Object.keys(accounts).length > 0;
  const missing = keys.missing();
  // The keys are created before the chain, so they must exist.
  if (hasChain && missing.length > 0) refuseNewKeys(missing, folder);
  const asked = { seed: options.seed, start: options.at, scripts: options.scripts?.map(scriptOfName) };
  const world = readWorld(folder.world, asked);
  if (world === null && asked.start !== undefined && asked.start < Date.now())
    fail(WORLD_IN_THE_PAST, { start: asked.start });
  return { folder, keys, accounts, hasChain, asked, world };
}

/** Together, because neither needs the other, and setting up the chain mostly waits for blocks. */
async function openStoreAndChain(started: Starting, opened: Opened) {
  const { isOver } = started;
  const { hasChain, folder } = opened;
  const mayLackChain = !hasChain && existsSync(folder.store);
  const storing = openStore(started, opened);
  // Without its chain, such a folder gets no new keys.
  if (mayLackChain) await storing;
  const starting = startChain(started, opened);
  const deploying = starting.then((chain) => deploy(started, opened, chain));
  const all = Promise.allSettled([storing, starting, deploying]);
  try {
    const stored = await storing;
    isOver('database');
    const chain = await starting;
    isOver('chain');
    const deployed = await deploying;
    isOver('programs');
    return { ...stored, ...deployed, chain };
  } catch (error) {
    // What still starts must be registered before everything is closed.
    await all;
    throw error;
  }
}

async function openStore({ closers, onStep }: Starting, { folder, hasChain }: Opened) {
  onStep('opening the store');
  const metrics = new ServiceMetrics();
  const store = await Store.open({ folder: folder.store }, { onError: metrics.onStoreError });
  closers.add(() => store.close());
  await store.subscriptions.capRenewals(realClock.now());
  if (!hasChain && (await store.batches.hasPublished())) fail(CHAIN_MISSING, { folder: folder.path });
  return { metrics, store };
}

async function startChain(
  { options, closers, onStep }: Starting,
  { keys, accounts, asked, world }: Opened,
): Promise<EmbeddedChain> {
  onStep('starting the chain');
  keys.complete();
  const chain = await EmbeddedChain.start({
    ...(options.chainHost !== undefined && { host: options.chainHost }),
    port: options.rpcPort,
    upgradeAuthority: keys.pair('upgradeAuthority').address,
    time: Math.max(world?.time ?? 0, asked.start ?? 0, options.clock?.now() ?? 0),
    accounts,
    ...(options.allFeatures !== undefined && { allFeatures: options.allFeatures }),
  });
  closers.add(() => chain.stop());
  return chain;
}

/** Sets up the oracle, with lamports for every signer. */
async function deploy({ onStep }: Starting, { keys, accounts }: Opened, chain: EmbeddedChain) {
  const [upgradeAuthority, admin, publisher] = [
    keys.pair('upgradeAuthority'),
    keys.pair('admin'),
    keys.pair('publisher'),
  ];
  const [backendAdmin, issuer, wallet] = [keys.pair('backendAdmin'), keys.pair('issuer'), keys.pair('wallet')];
  for (const { address } of [upgradeAuthority, admin, publisher, issuer, wallet])
    if (accounts[address] === undefined) chain.fund(address);
  const oracleKey = keys.oracleKeys().current.publicKey;
  const config = await setUpOracle({
    chain: chain.node,
    programs: chain.programs,
    roles: { upgradeAuthority, admin, publisher: publisher.address, backendAdmin: backendAdmin.address, oracleKey },
    mints: { service: keys.pair('serviceMint'), stablecoin: keys.pair('stablecoinMint'), issuer },
    rows: DEFAULT_PRICING,
    stock: STOCK,
    creditPackPrice: CREDIT_PACK_PRICE,
    // The world's clock stands still while roots are built, and runs at any speed.
    lateAfter: 0,
    sleep: chain.untilBlock,
    onStep,
  });
  return { config, backendAdmin, issuer, wallet };
}

/**
 * ms by which the season starts later than its world. Stakes close five minutes before a match, so whoever has started
 * a world still has five minutes for a bet on the first.
 */
const BEFORE_THE_FIRST = 300_000;

/** Begins or continues the world. `chainTime` in seconds. */
function beginWorld(
  { options, closers }: Starting,
  { folder, asked, world }: Opened,
  chain: EmbeddedChain,
  chainTime: number,
) {
  // The world starts once it is complete, so that no user misses the start of a match.
  const now = options.clock?.now() ?? Math.max(chainTime * 1_000, world?.time ?? asked.start ?? 0);
  const begun: WorldBeginning = world ?? {
    seed: asked.seed ?? SEED,
    start: asked.start ?? now,
    scripts: asked.scripts ?? [],
  };
  const season = new Season({
    seed: begun.seed,
    start: begun.start + BEFORE_THE_FIRST,
    scripts: begun.scripts.map(scriptOfName),
    ...(options.tempo !== undefined && { tempo: options.tempo }),
  });
  // The clock is slowed down, so that the rest of the start does not take hours of world time.
  const clock = options.clock ?? new SimulatedClock({ start: now, speed: Math.min(1, options.speed) });
  const storeTime = (time: number): void => writeWorld(folder.world, { ...begun, time });
  closers.add(() => storeTime(clock.now()));
  const pace = new WorldPace({ clock, store: storeTime });
  // A caller that moves the clock also decides how far.
  const hold = options.clock || options.source === 'none' ? null : new FeedHold({ clock });
  return { season, clock, pace, hold, ...followClock({ options, closers }, { folder, chain, clock, pace }) };
}

/** From here on the chain's clock follows, and its accounts are saved. */
function followClock(
  { options, closers }: Pick<Starting, 'options' | 'closers'>,
  { folder, chain, clock, pace }: Pick<Parts, 'folder' | 'chain' | 'clock' | 'pace'>,
) {
  const saveChain = chainSaver(chain, folder);
  closers.add(saveChain);
  let isKept = true;
  const ticking = every(TICK, options.onFailure, async () => {
    try {
      pace.keep();
      await chain.setTime(clock.now());
      await saveChain();
      isKept = true;
    } catch (error) {
      if (isError(error, FOLDER_NOT_WRITABLE)) isKept = false;
      throw error;
    }
  });
  closers.add(ticking.stop);
  return { saveChain, isKept: (): boolean => isKept };
}

/** The options with which the service is started. */
type Parts = Opened &
  Awaited<ReturnType<typeof openStoreAndChain>> & {
    readonly season: Season;
    readonly clock: SimulatedClock;
    readonly pace: WorldPace;
    readonly hold: FeedHold | null;
    readonly saveChain: () => Promise<void>;
    /** Whether the last write to the folder succeeded. */
    readonly isKept: () => boolean;
  };

async function startService({ options, closers }: Starting, parts: Parts): Promise<OracleService> {
  const { folder, keys, store, metrics, chain, config, clock, pace, hold, saveChain, isKept } = parts;
  const { programs } = chain;
  // An address that only this machine can reach is not shown to other callers.
  const rpc = options.publicRpc ?? (isReachable(options.chainHost) ? chain.rpcUrl : null);
  const service = await OracleService.start({
    ...options,
    store,
    metrics,
    wake: new LocalWake(),
    clock,
    node: chain.node,
    programs,
    roles: ROLES,
    hosts: options.hosts ?? 'own',
    keys,
    explorer: { rpc },
    rpcHere: options.publicRpc === undefined ? chain.rpcUrl : undefined,
    tables: SIMULATED_TABLES,
    // Publishing takes real time, however fast the world runs.
    rootLimit: () => DEFAULT_ROOT_LIMIT * Math.max(1, pace.recentSpeed),
    deployment: {
      chain: 'embedded',
      rpc,
      programs: { oracle: programs.oracle, settlement: programs.settlement },
      mints: { service: config.serviceMint, stablecoin: config.stablecoinMint },
    },
    // A caller that moves the clock also decides its speed.
    ...(!options.clock && { world: worldControl(options, parts) }),
    // Constant, because the folder's lock excludes other processes.
    holder: 'embedded',
    checks: [folderCheck(isKept), ...(hold ? [feedCheck(() => hold.waited)] : [])],
    // A root marked as published must survive on the chain of the next start.
    aroundRoots: (roots) => ({ ...roots, keep: saveChain }),
    // Only if somebody waits for each turn. Otherwise, a fast world that looks at every block would keep the chain
    // from answering others.
    ...(options.onTurn && { untilBlock: chain.untilBlock }),
  });
  closers.add(() => service.stop());
  const { onFailure } = options;
  const socket = await patiently(options, () =>
    listenForRecords({ ingest: service.ingest, path: folder.ingestSocket }, { ...(onFailure && { onFailure }) }),
  );
  service.takesFrom(socket);
  return service;
}

/** A disk that is full for a while must not end a service that is already in use. */
const patiently = <T>({ onFailure, signal }: EmbeddedOptions, work: () => T | Promise<T>): Promise<Awaited<T>> =>
  whileDiskFull({ onFailure, signal }, work);

/** The operations by which callers on this machine change the world. */
function worldControl({ source = 'generator' }: EmbeddedOptions, { chain, clock, pace, config, issuer }: Parts): World {
  const { node, programs } = chain;
  return {
    now: clock.now,
    get speed() {
      return pace.speed;
    },
    speeds: RUNNING_SPEEDS,
    source,
    setSpeed: (wanted) => pace.setSpeed(wanted),
    isWallet: (address) => isWallet(node, address),
    fund: (address, money) =>
      fundWallet({ chain: node, programs, config, issuer, sleep: chain.untilBlock }, address, money),
  };
}

async function playMatches({ options, closers, onStep }: Starting, parts: Parts, { ingest }: OracleService) {
  const { season, clock, store, hold } = parts;
  const { onFailure } = options;
  onStep('catching up with the matches in progress');
  const feed = startFeed({
    season,
    clock,
    ingest,
    store,
    ...(hold && { onProgress: hold.onProgress }),
    onRefused: (fixtureId, error) => options.onMatchLeft?.(fixtureId, error),
    onEnded: (fixtureId) => options.onMatchLeft?.(fixtureId, 'ended'),
    ...(onFailure && { onFailure }),
  });
  closers.add(feed.stop);
  await feed.caughtUp;
}

/** The tokens of the first customer and of a guest, which are created if missing. */
async function subscribeCustomer({ options, onStep }: Starting, parts: Parts, service: OracleService) {
  const { folder, chain, config, wallet, issuer, backendAdmin } = parts;
  const { node, programs } = chain;
  const stored = <T>(work: () => T | Promise<T>): Promise<Awaited<T>> => patiently(options, work);
  const customer = { chain: node, programs, config, wallet, issuer, backendAdmin, sleep: chain.untilBlock };
  let apiToken = folder.read(folder.apiToken);
  if (apiToken === null || (await isRefused(service, apiToken))) {
    await giveStablecoins(customer, wallet.address, FIRST_PURSE);
    apiToken = await subscribeFirstCustomer({
      ...customer,
      auth: {
        startGuest: () => stored(() => service.auth.startGuest()),
        activate: (activation) => stored(() => service.auth.activate(activation)),
      },
      onStep,
    });
    const given = apiToken;
    await stored(() => folder.write(folder.apiToken, given));
  }
  const sessionToken = await stored(() => service.auth.startGuest());
  await stored(() => folder.write(folder.sessionToken, sessionToken));
  return { apiToken, sessionToken };
}

/** Whether other machines can reach a server on this host under the same name. */
const isReachable = (host = LOOPBACK_NAMES[0] as string): boolean => !isLoopbackHost(host) && !isEveryAddress(host);

function refuseNewKeys(missing: readonly string[], { path }: DataFolder): never {
  return fail(KEY_MISSING, { missing, folder: path });
}

async function isRefused(service: OracleService, apiToken: string): Promise<boolean> {
  return service.auth.access(apiToken).then(
    () => false,
    () => true,
  );
}

/**
 * Saves the chain's accounts if they have changed. Calls during a save share the next one, so accounts may be saved as
 * they are later than the call.
 */
function chainSaver(chain: EmbeddedChain, folder: DataFolder): () => Promise<void> {
  let written = '';
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const save = async (): Promise<void> => {
    const text = JSON.stringify(await chain.save());
    if (text === written) return;
    folder.writeChain(text);
    written = text;
  };
  const begin = (): Promise<void> => {
    next = null;
    running = save().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return begin();
    next ??= running.then(begin, begin);
    return next;
  };
}

/** Repeats work without overlaps. `stop` waits for the current run. */
function every(
  ms: number,
  onFailure: ((error: unknown) => void) | undefined,
  work: () => Promise<void>,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => onFailure?.(error));
      await wait(ms, stopping.signal);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await loop;
    },
  };
}
