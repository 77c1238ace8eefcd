import type { EpochDay } from '../../ts/sdk/format/slotTime.js';
import { MS_PER_DAY } from '../../ts/sdk/format/slotTime.js';
import { SPORTS, type Sport } from '../../ts/sdk/format/sports/sports.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { scriptsOf } from '../../ts/season/course.js';
import { Random } from '../../ts/season/random.js';
import type { Script } from '../../ts/season/script.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { RECORD_KINDS } from '../../ts/service/data/store/recordKind.js';
import type { Store } from '../../ts/service/data/store/store.js';
import { oracleRootsReader } from '../../ts/service/roots/publish/oracleRootsReader.js';
import type { RootsChain, RootsReader } from '../../ts/service/roots/publish/rootsChain.js';
import type { Wake } from '../../ts/service/wake/wake.js';
import { CONFIG, configBytes, ORACLE, ROLES } from '../helpers/oracleBank.js';
import { ORACLE_KEY, sessionToken, subscribe } from '../helpers/service/edgeConfiguration.js';
import { matchWire, type WireRecord } from '../helpers/service/matchWire.js';
import { storedStream } from '../helpers/service/storedStream.js';
import { TestChain } from '../helpers/settlement/chain.js';
import { KICK_OFF } from '../helpers/settlement/market.js';
import { checkDebts, checkDecided, checkMoney } from './checks/money.js';
import { checkRecords } from './checks/records.js';
import { checkPunctual, checkRoots } from './checks/roots.js';
import { checkReaders, checkSampled } from './checks/streams.js';
import { Tenure } from './checks/tenure.js';
import { Faults } from './faults.js';
import { SimulatedNode } from './node.js';
import { Part, type Running } from './part.js';
import { archive } from './parts/archive.js';
import { LONGEST_WINDOW, MatchBets, type Theft } from './parts/bets.js';
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
const HOUR = 60 * MINUTE;
/** Before the first kick-off, ms. */
const LEAD = 20 * MINUTE;
/** Seconds between odds of the sampled reader. */
const SAMPLING = 60;
/** Violations that each checker shows at most. */
const MAX_SHOWN = 10;
/**
 * ms after the last fault in which what hung has given up, processes have started, and everything late is on chain:
 * later roots come within their time.
 */
const RECOVERED = 3 * MINUTE;
/** ms for which the keeper leaves alone what has failed again and again. */
const HELD = 10 * MINUTE;
/** ms that the keeper takes from one look at the chain to what it does. */
const ROUND = 2 * MINUTE;
/** ms after the last fault in which the last slot ends and its root is on chain. */
const PUBLISHED = RECOVERED + 6 * MINUTE;
/** ms after the last fault in which each position of a decided bet is paid. */
const SETTLED = PUBLISHED + HELD + LONGEST_WINDOW * 1_000 + ROUND;
/** s that the keeper waits for a proof before it voids. */
const PATIENCE = 900;

