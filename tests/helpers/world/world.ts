import { beforeEach } from 'vitest';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import type { ResultSubject } from '../../../ts/sdk/program/address/settlement.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import type { StatProof } from '../../../ts/sdk/proof/proof.js';
import { type ChainOptions, ok, TestChain } from '../settlement/chain.js';
import { FIXTURE, FULL_TIME, KICK_OFF, type MarketOptions, TestMarket } from '../settlement/market.js';
import { type PublishedSlot, soccerStats, TestOracle, type Update } from '../settlement/match.js';
import { putConfig } from '../settlement/oracleConfig.js';
import { MONEY, type Several, type Staker, type StakesOn } from '../settlement/pool.js';
import { TestResult } from '../settlement/result.js';
import { SIGNER } from '../settlement/signed.js';
import { tokenAmount } from '../settlement/tokens.js';

export const HOUR = 3_600;
export const DAY = 86_400;
/** The stats that a market asks about by default: the goals of home and away. */
export const KEYS = [1, 2];

/** The end of a match, whose score it is unless `extra` says otherwise. */
export const final = (home = 2, away = 1, extra: Readonly<Record<number, number>> = {}): Update => ({
  status: 100,
  stats: soccerStats(home, away, extra),
});

export interface WorldOptions extends ChainOptions {
  /** The time on the chain at first, s. Default: a day before kick-off. */
  readonly time?: number;
  /** In place of one in this process. */
  readonly chain?: TestChain;
}

/**
 * A chain with the settlement program, and the oracle whose roots it reads. What a test needs of it is taken by name:
 * `const { chain, settleable, fullTime } = new World().each()`.
 */
export class World {
  readonly chain: TestChain;
  readonly oracle: TestOracle;

  constructor({ time = KICK_OFF - DAY, chain, ...options }: WorldOptions = {}) {
    this.chain = chain ?? new TestChain(time, options);
    this.oracle = new TestOracle(this.chain, LOCALNET_PROGRAM_IDS.oracle);
    this.configure();
  }

  /** The oracle's configuration names the key of {@link SIGNER}. */
  private configure(): void {
    putConfig(this.chain, this.oracle.programId, SIGNER);
  }

  /** The same world starts again before each test. Without this, all tests of a file share it. */
  each(): this {
    beforeEach(() => this.restart());
    return this;
  }

  readonly restart = (): void => {
    this.chain.restart();
    this.oracle.restart();
    this.configure();
  };

  /** A market created a day before the start. Then it is `now` (s), when it can be settled. */
  readonly settleable = (options?: MarketOptions, now?: number): Promise<TestMarket> =>
    TestMarket.settleable(this.chain, options, now);

  /** Markets without a window, each with its own fixture and mint. */
  readonly markets = async (count: number, options: MarketOptions = {}): Promise<Several<TestMarket>> => {
    const markets: TestMarket[] = [];
    for (let i = 0; i < count; i++)
      markets.push(await TestMarket.create(this.chain, { fixtureId: FIXTURE + i, challengeWindow: 0, ...options }));
    return markets as unknown as Several<TestMarket>;
  };

  /** A market a day before kick-off, with these stakes. */
  readonly staked = async (stakes: StakesOn, options: MarketOptions = {}) => {
    await this.chain.setTime(KICK_OFF - DAY);
    const market = await TestMarket.create(this.chain, options);
    return { market, stakers: await market.stakes(stakes) };
  };

  /** The result about this subject, by default the end of the match. */
  readonly about = (subject?: Partial<ResultSubject>): TestResult => new TestResult(this.chain, subject);

  /** The slot of these updates of the match, from `time` (s) on. */
  readonly publish = (time: number, ...updates: readonly Update[]): PublishedSlot =>
    this.oracle.publish(FIXTURE, time, updates);

  /** The last slot of the match, with these updates. */
  readonly fullTime = (...updates: readonly Update[]): PublishedSlot => this.publish(FULL_TIME, ...updates);

  /** The proof that home has won 2:1. */
  readonly homeWins = (): StatProof => this.fullTime(final()).v2(KEYS);

  /** Home wins 2:1, and the market is final. */
  readonly decide = async (market: TestMarket): Promise<void> => {
    const { challengeWindow } = market.terms;
    await this.chain.setTime(FULL_TIME);
    ok(await market.settle(this.homeWins()));
    await this.chain.setTime(FULL_TIME + challengeWindow);
    if (challengeWindow > 0) ok(await market.finalise());
  };

  /** Settles a market of {@link markets} by the final score of its match. */
  readonly settle = async (market: TestMarket, home: number, away: number): Promise<void> => {
    const { fixtureId } = market.terms;
    // One slot per fixture, so that no root replaces another.
    const time = FULL_TIME + 300 * (fixtureId - FIXTURE);
    await this.chain.setTime(Math.max(this.chain.now, time));
    const slot = this.oracle.publish(fixtureId, time, [final(home, away)], { others: 0 });
    // Without a goal none of the keys has a present leaf; corners (7) have one.
    ok(await market.settle(slot.v2(KEYS), home + away === 0 ? slot.leaf(7) : null));
  };

  /** Voids an unsettled market at its deadline. */
  readonly void = async (market: TestMarket): Promise<void> => {
    await this.chain.setTime(Math.max(this.chain.now, market.terms.voidAfter));
    ok(await market.void());
  };

  /** Base units of a token account; 0 without one. */
  readonly balance = async (account: Address): Promise<bigint> => (await tokenAmount(this.chain, account)) ?? 0n;

  readonly lamports = async (account: Address): Promise<number> => (await this.chain.account(account))?.lamports ?? 0;

  /** What these stakers have won or lost. */
  readonly gains = (stakers: readonly Staker[]): Promise<bigint[]> =>
    Promise.all(stakers.map(async ({ tokens }) => (await this.balance(tokens)) - MONEY));
}
