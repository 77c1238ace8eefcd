import type { Sport } from '../../../ts/sdk/format/sports/sports.js';
import { OracleKey } from '../../../ts/sdk/node/oracleKey.js';
import { marketAccount } from '../../../ts/sdk/program/account/market.js';
import { parlayAccount } from '../../../ts/sdk/program/account/parlay.js';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import type { Random } from '../../../ts/season/random.js';
import { ORACLE_KEY } from '../../helpers/service/edgeConfiguration.js';
import type { WireRecord } from '../../helpers/service/matchWire.js';
import { type Balances, type Bet, Bets, type Owner, type Stake } from '../../helpers/settlement/bets.js';
import { ok, type TestChain } from '../../helpers/settlement/chain.js';
import { AWAY_WINS, HOME_WINS, type MarketOptions, type Staker, TestMarket } from '../../helpers/settlement/market.js';
import { NO, TestParlay, YES } from '../../helpers/settlement/parlay.js';
import { makeTokenAccount, tokenAmount } from '../../helpers/settlement/tokens.js';

const STAKERS = 4;
/** Different stakers of a market. */
const POSITIONS = 3;
/** The longest challenge window, s. */
export const LONGEST_WINDOW = 900;

export interface Match {
  readonly fixtureId: number;
  readonly sport: Sport;
}

/** Tokens that move by no rule. */
export interface Theft {
  /** Of a staker, or of the first vault. */
  readonly from: number | 'vault';
  /** To no account by default. */
  readonly to?: number;
  readonly amount: bigint;
}

/** Markets on each match, of two owners and under several terms, and parlays over them. */
export class MatchBets extends Bets {
  static async place(chain: TestChain, matches: readonly Match[], random: Random): Promise<MatchBets> {
    const all = new MatchBets(chain, STAKERS);
    const other = all.owner();
    const below = (limit: number): number => random.below(limit);
    const markets: TestMarket[] = [];
    for (const match of matches)
      for (const terms of termsOf(match, other)) {
        // Ids that depend on nothing but this run.
        const numbered = { ...terms, id: BigInt(all.bets.length + 1) };
        const { pool } = await all.add(numbered, POSITIONS, below, async (options, stakes) =>
          withStakes(await TestMarket.create(chain, options), stakes),
        );
        markets.push(pool);
      }
    const perMatch = markets.length / matches.length;
    for (const legs of [markets.filter((_, i) => i % perMatch === 0), markets.slice(perMatch - 2, perMatch + 2)]) {
      const outcomes = legs.map(() => random.below(2));
      const options = { ...all.owned(below), outcomes, id: BigInt(all.bets.length + 1) };
      const stakes = all.draw(2, POSITIONS, below);
      all.bets.push({ pool: await withStakes(await TestParlay.create(chain, legs, options), stakes), stakes });
    }
    return all;
  }

  /** Markets, parlays and positions. */
  get accounts(): readonly Address[] {
    return this.bets.flatMap(({ pool, stakes }) => [
      pool.address,
      ...stakes.map(({ staker, outcome }) => pool.position(staker.publicKey, outcome)),
    ]);
  }

  /** The time when everything is decided, Unix seconds. */
  get voidAfter(): number {
    return Math.max(...this.markets.map(({ terms }) => terms.voidAfter));
  }

  private get markets(): readonly TestMarket[] {
    return this.bets.flatMap(({ pool }) => (pool instanceof TestMarket ? [pool] : []));
  }

  /** What is due by the records of the matches. */
  due(records: readonly WireRecord[]): Balances {
    return this.dueBy((bet) => outcomeOf(bet, records));
  }

  /** The bets that these records decide. */
  isDecided(records: readonly WireRecord[]): readonly boolean[] {
    return this.bets.map((bet) => outcomeOf(bet, records) !== null);
  }

  /** The debt and the balance of each vault. An open position is one that has not been paid. */
  async debts(): Promise<{ readonly owed: bigint; readonly held: bigint; readonly open: bigint }[]> {
    return Promise.all(
      this.bets.map(async ({ pool }) => {
        const { data } = (await this.chain.account(pool.address)) ?? { data: new Uint8Array() };
        const { owed, openPositions } = (pool instanceof TestMarket ? marketAccount : parlayAccount).decode(data);
        return { owed, open: openPositions, held: (await tokenAmount(this.chain, pool.vault)) ?? 0n };
      }),
    );
  }

  /** Moves tokens by no rule. */
  async move({ from, to, amount }: Theft): Promise<void> {
    const [first] = this.bets as [Bet];
    if (from === 'vault') await this.give(first.pool.vault, first.pool.address, -amount);
    else await this.giveStaker(from, -amount);
    if (to !== undefined) await this.giveStaker(to, amount);
  }

  private giveStaker(staker: number, more: bigint): Promise<void> {
    const { publicKey, tokens } = this.stakers[staker] as Staker;
    return this.give(tokens, publicKey, more);
  }

  private async give(address: Address, owner: Address, more: bigint): Promise<void> {
    const amount = ((await tokenAmount(this.chain, address)) ?? 0n) + more;
    makeTokenAccount(this.chain, { mint: this.mint, owner, amount, address });
  }
}

/**
 * The terms of the markets on a match. Two share a result. Two more belong to another owner and have another window.
 */
function termsOf({ fixtureId, sport }: Match, other: Owner): readonly MarketOptions[] {
  const [common, foreign] = [
    { fixtureId, sport, challengeWindow: 600 },
    { fixtureId, sport, challengeWindow: LONGEST_WINDOW, ...other },
  ];
  return [
    { ...common, outcomes: [HOME_WINS] },
    { ...common, outcomes: [HOME_WINS, AWAY_WINS] },
    { ...foreign, outcomes: [AWAY_WINS], abandonmentVoids: true },
    { ...foreign, outcomes: [HOME_WINS, AWAY_WINS] },
    { ...common, outcomes: [HOME_WINS], resultsSettle: false },
    { ...common, outcomes: [AWAY_WINS], finality: 'signed-final', signer: new OracleKey(ORACLE_KEY).publicKey },
  ];
}

async function withStakes<Pool extends TestMarket | TestParlay>(pool: Pool, stakes: readonly Stake[]): Promise<Pool> {
  for (const { staker, outcome, amount } of stakes) ok(await pool.stake(staker, outcome, amount));
  return pool;
}

/** The outcome that the records of the matches prove; `null`: the stakes go back. */
function outcomeOf({ pool }: Pick<Bet, 'pool'>, records: readonly WireRecord[]): number | null {
  if (pool instanceof TestParlay) {
    const results = pool.markets.map((market) => outcomeOf({ pool: market }, records));
    if (results.includes(null)) return null;
    return results.every((result, leg) => result === pool.terms.legs[leg]?.outcome) ? YES : NO;
  }
  const { fixtureId, finality, outcomes } = (pool as TestMarket).terms;
  const final = records.findLast(({ fixtureId: id, wire }) => id === fixtureId && wire.StatusId === 100);
  const stats = (final?.wire.Stats ?? {}) as Readonly<Record<string, number>>;
  // Only a signature shows that a record without a single stat is final.
  if (!final || (finality !== 'signed-final' && Object.values(stats).every((value) => value === 0))) return null;
  const ahead = (stats[1] ?? 0) - (stats[2] ?? 0);
  const won = outcomes.findIndex((outcome) => (outcome === HOME_WINS ? ahead > 0 : ahead < 0));
  return won === -1 ? outcomes.length : won;
}