/** Changes a part of the world for the worse, so that a checker can show that it notices. */
export interface PlantedBug {
  /** Takes the place of a process's store. */
  readonly store?: (store: Store, process: string) => Store;
  /** Takes the place of a publisher's chain. */
  readonly roots?: (chain: RootsChain) => RootsChain;
  /** Takes the place of a publisher's stop. */
  readonly stop?: () => Promise<void>;
  /** Takes the place of the last id with which a reader resumes. */
  readonly resume?: (id: string) => string;
  /** Happens once. */
  readonly theft?: Theft;
  /** The keeper never learns that it may pay. */
  readonly claim?: false;
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

interface PlayedMatch {
  readonly fixtureId: number;
  readonly sport: Sport;
  readonly script: Script;
  readonly records: readonly WireRecord[];
}

/** A match of each sport. Half of them run their normal course. */
function matchesOf({ seed, steps }: SimulationOptions): PlayedMatch[] {
  const random = new Random(`matches ${seed}`);
  const tempo = random.pick([0.01, 0.05, 0.15]);
  return SPORTS.map((sport, i) => {
    const fixtureId = 12_000_001 + i;
    const script = random.onceIn(2) ? 'normal' : random.pick(scriptsOf(sport));
    const records = matchWire(seed, sport, fixtureId, KICK_OFF * 1_000, { tempo, script }).slice(0, steps);
    return { fixtureId, sport, script, records };
  });
}

/**
 * Runs the whole service in this process, in virtual time, under faults that depend on the seed alone, and checks
 * afterwards that no user has lost anything.
 */
export async function simulate(options: SimulationOptions): Promise<Simulated> {
  const start = KICK_OFF * 1_000 - LEAD;
  const matches = matchesOf(options);
  const session = await sessionToken(new ManualClock(start));
  const jitter = new Random(`jitter ${options.seed}`);
  const world = new VirtualWorld(start, () => jitter.next() / 2 ** 32);
  try {
    return await new Simulation(options, world, matches, session).run();
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
  private readonly tenure = new Tenure();
  /** The store as it is, for checks. */
  private readonly store: Store;

  constructor(
    private readonly options: SimulationOptions,
    private readonly world: VirtualWorld,
    private readonly matches: readonly PlayedMatch[],
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
    chain.bank.put(CONFIG.address, ORACLE.programId, configBytes({ oracleKey: new OracleKey(ORACLE_KEY).publicKey }));
    chain.bank.fund(ROLES.publisher.address);
    const node = new SimulatedNode(chain, world, random, this.nodeFaults);
    const bets = await MatchBets.place(chain, this.matches, random);
    for (const address of bets.accounts) node.known.add(address);
    let { theft } = bug;
    node.onLanded = async () => {
      if (theft) await bets.move(theft);
      theft = undefined;
      for (const wrong of await checkDebts(bets)) this.violate(wrong);
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
          node: this.watched(process, process.reach(node, this.nodeFaults, ['watch'])),
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
        claim: bug.claim ?? true,
        log: (level, event, fields) => {
          this.options.log?.(`${this.time} ${level} ${event} ${textOf(fields)}`);
          if (level === 'info' && event === 'settle')
            this.count(fields?.form === 'result' ? 'settled by result' : event);
        },
      }),
    );
    const parts: readonly Part<Running>[] = [...ingesters, ...publishers, ...edges, keeper];
    const reader = (kind: 'odds' | 'scores', apiToken: string): StreamReader => {
      const common = { random, edges, faults: this.sourceFaults, now: this.databaseTime };
      const { resume = (id: string) => id } = bug;
      return new StreamReader({ kind, headers: headers(apiToken), resume, ...common });
    };
    const readers = [reader('odds', token), reader('scores', token), reader('scores', token)];
    const sampledReaders = [reader('odds', sampled)];
    const allReaders = [...readers, ...sampledReaders];
    const sources = this.matches.map(
      ({ records }) =>
        new Source({
          records,
          ingesters,
          random,
          faults: this.sourceFaults,
          now: this.databaseTime,
          onAcknowledged: (record) => this.acknowledged.add(record),
          onRefused: (record, error) => this.violate(`refused: ${error.message} ${JSON.stringify(record.wire)}`),
        }),
    );

    for (const one of parts) void one.keep();
    for (const one of allReaders) void one.run().catch((error) => this.violate(String(error)));
    for (const one of sources) void one.run().catch((error) => this.violate(String(error)));
    const areDone = (): boolean => sources.every(({ isDone }) => isDone);
    void this.makeTrouble(parts, node, allReaders, areDone);
    await world.pass(6 * HOUR, () => this.isOver() || areDone());
    if (!areDone() && !this.isOver()) this.violate('the sources never got rid of their records');
    for (const faults of [this.storeFaults, this.nodeFaults, this.sourceFaults]) faults.end();
    // The other one has to take over.
    publishers.find(({ name }) => this.tenure.holder.startsWith(`${name}#`))?.retire();
    const roots = oracleRootsReader({ oracle: LOCALNET_PROGRAM_IDS.oracle, chain });
    const records = this.matches.flatMap((match) => match.records);
    // What is not played to its end decides nothing.
    await this.recover(roots, bets.isDecided(records).includes(true) ? SETTLED : PUBLISHED);
    if (!this.isOver())
      this.show(
        await checkRecords(this.store, this.acknowledged),
        await checkRoots(this.store, (key) => roots.readRoot(key), this.databaseTime() - 2 * MINUTE),
        await checkReaders(this.store, readers),
        await checkSampled(this.store, sampledReaders, SAMPLING),
        await checkDecided(bets, records),
      );
    for (const one of allReaders) one.stop();
    if (!this.isOver()) {
      // Stakes on undecided markets are paid back.
      world.leap((bets.voidAfter + PATIENCE) * 1_000 - world.now);
      await world.pass(HELD + ROUND, () => this.isOver());
      this.show(await checkMoney(bets, records), await this.checkArchive(roots));
    }
    // In good order: nothing of them may act afterwards.
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
    const own = this.tenure.watched(memoryStore(this.database, { now: this.databaseTime }));
    return process.reach(this.options.bug?.store?.(own, process.name) ?? own, this.storeFaults, ['writes']);
  }

