import type { Address } from '../../../ts/sdk/program/address/address.js';
import type { TestChain } from './chain.js';
import { HOME_WINS, type MarketOptions, type Staker, TestMarket } from './market.js';
import type { TestPool } from './pool.js';
import { makeMint, makeTokenAccount, tokenAmount } from './tokens.js';

/** What each staker has at first. */
const MONEY = 10n ** 9n;
const LARGEST_STAKE = 100_000;
const LARGEST_FEE_BPS = 1_000;

/** A number below the limit. */
export type Below = (limit: number) => number;

export interface Stake {
  readonly staker: Staker;
  readonly outcome: number;
  readonly amount: bigint;
}

/** A market or a parlay, and all stakes on it. */
export interface Bet<Pool extends TestPool = TestPool> {
  readonly pool: Pool;
  readonly stakes: readonly Stake[];
}

/** The possible creators of a market, and the receivers of its fees. */
export interface Owner {
  readonly creator: NonNullable<MarketOptions['creator']>;
  readonly feeAccount: Address;
}

/** Balances, as the rules of money make them or as the chain has them. */
export interface Balances {
  /** Of each staker. */
  readonly stakers: readonly bigint[];
  /** Of each owner's fee account. */
  readonly fees: readonly bigint[];
  /** The remainder in each vault: less than a unit for each winner. */
  readonly vaults: readonly bigint[];
}

const sumOf = (those: readonly { readonly amount: bigint }[]): bigint =>
  those.reduce((total, { amount }) => total + amount, 0n);

/** Markets and parlays of one mint, the money in them, and what each staker is due by the rules. */
export class Bets {
  protected readonly bets: Bet[] = [];
  protected readonly stakers: readonly Staker[];
  protected readonly mint: Address;
  /** The first one owns everything that does not name another owner. */
  private readonly owners: Owner[] = [];

  constructor(
    protected readonly chain: TestChain,
    stakers: number,
  ) {
    this.mint = makeMint(chain);
    const any = TestMarket.plan(chain, { ...this.owner(), mint: this.mint });
    this.stakers = Array.from({ length: stakers }, () => any.staker(MONEY));
  }

  /** One more who makes markets. */
  protected owner(): Owner {
    const creator = this.chain.fundedKeypair();
    const owner = { creator, feeAccount: makeTokenAccount(this.chain, { mint: this.mint, owner: creator.address }) };
    this.owners.push(owner);
    return owner;
  }

  /** A market with a drawn fee, and drawn stakes of this number of stakers, as `open` makes it. */
  protected async add(
    terms: MarketOptions,
    count: number,
    below: Below,
    open: (terms: MarketOptions, stakes: readonly Stake[]) => Promise<TestMarket>,
  ): Promise<Bet<TestMarket>> {
    const options = { ...this.owned(below), ...terms };
    const stakes = this.draw((terms.outcomes ?? [HOME_WINS]).length + 1, count, below);
    const bet = { pool: await open(options, stakes), stakes };
    this.bets.push(bet);
    return bet;
  }

  /** Common to all pools, with a drawn fee. */
  protected owned(below: Below) {
    return { ...(this.owners[0] as Owner), mint: this.mint, feeBps: below(LARGEST_FEE_BPS + 1) };
  }

  /** Stakes of this number of different stakers. */
  protected draw(outcomes: number, count: number, below: Below): Stake[] {
    const first = below(this.stakers.length);
    return Array.from({ length: count }, (_, n) => ({
      staker: this.stakers[(first + n) % this.stakers.length] as Staker,
      outcome: below(outcomes),
      amount: BigInt(1 + below(LARGEST_STAKE)),
    }));
  }

  /** What is due by the rules, in whole numbers: fees are swept before anyone is paid. `null`: void. */
  protected dueBy(outcomeOf: (bet: Bet) => number | null): Balances {
    const balances = new Map(this.stakers.map(({ publicKey }) => [publicKey, MONEY]));
    const fees = new Map(this.owners.map(({ feeAccount }) => [feeAccount, 0n]));
    const vaults = this.bets.map((bet) => {
      const { pool, stakes } = bet;
      const { feeAccount, feeBps } = pool.terms;
      const winner = outcomeOf(bet);
      const winning = sumOf(stakes.filter(({ outcome }) => outcome === winner));
      const losing = sumOf(stakes) - winning;
      const fee = winning === 0n ? 0n : (losing * BigInt(feeBps)) / 10_000n;
      fees.set(feeAccount, (fees.get(feeAccount) ?? 0n) + fee);
      let left = sumOf(stakes) - fee;
      for (const { staker, outcome, amount } of stakes) {
        const won = outcome === winner ? amount + (amount * (losing - fee)) / winning : 0n;
        const paid = winning === 0n ? amount : won;
        left -= paid;
        balances.set(staker.publicKey, (balances.get(staker.publicKey) ?? 0n) - amount + paid);
      }
      return left;
    });
    return { stakers: [...balances.values()], fees: [...fees.values()], vaults };
  }

  async held(): Promise<Balances> {
    const amounts = (accounts: readonly Address[]): Promise<bigint[]> =>
      Promise.all(accounts.map(async (account) => (await tokenAmount(this.chain, account)) ?? 0n));
    return {
      stakers: await amounts(this.stakers.map(({ tokens }) => tokens)),
      fees: await amounts(this.owners.map(({ feeAccount }) => feeAccount)),
      vaults: await amounts(this.bets.map(({ pool }) => pool.vault)),
    };
  }

  /** All tokens that there are. */
  static total({ stakers, fees, vaults }: Balances): bigint {
    return [...stakers, ...fees, ...vaults].reduce((sum, one) => sum + one, 0n);
  }

  /** What the total always has to be. */
  get money(): bigint {
    return MONEY * BigInt(this.stakers.length);
  }
}
