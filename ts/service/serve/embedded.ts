import { once } from 'node:events';
import { createServer } from 'node:net';
import { CHAIN_MISSING, FOLDER_NOT_WRITABLE, fail, isError, KEY_MISSING, WORLD_IN_THE_PAST } from 'linesman/error';
import type { OracleConfig } from 'linesman/program';
import { DEFAULT_PRICING, EmbeddedChain, listenOn, setUpOracle } from '../chain/index.js';
import { realClock, SimulatedClock, wait } from '../clock/index.js';
import { Season, scriptOfName } from '../feed/index.js';
import { DEFAULT_ROOT_LIMIT, folderCheck } from '../health/index.js';
import { listenForRecords } from '../intake/index.js';
import { ServiceMetrics } from '../metrics/index.js';
import type { Closed } from '../shutdown/index.js';
import { Store } from '../store/index.js';
import { LocalWake } from '../wake/index.js';
import { Closers } from './closers.js';
import { DataFolder } from './dataFolder.js';
import { FIRST_PURSE, giveStablecoins, subscribeFirstCustomer } from './firstCustomer.js';
import { MADE_UP_TABLES } from './madeUpTables.js';
import { OracleService, ROLES, type ServiceChoices } from './oracleService.js';
import { startFeed } from './startFeed.js';
import type { WorldBeginning } from './world.js';

/** Parts of a start, in their order; the customer is the wallet that subscribes. */
export type StartPhase = 'database' | 'chain' | 'programs' | 'season' | 'customer';

export interface EmbeddedOptions extends ServiceChoices {
  /** The folder where everything is kept. */
  readonly data: string;
  /** Where the embedded chain listens, whatever the service does. Default 127.0.0.1. */
  readonly chainHost?: string | undefined;
  /** RPC of the embedded chain; its websocket is at the next port. 0: free ones. */
  readonly rpcPort: number;
  /** Simulated seconds for each second. */
  readonly speed: number;
  /** When the world begins, Unix ms; now when left out. Of a folder that has a world, the same or nothing. */
  readonly at?: number | undefined;
  readonly seed?: string | undefined;
  /** Scripts of the first matches. */
  readonly scripts?: readonly string[] | undefined;
  /** `none`: records come in from outside only. Default `generator`. */
  readonly source?: 'generator' | 'none';
  /** Told what is being done. */
  readonly onStep?: (what: string) => void;
  /** Told of each part of the start that is over, with the ms of the machine that it took. */
  readonly onPhase?: (phase: StartPhase, ms: number) => void;
  /** Breaks the start off between two steps; it rejects with the reason then. */
  readonly signal?: AbortSignal | undefined;
}

/** A running service with everything it needs in one process: store, chain, clock and matches. */
export interface EmbeddedService {
  readonly service: OracleService;
  readonly chain: EmbeddedChain;
  readonly clock: SimulatedClock;
  /** `none`: the matches of the season are not played. */
  readonly source: 'generator' | 'none';
  readonly season: Season;
  readonly folder: DataFolder;
  readonly config: OracleConfig;
  /** Of a wallet that has subscribed to everything. */
  readonly apiToken: string;
  /** Of a guest session. */
  readonly sessionToken: string;
  /** Everything is stored when the promise is fulfilled. */
  stop(): Promise<Closed>;
}

/** ms of the machine between two looks at the clock of the world. */
const TICK = 500;
/** ms of the machine that the stored time is ahead of the clock: after a sudden end it is not behind what was done. */
const AHEAD = 3 * TICK;
const SEED = 'linesman';
/** Base units of the service token in a new treasury, ten billion tokens, and for 100 credits. */
const STOCK = 10n ** 16n;
const CREDIT_PACK_PRICE = 5_000_000n;

/**
 * Starts, or goes on where the folder's last service stopped. What was begun is taken down again when it fails.
 * Errors: NO_EMBEDDED_CHAIN no embedded chain, PORT_TAKEN a port is taken, FOLDER_IN_USE the folder is in use,
 * STORE_DAMAGED, FOLDER_NOT_WRITABLE, FOREIGN_FOLDER or STORE_VERSION_DIFFERS it cannot be used, KEY_MISSING and
 * CHAIN_MISSING a part of it is missing, INVALID_DATA_FOLDER it holds another world, WORLD_IN_THE_PAST it would begin
 * in the past, UNKNOWN_SCRIPT an unknown script.
 */
export const startEmbedded = (options: EmbeddedOptions): Promise<EmbeddedService> =>
  Closers.downOnFailure((closers) => start(options, closers));

