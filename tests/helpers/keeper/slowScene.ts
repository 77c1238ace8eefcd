import { Keeper } from '../../../ts/keeper/keeper.js';
import type { KeeperOptions } from '../../../ts/keeper/keeperOptions.js';
import type { Level } from '../../../ts/keeper/log.js';
import { KeeperMetrics } from '../../../ts/keeper/metrics.js';
import { OracleKey } from '../../../ts/sdk/node/oracleKey.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { type ScorelineOptions, type ScorelineRecord, scorelineOf } from '../scoreline/scoreline.js';
import { ok, TestChain } from '../settlement/chain.js';
import { FIXTURE, KICK_OFF, type MarketOptions, type Staker, TestMarket } from '../settlement/market.js';
import { putConfig } from '../settlement/oracleConfig.js';
import { VirtualTime } from '../virtualTime.js';
import { AFTER } from '../world/keeperWorld.js';
import { MatchSource } from './matchSource.js';
import { SlowChain, type SlowChainOptions } from './slowChain.js';

export interface TimedLine {
  readonly level: Level;
  readonly event: string;
  /** Virtual ms since the start. */
  readonly at: number;
  readonly [field: string]: unknown;
}

/** A chain with latencies, a match that is over, and everything a keeper needs, in virtual time. */
export class SlowScene {
  readonly time = new VirtualTime();
  readonly lines: TimedLine[] = [];
  readonly source: MatchSource;
  readonly key = new OracleKey(new Uint8Array(32).fill(9));
  private readonly started = this.time.now();
  private fixture = FIXTURE;
  private slow: SlowChain | null = null;

  private constructor(readonly test: TestChain) {
    this.source = new MatchSource(test, this.key);
    putConfig(test, LOCALNET_PROGRAM_IDS.oracle, this.key.publicKey);
  }

  /** Before kick-off. */
  static async start(): Promise<SlowScene> {
    return new SlowScene(await TestChain.start(KICK_OFF - 3_600));
  }

  /** Plays a match and publishes it. */
  play(options: Partial<ScorelineOptions> = {}): ScorelineRecord[] {
    const { records } = scorelineOf({
      ...{ seed: 'keeper', sport: 'soccer', fixtureId: ++this.fixture, startTime: KICK_OFF * 1000 },
      ...{ totals: { 1: 2, 7: 4, 8: 3 }, ...options },
    });
    this.source.feed(options.sport ?? 'soccer', records);
    return [...records];
  }

  /** A market on the last match, with these stakes, or one of a base unit: keepers leave markets without any alone. */
  async market(
    options: MarketOptions = {},
    stakes: readonly { readonly staker: Staker; readonly outcome: number; readonly amount: bigint }[] = [],
  ): Promise<TestMarket> {
    const market = await TestMarket.create(this.test, { fixtureId: this.fixture, ...options });
    const all = stakes.length > 0 ? stakes : [{ staker: market.staker(1n), outcome: 0, amount: 1n }];
    for (const { staker, outcome, amount } of all) ok(await market.stake(staker, outcome, amount));
    this.known.push(market.address, ...all.map(({ staker, outcome }) => market.position(staker.publicKey, outcome)));
    return market;
  }

  private readonly known: TestMarket['address'][] = [];

  /** The chain from the end of the match on. */
  async whistle(options: SlowChainOptions = {}, seconds = AFTER): Promise<SlowChain> {
    await this.test.setTime(KICK_OFF + seconds);
    const chain = new SlowChain(this.test, this.time, options);
    for (const address of this.known) chain.known.add(address);
    this.slow = chain;
    return chain;
  }

  /** Lets the clock of the chain jump to this many seconds after kick-off. */
  async setTime(seconds: number): Promise<void> {
    await this.chain.setTime(KICK_OFF + seconds);
  }

  get chain(): SlowChain {
    if (!this.slow) throw new Error('the match is not over');
    return this.slow;
  }

  keeper(options: Partial<KeeperOptions> & { readonly payer?: KeyPair } = {}): Keeper & { metrics: KeeperMetrics } {
    const metrics = new KeeperMetrics();
    const keeper = new Keeper({
      ...{ chain: this.chain, programs: LOCALNET_PROGRAM_IDS, source: this.source, timers: this.time, metrics },
      payer: this.test.fundedKeypair(),
      log: (level, event, fields) => this.lines.push({ level, event, at: this.time.now() - this.started, ...fields }),
      ...options,
    });
    return Object.assign(keeper, { metrics });
  }

  /** Virtual seconds that the work takes. */
  async secondsOf(work: () => Promise<unknown>): Promise<number> {
    const from = this.time.now();
    await this.time.run(work);
    return (this.time.now() - from) / 1_000;
  }

  /** Messages of level info and above, without details. */
  events(): string[] {
    return this.lines.filter(({ level }) => level !== 'debug').map(({ event }) => event);
  }

  /** The lines of an event. */
  logged(event: string): TimedLine[] {
    return this.lines.filter((line) => line.event === event);
  }
}

/** A fixed sequence of numbers from 0 to 1, which depends on the seed only. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}
