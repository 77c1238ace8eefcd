import { afterAll, beforeAll, beforeEach } from 'vitest';
import { Keeper } from '../../../ts/keeper/keeper.js';
import type { KeeperOptions } from '../../../ts/keeper/keeperOptions.js';
import type { Level } from '../../../ts/keeper/log.js';
import { KeeperMetrics } from '../../../ts/keeper/metrics.js';
import { OracleKey } from '../../../ts/sdk/node/oracleKey.js';
import { rootsAccount } from '../../../ts/sdk/program/account/rootsAccountBytes.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { httpProofSource } from '../../../ts/sdk/prove/httpProofSource.js';
import { Commands } from '../keeper/commands.js';
import { API_TOKEN, FakeService } from '../keeper/fakeService.js';
import { KeeperBank } from '../keeper/keeperBank.js';
import { TestTimers } from '../keeper/testTimers.js';
import { namedScoreline, type ScorelineName } from '../scoreline/namedScorelines.js';
import type { ScorelineRecord } from '../scoreline/scoreline.js';
import { type ScorelineOptions, scorelineOf } from '../scoreline/scoreline.js';
import { type ChainOptions, ok } from '../settlement/chain.js';
import { FIXTURE, KICK_OFF, type MarketOptions, type Staker, TestMarket } from '../settlement/market.js';
import { putConfig } from '../settlement/oracleConfig.js';
import { type ParlayOptions, TestParlay } from '../settlement/parlay.js';
import { World } from './world.js';

const ACTIONS = new RegExp(
  '^(settle|correct|contradict|propose_void|finalise|void|claim|sweep|' + 'buffer_(create|write|close)|settle_parlay)$',
);

export interface LogLine {
  readonly level: Level;
  readonly event: string;
  readonly [field: string]: unknown;
}

/** When the match is over and its slots are published, seconds after kick-off. */
export const AFTER = 8_700;

/**
 * A world in which keepers work: a service that tells them of matches, and a node for the chain. The oracle's
 * configuration names the key of the service.
 */
export class KeeperWorld extends World {
  readonly timers = new TestTimers();
  readonly lines: LogLine[] = [];
  readonly key = new OracleKey(new Uint8Array(32).fill(9));
  readonly service = new FakeService(this.key);
  readonly node: KeeperBank;
  private fixture = FIXTURE;
  private made: Commands | null = null;

  constructor(options: ChainOptions = {}) {
    super({ time: KICK_OFF - 3_600, ...options });
    putConfig(this.chain, this.oracle.programId, this.key.publicKey);
    this.service.kickOff = KICK_OFF * 1_000;
    this.node = new KeeperBank(this.chain);
  }

  /** Starts the service for the tests of a file, and is as at first before each of them. */
  override each(): this {
    beforeAll(() => this.service.listen());
    afterAll(() => this.stop());
    beforeEach(() => this.reset());
    return this;
  }

  stop(): void {
    this.service.stop();
    this.made?.remove();
  }

  /** What commands of this world find in files. */
  get commands(): Commands {
    this.made ??= new Commands(this);
    return this.made;
  }

  /** Starts afresh on the same chain, with another payer of commands. */
  async reset(): Promise<void> {
    const { service, node } = this;
    service.clear();
    service.troubles.length = 0;
    service.requests.length = 0;
    Object.assign(service, {
      down: null,
      wire: 'described',
      now: Number.POSITIVE_INFINITY,
      lie: (_: URL, document: unknown) => document,
      redirect: (url: URL) => url,
    });
    this.lines.length = 0;
    this.timers.slept.length = 0;
    this.timers.onSleep = () => {};
    node.known.length = 0;
    node.losing = 0;
    node.landed.length = 0;
    this.made?.renewPayer();
    await this.chain.setTime(KICK_OFF - 3_600);
  }

  /** Plays a match, feeds it to the service and returns its records. */
  play(options: Partial<ScorelineOptions> = {}): ScorelineRecord[] {
    this.fixture++;
    const { sport = 'soccer' } = options;
    const match = scorelineOf({
      seed: 'keeper',
      sport,
      fixtureId: this.fixture,
      startTime: KICK_OFF * 1000,
      totals: { 1: 2, 7: 4, 8: 3 },
      ...options,
    });
    this.service.feed(sport, match.records);
    return [...match.records];
  }