async function start(options: EmbeddedOptions, closers: Closers): Promise<EmbeddedService> {
  const { host, port, rpcPort, speed, scripts, source = 'generator', onFailure, signal } = options;
  const onStep = (what: string): void => {
    signal?.throwIfAborted();
    options.onStep?.(what);
  };
  let phaseBegan = performance.now();
  const isOver = (phase: StartPhase): void => {
    const now = performance.now();
    options.onPhase?.(phase, Math.round(now - phaseBegan));
    phaseBegan = now;
  };
  const folder = new DataFolder(options.data);
  closers.add(() => folder.close());
  const { keys } = folder;
  const accounts = folder.readChain();
  const hasChain = Object.keys(accounts).length > 0;
  const missing = keys.missing();
  // All of them were there before the chain was.
  if (hasChain && missing.length > 0) refuseNewKeys(missing, folder);
  const asked = { seed: options.seed, start: options.at, scripts: scripts?.map(scriptOfName) };
  const world = folder.readWorld(asked);
  if (world === null && asked.start !== undefined && asked.start < Date.now())
    fail(WORLD_IN_THE_PAST, { start: asked.start });

  // It is listened on when everything else is there; that it is taken is better said before.
  if (port !== 0) {
    const probe = createServer();
    await listenOn(probe, host, port);
    await once(probe.close(), 'close');
  }

  onStep('the store is opened');
  const metrics = new ServiceMetrics();
  const store = await Store.open({ folder: folder.store }, { onError: metrics.onStoreError });
  closers.add(() => store.close());
  await store.subscriptions.capRenewals(realClock.now());
  if (!hasChain && (await store.batches.hasPublished())) fail(CHAIN_MISSING, { folder: folder.path });
  keys.complete();
  isOver('database');

  onStep('the chain is started');
  const upgradeAuthority = keys.pair('upgradeAuthority');
  const chain = await EmbeddedChain.start({
    ...(options.chainHost !== undefined && { host: options.chainHost }),
    port: rpcPort,
    upgradeAuthority: upgradeAuthority.address,
    time: Math.max(world?.time ?? 0, asked.start ?? 0),
    accounts,
  });
  closers.add(() => chain.stop());
  isOver('chain');
  const { programs } = chain;
  const [admin, publisher, backendAdmin] = [keys.pair('admin'), keys.pair('publisher'), keys.pair('backendAdmin')];
  const [issuer, wallet] = [keys.pair('issuer'), keys.pair('wallet')];
  for (const { address } of [upgradeAuthority, admin, publisher, issuer, wallet])
    if (accounts[address] === undefined) chain.fund(address);
  const config = await setUpOracle({
    chain: chain.node,
    programs,
    roles: {
      upgradeAuthority,
      admin,
      publisher: publisher.address,
      backendAdmin: backendAdmin.address,
      oracleKey: keys.oracleKeys().current.publicKey,
    },
    mints: { service: keys.pair('serviceMint'), stablecoin: keys.pair('stablecoinMint'), issuer },
    rows: DEFAULT_PRICING,
    stock: STOCK,
    creditPackPrice: CREDIT_PACK_PRICE,
    sleep: wait,
    onStep,
  });
  isOver('programs');

  // The world begins when it is complete: nobody misses the first minutes of a match.
  const now = Math.max((await chain.time()) * 1_000, world?.time ?? asked.start ?? 0);
  const begun: WorldBeginning = world ?? {
    seed: asked.seed ?? SEED,
    start: asked.start ?? now,
    scripts: asked.scripts ?? [],
  };
  const season = new Season({ seed: begun.seed, start: begun.start, scripts: begun.scripts.map(scriptOfName) });
  // What is left to do must not take hours of its time.
  const clock = new SimulatedClock({ start: now, speed: Math.min(1, speed) });
  closers.add(() => folder.writeWorld({ ...begun, time: clock.now() }));
  const saveChain = chainSaver(chain, folder);
  closers.add(saveChain);
  // From here on the chain keeps step, and what it holds is kept.
  let isKept = true;
  const ticking = every(TICK, onFailure, async () => {
    try {
      folder.writeWorld({ ...begun, time: clock.now() + Math.ceil(AHEAD * speed) });
      await chain.setTime(clock.now());
      await saveChain();
      isKept = true;
    } catch (error) {
      if (isError(error, FOLDER_NOT_WRITABLE)) isKept = false;
      throw error;
    }
  });
  closers.add(ticking.stop);

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
    tables: MADE_UP_TABLES,
    port,
    // To publish takes its time, however fast the world goes.
    rootLimit: DEFAULT_ROOT_LIMIT * Math.max(1, speed),
    // The folder is locked.
    holder: 'embedded',
    checks: [folderCheck(() => isKept)],
    // A root that is marked as published must not be missing from the chain of the next start.
    aroundRoots: (roots) => ({ ...roots, keep: saveChain }),
  });
  closers.add(() => service.stop());
  const socket = await listenForRecords(
    { ingest: service.ingest, path: folder.ingestSocket },
    { ...(onFailure && { onFailure }) },
  );
  service.takesFrom(socket);

  if (source === 'generator') {
    onStep('the records of matches that are on are taken in');
    const feed = startFeed({ season, clock, ingest: service.ingest, ...(onFailure && { onFailure }) });
    closers.add(feed.stop);
    await feed.caughtUp;
  }
  service.publish();
  isOver('season');

  const customer = { chain: chain.node, programs, config, wallet, issuer, backendAdmin, sleep: wait };
  let apiToken = folder.read(folder.apiToken);
  if (apiToken === null || (await isRefused(service, apiToken))) {
    await giveStablecoins(customer, FIRST_PURSE);
    apiToken = await subscribeFirstCustomer({
      ...customer,
      auth: service.auth,
      onStep,
    });
    folder.write(folder.apiToken, apiToken);
  }
  const sessionToken = await service.auth.startGuest();
  folder.write(folder.sessionToken, sessionToken);
  isOver('customer');

  clock.setSpeed(speed);
  return {
    service,
    chain,
    clock,
    source,
    season,
    folder,
    config,
    apiToken,
    sessionToken,
    stop: async () => {
      await closers.close();
      return service.stop();
    },
  };
}

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
 * Writes the chain's accounts down when they have changed, as they are at the time of the call or later: those who ask while it writes share what is
 * written next.
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

/** Does something again and again, and never twice at once. `stop` waits for what is being done. */
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
