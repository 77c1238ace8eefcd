import type { Address } from '../../../ts/linesman/program/index.js';
import type { TestChain } from './chain.js';
import { HOME_WINS, type MarketOptions, type Staker, TestMarket } from './market.js';
import { makeMint, makeTokenAccount, tokenAmount } from './tokens.js';

/** What each staker has at first. */
const MONEY = 10n ** 9n;
const LARGEST_STAKE = 100_000;
const LARGEST_FEE_BPS = 1_000;

/** A number below the limit. */
type Below = (limit: number) => number;

interface Stake {
  readonly staker: Staker;
  readonly outcome: number;
  readonly amount: bigint;
}

export interface Bet {
  readonly market: TestMarket;
  readonly stakes: readonly Stake[];
}

/** Balances, as the rules of money make them or as the chain has them. */
export interface Balances {
  /** Of each staker. */
  readonly stakers: readonly bigint[];
  readonly fees: bigint;
  /** What is left in each vault: less than a unit for each winner. */
  readonly vaults: readonly bigint[];
}

/** Markets of one mint, the money in them, and what each staker is due by the rules. */
export class Bets {
  protected readonly bets: Bet[] = [];
  protected readonly stakers: readonly Staker[];
  /** Common to all markets. */
  private readonly owned: Required<Pick<MarketOptions, 'creator' | 'mint' | 'feeAccount'>>;

  constructor(
    protected readonly chain: TestChain,
    stakers: number,
  ) {
    const mint = makeMint(chain);
    const creator = chain.fundedKeypair();
    const feeAccount = makeTokenAccount(chain, { mint, owner: creator.address });
    this.owned = { creator, mint, feeAccount };
    const any = TestMarket.plan(chain, this.owned);
    this.stakers = Array.from({ length: stakers }, () => any.staker(MONEY));
  }

  protected get mint(): Address {
    return this.owned.mint;
  }

  /** A market with a drawn fee, and drawn stakes of so many stakers, as `open` makes it. */
  protected async add(
    terms: MarketOptions,
    count: number,
    below: Below,
    open: (terms: MarketOptions, stakes: readonly Stake[]) => Promise<TestMarket>,
  ): Promise<void> {
    const options = { ...this.owned, ...terms, feeBps: below(LARGEST_FEE_BPS + 1) };
    const outcomes = (terms.outcomes ?? [HOME_WINS]).length + 1;
    const first = below(this.stakers.length);
    const stakes = Array.from({ length: count }, (_, n) => ({
      staker: this.stakers[(first + n) % this.stakers.length] as Staker,
      outcome: below(outcomes),
      amount: BigInt(1 + below(LARGEST_STAKE)),
    }));
    this.bets.push({ market: await open(options, stakes), stakes });
  }

  /** What is due by the rules, in whole numbers: fees are swept before anybody is paid. `null`: not decided. */
  protected dueBy(outcomeOf: (bet: Bet) => number | null): Balances {
    const balances = new Map(this.stakers.map(({ publicKey }) => [publicKey, MONEY]));
    let fees = 0n;
    const vaults = this.bets.map((bet) => {
      const { market, stakes } = bet;
      const winner = outcomeOf(bet);
      const sum = (those: readonly Stake[]): bigint => those.reduce((total, { amount }) => total + amount, 0n);
      const winning = sum(stakes.filter(({ outcome }) => outcome === winner));
      const losing = sum(stakes) - winning;
      const fee = winning === 0n ? 0n : (losing * BigInt(market.terms.feeBps)) / 10_000n;
      fees += fee;
      let left = sum(stakes) - fee;
      for (const { staker, outcome, amount } of stakes) {
        const won = outcome === winner ? amount + (amount * (losing - fee)) / winning : 0n;
        const refunded = winning === 0n ? amount : won;
        const paid = winner === null ? 0n : refunded;
        left -= paid;
        balances.set(staker.publicKey, (balances.get(staker.publicKey) ?? 0n) - amount + paid);
      }
      return left;
    });
    return { stakers: [...balances.values()], fees, vaults };
  }

  async held(): Promise<Balances> {
    const amountOf = async (account: Address): Promise<bigint> => (await tokenAmount(this.chain, account)) ?? 0n;
    return {
      stakers: await Promise.all(this.stakers.map(({ tokens }) => amountOf(tokens))),
      fees: await amountOf(this.owned.feeAccount),
      vaults: await Promise.all(this.bets.map(({ market }) => amountOf(market.vault))),
    };
  }

  /** All tokens that there are. */
  static total({ stakers, fees, vaults }: Balances): bigint {
    return [...stakers, fees, ...vaults].reduce((sum, one) => sum + one, 0n);
  }

  /** What the total always has to be. */
  get money(): bigint {
    return MONEY * BigInt(this.stakers.length);
  }
}
