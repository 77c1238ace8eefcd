import type { Address } from '../../../ts/linesman/program/index.js';
import type { Random } from '../../../ts/service/season/random.js';
import { type Balances, Bets } from '../../helpers/settlement/bets.js';
import { ok, type TestChain } from '../../helpers/settlement/chain.js';
import { AWAY_WINS, HOME_WINS, type Staker, TestMarket } from '../../helpers/settlement/market.js';
import { makeTokenAccount, tokenAmount } from '../../helpers/settlement/tokens.js';

const STAKERS = 4;
/** Different stakers of a market. */
const POSITIONS = 3;
/** Challenge window, s. */
const WINDOW = 600;

/** Two markets on each match: whether home wins, and who wins. */
export class MatchBets extends Bets {
  static async place(
    chain: TestChain,
    matches: readonly { readonly fixtureId: number; readonly sport: number }[],
    random: Random,
  ): Promise<MatchBets> {
    const all = new MatchBets(chain, STAKERS);
    for (const { fixtureId, sport } of matches)
      for (const outcomes of [[HOME_WINS], [HOME_WINS, AWAY_WINS]]) {
        // Ids that depend on nothing but this run.
        const terms = { fixtureId, sport, outcomes, challengeWindow: WINDOW, id: BigInt(all.bets.length + 1) };
        await all.add(
          terms,
          POSITIONS,
          (limit) => random.below(limit),
          async (options, stakes) => {
            const market = await TestMarket.create(chain, options);
            for (const { staker, outcome, amount } of stakes) ok(await market.stake(staker, outcome, amount));
            return market;
          },
        );
      }
    return all;
  }

  /** Markets and positions. */
  get accounts(): readonly Address[] {
    return this.bets.flatMap(({ market, stakes }) => [
      market.address,
      ...stakes.map(({ staker, outcome }) => market.position(staker.publicKey, outcome)),
    ]);
  }

  /** What is due by the final scores, home and away, of each match. */
  due(scoreOf: (fixtureId: number) => readonly [number, number]): Balances {
    return this.dueBy(({ market: { terms } }) => {
      const [home, away] = scoreOf(terms.fixtureId);
      // No proof shows that a record without a single stat is final: the stakes wait for the time to void.
      if (home + away === 0) return null;
      if (home > away) return 0;
      return home === away && terms.outcomes.length === 2 ? 2 : 1;
    });
  }

  /** Moves tokens from a staker to another, or to nobody, by no rule. */
  async move({ from, to, amount }: { readonly from: number; readonly to?: number; readonly amount: bigint }) {
    await this.give(from, -amount);
    if (to !== undefined) await this.give(to, amount);
  }

  private async give(staker: number, more: bigint): Promise<void> {
    const { publicKey: owner, tokens: address } = this.stakers[staker] as Staker;
    const amount = ((await tokenAmount(this.chain, address)) ?? 0n) + more;
    makeTokenAccount(this.chain, { mint: this.mint, owner, amount, address });
  }
}