  /** Plays a scripted match, feeds it to the service and returns its records, only those up to `until` (ms). */
  playScript(
    name: ScorelineName,
    options: Partial<ScorelineOptions> & { sport: ScorelineOptions['sport'] },
    until = Number.POSITIVE_INFINITY,
  ): ScorelineRecord[] {
    this.fixture++;
    const made = { seed: 'keeper', fixtureId: this.fixture, startTime: KICK_OFF * 1000, ...options };
    const { records } = namedScoreline(name, made);
    this.service.feed(
      options.sport,
      records.filter(({ Ts }) => Ts <= until),
    );
    return [...records];
  }

  /** Publishes the roots of every slot that has ended by the service's clock. */
  publishRoots(): void {
    const days = new Map<number, Map<number, Uint8Array>>();
    for (const { time, tree } of this.service.batches) {
      if ((time.epochDay * 288 + time.slot + 1) * 300_000 > this.service.now) continue;
      const slots = days.get(time.epochDay) ?? new Map<number, Uint8Array>();
      days.set(time.epochDay, slots.set(time.slot, tree.root));
    }
    for (const [day, slots] of days) {
      const { address, data } = rootsAccount('scores', day, slots, LOCALNET_PROGRAM_IDS.oracle);
      this.chain.setAccount(address, LOCALNET_PROGRAM_IDS.oracle, data);
    }
  }

  /** A market on the last match, with a stake on each of its first two outcomes. */
  async backed(options: MarketOptions = {}): Promise<TestMarket & { stakers: Staker[] }> {
    const market = await TestMarket.create(this.chain, { fixtureId: this.fixture, ...options });
    const stakers = [market.staker(), market.staker()];
    for (const [outcome, staker] of stakers.entries()) {
      const { failure, logs } = await market.stake(staker, outcome, 1_000n);
      if (failure !== null) throw new Error(logs.join('\n'));
      this.node.known.push(market.position(staker.publicKey, outcome));
    }
    this.node.known.push(market.address);
    return Object.assign(market, { stakers });
  }

  /** A parlay over these markets, with one stake on yes and one on no. */
  async backedParlay(
    markets: readonly TestMarket[],
    options: ParlayOptions = {},
  ): Promise<TestParlay & { stakers: Staker[] }> {
    const parlay = await TestParlay.create(this.chain, markets, options);
    const stakers = [parlay.staker(), parlay.staker()];
    for (const [outcome, staker] of stakers.entries()) {
      ok(await parlay.stake(staker, outcome, 1_000n));
      this.node.known.push(parlay.position(staker.publicKey, outcome));
    }
    this.node.known.push(parlay.address);
    return Object.assign(parlay, { stakers });
  }

  /** Sets chain and service to this many seconds after kick-off, and publishes the slots that have ended. */
  async at(seconds: number): Promise<void> {
    await this.chain.setTime(KICK_OFF + seconds);
    this.service.now = (KICK_OFF + seconds) * 1000;
    this.timers.pass(3_600_000);
    this.publishRoots();
  }

  keeper(
    options: Partial<KeeperOptions> & { payer?: KeyPair; apiToken?: string } = {},
  ): Keeper & { metrics: KeeperMetrics } {
    const { apiToken = API_TOKEN, ...given } = options;
    const metrics = new KeeperMetrics();
    const source = httpProofSource({
      baseUrl: this.service.baseUrl,
      apiToken,
      timers: this.timers,
      onAnswer: (endpoint, status) => metrics.serviceAnswers.inc({ endpoint, status }),
    });
    const keeper = new Keeper({
      chain: this.node,
      programs: LOCALNET_PROGRAM_IDS,
      source,
      payer: this.chain.fundedKeypair(),
      timers: this.timers,
      log: (level, event, fields) => this.lines.push({ level, event, ...fields }),
      metrics,
      ...given,
    });
    return Object.assign(keeper, { metrics });
  }

  /** The logged messages without details. */
  events(): string[] {
    return this.lines.filter(({ level }) => level !== 'debug').map(({ event }) => event);
  }

  /** The actions that landed, in order. */
  actions(): string[] {
    return this.events().filter((event) => ACTIONS.test(event));
  }
}
