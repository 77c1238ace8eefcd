import type { Address } from '../../../ts/linesman/program/index.js';
import type { Random } from '../../../ts/service/season/random.js';
import { ok, type TestChain } from '../../helpers/settlement/chain.js';
import { AWAY_WINS, HOME_WINS, type Staker, TestMarket } from '../../helpers/settlement/market.js';
import { makeMint, makeTokenAccount, tokenAmount } from '../../helpers/settlement/tokens.js';

const MONEY = 10n ** 9n;
const STAKERS = 4;
/** Challenge window, s. */
const WINDOW = 600;
/** Of the amount in a token account. */
const AMOUNT_OFFSET = 64;

interface Bet {
  readonly market: TestMarket;
  readonly stakes: readonly { readonly staker: number; readonly outcome: number; readonly amount: bigint }[];
}

/** Markets on the matches, the money in them, and what each staker is due by the rules. */
export class Bets {
  private readonly bets: Bet[] = [];

  private constructor(
    private readonly chain: TestChain,
    private readonly stakers: readonly Staker[],
    private readonly feeAccount: Address,
  ) {}

  /** Two markets on each match, with three stakes each. */
  static async place(
    chain: TestChain,
    matches: readonly { readonly fixtureId: number; readonly sport: number }[],
    random: Random,
  ): Promise<Bets> {
    const mint = makeMint(chain);
    const creator = chain.fundedKeypair();
    const feeAccount = makeTokenAccount(chain, { mint, owner: creator.address });
    const any = TestMarket.plan(chain, { mint, feeAccount });
    const stakers = Array.from({ length: STAKERS }, () => any.staker(MONEY));
    const bets = new Bets(chain, stakers, feeAccount);
    for (const { fixtureId, sport } of matches)
      for (const outcomes of [[HOME_WINS], [HOME_WINS, AWAY_WINS]]) {
        const terms = { fixtureId, sport, outcomes, feeBps: random.below(1_001), challengeWindow: WINDOW };
        const id = BigInt(bets.bets.length + 1);
        const market = await TestMarket.create(chain, { creator, id, mint, feeAccount, ...terms });
        const first = random.below(STAKERS);
        const stakes = [0, 1, 2].map((n) => ({
          staker: (first + n) % STAKERS,
          outcome: random.below(outcomes.length + 1),
          amount: BigInt(random.between(1, 100_000)),
        }));
        for (const { staker, outcome, amount } of stakes)
          ok(await market.stake(stakers[staker] as Staker, outcome, amount));
        bets.bets.push({ market, stakes });
      }
    return bets;
  }

  /** Markets and positions. */
  get accounts(): readonly Address[] {
    return this.bets.flatMap(({ market, stakes }) => [
      market.address,
      ...stakes.map(({ staker, outcome }) => market.position((this.stakers[staker] as Staker).publicKey, outcome)),
    ]);
  }

  /** All tokens that there are, wherever they are. */
  async total(): Promise<bigint> {
    const { stakers, fees, vaults } = await this.held();
    return [...stakers, fees, ...vaults].reduce((sum, one) => sum + one, 0n);
  }

  /** What the total always has to be. */
  get money(): bigint {
    return MONEY * BigInt(STAKERS);
  }

  /** The balance of each staker. */
  async balances(): Promise<readonly bigint[]> {
    return (await this.held()).stakers;
  }

  /** What each staker is due, by the final scores, home and away, of each match. */
  due(scoreOf: (fixtureId: number) => readonly [number, number]): readonly bigint[] {
    const due = this.stakers.map(() => MONEY);
    for (const { market, stakes } of this.bets) {
      const [home, away] = scoreOf(market.terms.fixtureId);
      // No proof shows that a record without a single stat is final: the stakes wait for the time to void.
      if (home + away === 0) {
        for (const { staker, amount } of stakes) due[staker] = (due[staker] as bigint) - amount;
        continue;
      }
      const isDraw = home === away && market.terms.outcomes.length === 2;
      const winner = home > away ? 0 : isDraw ? 2 : 1;
      const sum = (those: Bet['stakes']): bigint => those.reduce((total, { amount }) => total + amount, 0n);
      const winning = sum(stakes.filter(({ outcome }) => outcome === winner));
      const losing = sum(stakes) - winning;
      const fee = (losing * BigInt(market.terms.feeBps)) / 10_000n;
      for (const { staker, outcome, amount } of stakes) {
        const won = outcome === winner ? amount + (amount * (losing - fee)) / winning : 0n;
        due[staker] = (due[staker] as bigint) - amount + (winning === 0n ? amount : won);
      }
    }
    return due;
  }

  /** Moves tokens from a staker to another, or to nobody, by no rule. */
  async move({ from, to, amount }: { readonly from: number; readonly to?: number; readonly amount: bigint }) {
    const add = async (staker: number, more: bigint): Promise<void> => {
      const { tokens } = this.stakers[staker] as Staker;
      const account = await this.chain.account(tokens);
      if (!account) return;
      const data = Buffer.from(account.data);
      data.writeBigUInt64LE(data.readBigUInt64LE(AMOUNT_OFFSET) + more, AMOUNT_OFFSET);
      this.chain.setAccount(tokens, account.owner, data, account.lamports);
    };
    await add(from, -amount);
    if (to !== undefined) await add(to, amount);
  }

  private async held(): Promise<{ stakers: bigint[]; fees: bigint; vaults: bigint[] }> {
    const amountOf = async (account: Address): Promise<bigint> => (await tokenAmount(this.chain, account)) ?? 0n;
    return {
      stakers: await Promise.all(this.stakers.map(({ tokens }) => amountOf(tokens))),
      fees: await amountOf(this.feeAccount),
      vaults: await Promise.all(this.bets.map(({ market }) => amountOf(market.vault))),
    };
  }
}