  /** A publisher's node, whose calls show whether it has the lease. */
  private watched(process: Process, node: SimulatedNode): SimulatedNode {
    const send: SimulatedNode['send'] = async (transaction) => {
      const wrong = process.isRunning && this.tenure.sends(process.name);
      if (wrong) this.violate(wrong);
      return node.send(transaction);
    };
    return new Proxy(node, { get: (target, key) => (key === 'send' ? send : Reflect.get(target, key, target)) });
  }

  private wakeOf(process: Process): Wake {
    return this.bus.join(process);
  }

  private violate(what: string): void {
    this.violations.push(`${this.time} ${what}`);
  }

  private show(...found: readonly string[][]): void {
    this.violations.push(...found.flatMap((wrong) => wrong.slice(0, MAX_SHOWN)));
  }

  private readonly isOver = (): boolean => this.violations.length > 0;

  private count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  private get time(): string {
    return new Date(this.world.now).toISOString();
  }

  /** Lets the time pass in which everything has to be as it was promised. */
  private async recover(roots: RootsReader, enough: number): Promise<void> {
    await this.world.pass(RECOVERED, this.isOver);
    for (let passed = RECOVERED; passed < enough && !this.isOver(); passed += MINUTE) {
      await this.world.pass(MINUTE, this.isOver);
      this.show(await checkPunctual(this.store, (key) => roots.readRoot(key), this.databaseTime()));
    }
  }

  /** Each day is the same in a store that was restored from its archive. */
  private async checkArchive(chain: RootsReader): Promise<string[]> {
    const database = new MemoryDatabase();
    const own = memoryStore(database, { now: this.databaseTime });
    const to = this.options.bug?.store?.(own, 'archive') ?? own;
    const streams = await Promise.all(RECORD_KINDS.map((kind) => storedStream(this.store, kind)));
    const days = [...new Set(streams.flat().map(({ ts }) => Math.floor(ts / MS_PER_DAY) as EpochDay))];
    await archive({ from: this.store, to, days, chain, random: this.random });
    return (await checkRecords(own, this.acknowledged)).map((one) => `in the archive: ${one}`);
  }

  /** Things that happen to whole parts, until it is over. */
  private async makeTrouble(
    parts: readonly Part<Running>[],
    node: SimulatedNode,
    readers: readonly StreamReader[],
    isOver: () => boolean,
  ): Promise<void> {
    const { random } = this;
    const troubles: Record<string, () => unknown> = {
      kill: () => random.pick(parts).kill(),
      restart: () => void random.pick(parts).restart(),
      'store away': () => this.storeFaults.goAway(random.between(500, 90_000)),
      'node away': () => this.nodeFaults.goAway(random.between(500, 90_000)),
      'cut off from the store': () => random.pick(parts).cutOff(this.storeFaults, random.between(500, 90_000)),
      'cut off from the node': () => random.pick(parts).cutOff(this.nodeFaults, random.between(500, 90_000)),
      fork: node.fork,
      'reader hangs up': () => random.pick(readers).hangUp(),
      'reader stays away': () => random.pick(readers).stayAway(random.between(MINUTE, 20 * MINUTE)),
      'reader falls back': () => random.pick(readers).fallBack(),
      'clock of the machines': () => this.world.setClock(random.between(-24 * HOUR, 24 * HOUR)),
      'clock of the database': () => {
        this.ahead += random.below(5_000);
      },
    };
    const longest = random.pick([30_000, 120_000, 600_000]);
    for (;;) {
      await pause(random.between(1_000, longest));
      if (isOver()) return;
      const name = random.pick(Object.keys(troubles));
      this.count(name);
      await troubles[name]?.();
    }
  }
}

const textOf = (fields: unknown): string =>
  JSON.stringify(fields ?? {}, (_, value) => (typeof value === 'bigint' ? String(value) : value));
