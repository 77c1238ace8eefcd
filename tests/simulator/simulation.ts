import { layoutByteOf, type Sport } from '../../ts/linesman/format/index.js';
import { LOCALNET_PROGRAM_IDS, type Transaction } from '../../ts/linesman/program/index.js';
import { ManualClock } from '../../ts/service/clock/index.js';
import type { Store } from '../../ts/service/data/store/index.js';
import { oracleRootsReader, type RootsChain } from '../../ts/service/roots/publish/index.js';
import { Random } from '../../ts/service/season/random.js';
import type { Wake } from '../../ts/service/wake/index.js';
import { CONFIG, configBytes, ORACLE, ROLES } from '../helpers/oracleBank.js';
import { sessionToken, subscribe } from '../helpers/service/edgeConfiguration.js';
import { matchWire, type WireRecord } from '../helpers/service/matchWire.js';
import { TestChain } from '../helpers/settlement/chain.js';
import { KICK_OFF } from '../helpers/settlement/market.js';
import { checkRecords } from './checks/records.js';
import { checkRoots } from './checks/roots.js';
import { checkReaders, checkSampled } from './checks/streams.js';
import { Faults } from './faults.js';
import { SimulatedNode } from './node.js';
import { Part, type Running } from './part.js';
import { MatchBets } from './parts/bets.js';
import { Bus } from './parts/bus.js';
import { type RunningEdge, startEdge } from './parts/edge.js';
import { type Ingester, startIngester } from './parts/ingester.js';
import { startKeeping } from './parts/keeping.js';
import { startPublishing } from './parts/publishing.js';
import { StreamReader } from './parts/reader.js';
import { serviceFetch } from './parts/serviceFetch.js';
import { Source } from './parts/source.js';
import { Process } from './process.js';
import { MemoryDatabase, memoryStore } from './store/memoryStore.js';
import { pause, VirtualWorld } from './virtualWorld.js';

const MINUTE = 60_000;
/** Before the first kick-off, ms. */
const LEAD = 20 * MINUTE;
/** Seconds between odds of the sampled reader. */
const SAMPLING = 60;
/** Violations that each checker shows at most. */
const MOST_SHOWN = 10;
/**
 * Virtual ms after the last fault in which everything has to be published, settled and paid: the last slot ends, its
 * root comes, a challenge window passes, and whoever has failed tries again.
 */
const QUIET = 60 * MINUTE;
const FIXTURES: readonly { readonly fixtureId: number; readonly sport: Sport }[] = [
  { fixtureId: 12_000_001, sport: 'soccer' },
  { fixtureId: 12_000_002, sport: 'basketball' },
  { fixtureId: 12_000_003, sport: 'us-football' },
];

/** Changes a part of the world for the worse, so that a checker can show that it notices. */
export interface PlantedBug {
  /** Takes the place of a process's store. */
  readonly store?: (store: Store, process: string) => Store;
  /** Takes the place of a publisher's chain. */
  readonly roots?: (chain: RootsChain) => RootsChain;
  /** Takes the place of a publisher's stop. */
  readonly stop?: () => Promise<void>;
  /** Tokens that move from a staker to another, or to nobody, by no rule. */
  readonly transfer?: { readonly from: number; readonly to?: number; readonly amount: bigint };
}

export interface SimulationOptions {
  readonly seed: string;
  /** Records of each match; the rest is not played. Default: all. */
  readonly steps?: number;
  readonly bug?: PlantedBug;
  /** Called with what the keeper says, at which virtual time. */
  readonly log?: (line: string) => void;
}

/** What a simulation came to. */
export interface Simulated {
  readonly seed: string;
  /** What a checker has found; empty: all is well. */
  readonly violations: readonly string[];
  /** What happened, by name. */
  readonly counts: Readonly<Record<string, number>>;
  /** Virtual seconds that it took. */
  readonly seconds: number;
}

/**
 * Runs the whole service in this process, in virtual time, under faults that depend on the seed alone, and checks
 * afterwards that nobody has lost anything.
 */
export async function simulate(options: SimulationOptions): Promise<Simulated> {
  const start = KICK_OFF * 1_000 - LEAD;
  const tempo = new Random(`tempo ${options.seed}`).pick([0.01, 0.05, 0.15]);
  const prepared = FIXTURES.map(({ fixtureId, sport }) =>
    matchWire(options.seed, sport, fixtureId, KICK_OFF * 1_000, tempo).slice(0, options.steps),
  );
  const session = await sessionToken(new ManualClock(start));
  const jitter = new Random(`jitter ${options.seed}`);
  const world = new VirtualWorld(start, () => jitter.next() / 2 ** 32);
  try {
    return await new Simulation(options, world, prepared, session).run();
  } finally {
    world.end();
  }
}

