import type { Address } from '../../../ts/linesman/program/index.js';
import {
  AWAY_WINS,
  allOf,
  HOME_WINS,
  type MarketOptions,
  type Staker,
  single,
  TestMarket,
} from '../settlement/market.js';
import { makeMint, makeTokenAccount, tokenAmount } from '../settlement/tokens.js';
import { randomOf, type SlowScene } from './slowScene.js';

const MONEY = 10n ** 9n;
const STAKERS = 8;
/** Different stakers of a market. */
const POSITIONS = 5;

interface Stake {
  readonly staker: Staker;
  readonly outcome: number;
  readonly amount: bigint;
}

/** What a market comes to. */
interface Account {
  readonly market: TestMarket;
  readonly stakes: readonly Stake[];
  readonly winner: number;
}

/** Balances, as the rules of money make them or as the chain has them. */
export interface Balances {
  /** Of each staker. */
  readonly stakers: readonly bigint[];
  readonly fees: bigint;
  /** What is left in each vault: less than a unit for each winner. */
  readonly vaults: readonly bigint[];
}

/**
 * Many markets of one match that home wins 2:1: a tenth with three outcomes, a fiftieth that ask for a signature, a
 * tenth about the first half, the rest about who wins. Five stakes each.
 */
export class ManyMarkets {
  private constructor(
    private readonly scene: SlowScene,
    private readonly accounts: readonly Account[],
    private readonly stakers: readonly Staker[],
    private readonly feeAccount: Address,
  ) {}

  static async create(scene: SlowScene, count: number, seed: number): Promise<ManyMarkets> {
    scene.play({ totals: { 1: 2, 2: 1, 7: 4, 8: 3 } });
    const random = randomOf(seed);
    const below = (limit: number): number => Math.floor(random() * limit);
    const mint = makeMint(scene.test);
    const creator = scene.test.fundedKeypair();
    const feeAccount = makeTokenAccount(scene.test, { mint, owner: creator.address });
    const any = TestMarket.plan(scene.test, { mint, feeAccount });
    const stakers = Array.from({ length: STAKERS }, () => any.staker(MONEY));
    const accounts: Account[] = [];
    for (let i = 0; i < count; i++) {
      const terms = { ...termsOf(i, scene.key.publicKey), feeBps: below(1_001), challengeWindow: 0 };
      const outcomes = (terms.outcomes ?? [HOME_WINS]).length + 1;
      const first = below(STAKERS);
      const stakes = Array.from({ length: POSITIONS }, (_, n) => ({
        staker: stakers[(first + n) % STAKERS] as Staker,
        outcome: below(outcomes),
        amount: BigInt(1 + below(100_000)),
      }));
      const market = await scene.market({ creator, mint, feeAccount, ...terms }, stakes);
      accounts.push({ market, stakes, winner: 0 });
    }
    return new ManyMarkets(scene, accounts, stakers, feeAccount);
  }

  get positions(): number {
    return this.accounts.length * POSITIONS;
  }

  /** The markets that are not final. */
  async unsettled(): Promise<number> {
    const states = await Promise.all(this.accounts.map(async ({ market }) => (await market.read()).state));
    return states.filter((state) => state !== 'Final').length;
  }

  /** What is due by the rules, in whole numbers: fees are swept before anybody is paid. */
  due(): Balances {
    const balances = new Map(this.stakers.map(({ publicKey }) => [publicKey, MONEY]));
    let fees = 0n;
    const vaults = this.accounts.map(({ market, stakes, winner }) => {
      const sum = (those: readonly Stake[]): bigint => those.reduce((total, { amount }) => total + amount, 0n);
      const winning = sum(stakes.filter(({ outcome }) => outcome === winner));
      const losing = sum(stakes) - winning;
      const fee = winning === 0n ? 0n : (losing * BigInt(market.terms.feeBps)) / 10_000n;
      fees += fee;
      let left = sum(stakes) - fee;
      for (const { staker, outcome, amount } of stakes) {
        const isWon = outcome === winner;
        const paid = winning === 0n ? amount : isWon ? amount + (amount * (losing - fee)) / winning : 0n;
        left -= paid;
        balances.set(staker.publicKey, (balances.get(staker.publicKey) ?? 0n) - amount + paid);
      }
      return left;
    });
    return { stakers: [...balances.values()], fees, vaults };
  }

  async held(): Promise<Balances> {
    const amountOf = async (account: Address): Promise<bigint> => (await tokenAmount(this.scene.test, account)) ?? 0n;
    return {
      stakers: await Promise.all(this.stakers.map(({ tokens }) => amountOf(tokens))),
      fees: await amountOf(this.feeAccount),
      vaults: await Promise.all(this.accounts.map(({ market }) => amountOf(market.vault))),
    };
  }

  /** All tokens that there are. */
  static total({ stakers, fees, vaults }: Balances): bigint {
    return [...stakers, fees, ...vaults].reduce((sum, one) => sum + one, 0n);
  }

  get money(): bigint {
    return MONEY * BigInt(STAKERS);
  }
}

function termsOf(i: number, signer: Uint8Array): MarketOptions {
  if (i % 10 === 0) return { outcomes: [HOME_WINS, AWAY_WINS] };
  if (i % 50 === 1) return { finality: 'SignedFinal', signer };
  if (i % 10 === 2) return { finality: 'HalfTime', statKeys: [1001], outcomes: [allOf(single(0, 'greaterThan', -1))] };
  return {};
}