class Simulation {
  private readonly random: Random;
  private readonly database = new MemoryDatabase();
  /** How far the database's clock is ahead, ms. */
  private ahead = 0;
  private readonly storeFaults: Faults;
  private readonly nodeFaults: Faults;
  private readonly sourceFaults: Faults;
  private readonly bus: Bus;
  private readonly violations: string[] = [];
  private readonly acknowledged = new Set<WireRecord>();
  private readonly counts: Record<string, number> = {};
  /** The store and the chain as they are, for checks. */
  private readonly store: Store;

  constructor(
    private readonly options: SimulationOptions,
    private readonly world: VirtualWorld,
    private readonly matches: readonly (readonly WireRecord[])[],
    private readonly session: string,
  ) {
    this.random = new Random(`simulation ${options.seed}`);
    const oneIn = this.random.pick([null, 400, 100, 30]);
    const lost = (): Error => Object.assign(new Error('the connection was lost'), { code: 'ECONNRESET' });
    const faults = (latency: number) => new Faults(this.random, { latency, oneIn, lost });
    [this.storeFaults, this.nodeFaults, this.sourceFaults] = [faults(4), faults(80), faults(0)];
    this.bus = new Bus(this.storeFaults);
    this.store = memoryStore(this.database, { now: this.databaseTime });
  }

  private readonly databaseTime = (): number => this.world.now + this.ahead;

  async run(): Promise<Simulated> {
    const { random, world, options } = this;
    const { bug = {} } = options;
    const chain = await TestChain.start(Math.floor(Date.now() / 1_000), { others: [ORACLE] });
    chain.bank.put(CONFIG.address, ORACLE.programId, configBytes());
    chain.bank.fund(ROLES.publisher.address);
    const node = new SimulatedNode(chain, world, random, this.nodeFaults);
    const bets = await MatchBets.place(
      chain,
      FIXTURES.map(({ fixtureId, sport }) => ({ fixtureId, sport: layoutByteOf(sport) })),
      random,
    );
    for (const address of bets.accounts) node.known.add(address);
    let { transfer } = bug;
    node.onLanded = async () => {
      if (transfer) await bets.move(transfer);
      transfer = undefined;
      const total = MatchBets.total(await bets.held());
      if (total !== bets.money) this.violate(`there are ${total} tokens, not ${bets.money}`);
    };

    const clock = new ManualClock(Date.now());
    const token = await subscribe(this.store, clock, 'w');
    const sampled = await subscribe(this.store, clock, 's', { samplingSeconds: SAMPLING });
    const headers = (apiToken: string) => ({ authorization: `Bearer ${this.session}`, 'x-api-token': apiToken });

    const ingesters = [1, 2].map((i) =>
      this.part<Ingester>(`ingester ${i}`, (process) => startIngester(this.storeOf(process), this.wakeOf(process))),
    );
    const publishers = [1, 2].map((i) =>
      this.part<Running>(`publisher ${i}`, async (process) => {
        const publishing = await startPublishing({
          store: this.storeOf(process),
          node: process.reach(node, this.nodeFaults, ['watch']),
          payer: ROLES.publisher,
          holder: process.name,
          ...(bug.roots && { around: bug.roots }),
          onAlarm: (alarm) => this.violate(`alarm: ${alarm.message}`),
        });
        return { ...publishing, ...(bug.stop && { stop: bug.stop }) };
      }),
    );
    const edges = [1, 2].map((i) =>
      this.part<RunningEdge>(`edge ${i}`, (process) =>
        startEdge(this.storeOf(process), this.wakeOf(process), { world, session: this.session }),
      ),
    );
    const payer = chain.fundedKeypair();
    const keeper = this.part<Running>('keeper', async (process) =>
      startKeeping({
        node: process.reach(node, this.nodeFaults, ['watch']),
        fetch: serviceFetch(edges, random, this.session),
        apiToken: token,
        payer,
        log: (level, event, fields) => this.options.log?.(`${this.time} ${level} ${event} ${textOf(fields)}`),
      }),
    );
    const parts: readonly Part<Running>[] = [...ingesters, ...publishers, ...edges, keeper];
    const reader = (kind: 'odds' | 'scores', apiToken: string): StreamReader => {
      const common = { random, edges, faults: this.sourceFaults, now: this.databaseTime };
      return new StreamReader({ kind, headers: headers(apiToken), ...common });
    };
    const readers = [reader('odds', token), reader('scores', token), reader('scores', token)];
    const sampledReaders = [reader('odds', sampled)];
    const allReaders = [...readers, ...sampledReaders];
    const sources = this.matches.map(
      (records) =>
        new Source({
          records,
          ingesters,
          random,
          faults: this.sourceFaults,
          onAcknowledged: (record) => this.acknowledged.add(record),
          onRefused: (record, error) => this.violate(`refused: ${error.message} ${JSON.stringify(record.wire)}`),
        }),
    );

    for (const one of parts) void one.keep();
    for (const one of allReaders) void one.run().catch((error) => this.violate(String(error)));
    for (const one of sources) void one.run().catch((error) => this.violate(String(error)));
    const areDone = (): boolean => sources.every(({ isDone }) => isDone);
    void this.makeTrouble(parts, node, allReaders, areDone);
    const isOver = (): boolean => this.violations.length > 0;
    await world.pass(6 * 60 * MINUTE, () => isOver() || areDone());
    if (!areDone()) this.violate('the sources never got rid of their records');
    for (const faults of [this.storeFaults, this.nodeFaults, this.sourceFaults]) faults.end();
    await world.pass(QUIET, isOver);

    if (this.violations.length === 0) {
      const roots = oracleRootsReader({ oracle: LOCALNET_PROGRAM_IDS.oracle, chain });
      const found = await Promise.all([
        checkRecords(this.store, this.acknowledged),
        checkRoots(this.store, (key) => roots.readRoot(key), this.databaseTime() - 5 * MINUTE),
        checkReaders(this.store, readers),
        checkSampled(this.store, sampledReaders, SAMPLING),
      ]);
      this.violations.push(...found.flatMap((wrong) => wrong.slice(0, MOST_SHOWN)));
      if (options.steps === undefined) await this.checkMoney(bets);
    }
    // In good order: nothing of them may act afterwards.
    for (const one of allReaders) one.stop();
    for (const one of parts) void one.finish();
    await world.pass(5 * MINUTE);
    const all: Record<string, number> = {
      ...this.counts,
      transactions: node.transactions,
      'taken back': node.takenBack,
      starts: parts.reduce((sum, { starts }) => sum + starts, 0),
      connections: allReaders.reduce((sum, { connections }) => sum + connections, 0),
      records: this.acknowledged.size,
    };
    for (const { counts } of [this.storeFaults, this.nodeFaults, this.sourceFaults])
      for (const [kind, count] of Object.entries(counts)) all[kind] = (all[kind] ?? 0) + count;
    return {
      seed: options.seed,
      violations: this.violations,
      counts: all,
      seconds: Math.round(performance.now() / 1_000),
    };
  }

  private part<R extends Running>(name: string, start: (process: Process) => Promise<R>): Part<R> {
    return new Part(name, this.random, (given) => new Process(given, (what) => this.violate(what)), start);
  }

  private storeOf(process: Process): Store {
    const own = memoryStore(this.database, { now: this.databaseTime });
    return process.reach(this.options.bug?.store?.(own, process.name) ?? own, this.storeFaults, ['writes']);
  }

  private wakeOf(process: Process): Wake {
    return this.bus.join(process);
  }

  private violate(what: string): void {
    this.violations.push(`${this.time} ${what}`);
  }

  private get time(): string {
    return new Date(this.world.now).toISOString();
  }

  private async checkMoney(bets: MatchBets): Promise<void> {
    const scoreOf = (fixtureId: number): readonly [number, number] => {
      const records = this.matches.flat().filter((one) => one.fixtureId === fixtureId && 'Stats' in one.wire);
      const stats = records.at(-1)?.wire.Stats as Readonly<Record<string, number>>;
      return [stats[1] ?? 0, stats[2] ?? 0];
    };
    // Fees also get what no winner does, if they are swept last.
    const [due, held] = [bets.due(scoreOf).stakers, (await bets.held()).stakers];
    if (due.join() !== held.join()) this.violate(`stakers hold ${held.join()}, not ${due.join()}`);
  }

  /** Things that happen to whole parts, until it is over. */
  private async makeTrouble(
    parts: readonly Part<Running>[],
    node: SimulatedNode,
    readers: readonly StreamReader[],
    isOver: () => boolean,
  ): Promise<void> {
    const { random } = this;
    const ofOracle = ({ message }: Transaction): boolean =>
      message.accounts.includes(LOCALNET_PROGRAM_IDS.oracle) &&
      !message.accounts.includes(LOCALNET_PROGRAM_IDS.settlement);
    const troubles: Record<string, () => unknown> = {
      kill: () => random.pick(parts).kill(),
      restart: () => void random.pick(parts).restart(),
      'store away': () => this.storeFaults.goAway(random.between(500, 90_000)),
      'node away': () => this.nodeFaults.goAway(random.between(500, 90_000)),
      fork: () => node.fork(ofOracle),
      'reader hangs up': () => random.pick(readers).hangUp(),
      'clock of the machines': () => this.world.setClock(random.between(-3_600_000, 3_600_000)),
      'clock of the database': () => {
        this.ahead += random.below(5_000);
      },
    };
    const longest = random.pick([30_000, 120_000, 600_000]);
    for (;;) {
      await pause(random.between(1_000, longest));
      if (isOver()) return;
      const name = random.pick(Object.keys(troubles));
      this.counts[name] = (this.counts[name] ?? 0) + 1;
      await troubles[name]?.();
    }
  }
}

const textOf = (fields: unknown): string =>
  JSON.stringify(fields ?? {}, (_, value) => (typeof value === 'bigint' ? String(value) : value));
