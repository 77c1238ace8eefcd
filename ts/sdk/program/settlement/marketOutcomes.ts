import { type Milliseconds, milliseconds, type UnixSeconds } from '../../format/slotTime.js';
import { conditionText } from '../../proof/conditionText.js';
import type { Market } from '../account/market.js';
import type { MarketTerms } from '../wire/terms.js';
import { MARKET_DEFAULTS } from './marketDefaults.js';
import { earliestDecision } from './rules/earliestDecision.js';
import { LEAST_TIME_BEFORE_START } from './rules/reviewStake.js';

/** An outcome of a market, for people. */
export interface MarketOutcome {
  /** The index that stakes name on chain, from 0. */
  readonly index: number;
  /** `yes` and `no` for two outcomes; for more, the index, and `none` for the last. */
  readonly name: string;
  /** `null` for the last one, which stands for everything else. */
  readonly condition: string | null;
}

/**
 * The outcomes of the terms in their order; the first that holds wins.
 *
 * @example
 * ```ts
 * import { type Market, outcomesOf } from '@linesman/sdk/program';
 *
 * declare const market: Market;
 * for (const { name, condition } of outcomesOf(market.terms)) console.log(name, condition ?? 'none of them');
 * ```
 */
export function outcomesOf({ outcomes, statKeys }: Pick<MarketTerms, 'outcomes' | 'statKeys'>): MarketOutcome[] {
  const isPair = outcomes.length === 1;
  const stated = outcomes.map((strategy, index) => ({
    index,
    name: isPair ? 'yes' : String(index),
    condition: conditionText(strategy, statKeys),
  }));
  return [...stated, { index: outcomes.length, name: isPair ? 'no' : 'none', condition: null }];
}

/**
 * Decimal odds of the current pools: the payout of a winning stake of 1. `null` without stakes on the outcome.
 *
 * @example
 * ```ts
 * import { impliedOdds, type Market } from '@linesman/sdk/program';
 *
 * declare const market: Market;
 * console.log(impliedOdds(market, 0)); // 1.98
 * ```
 */
export function impliedOdds({ totals, terms }: Pick<Market, 'totals' | 'terms'>, outcome: number): number | null {
  const own = totals[outcome] ?? 0n;
  if (own === 0n) return null;
  const losing = totals.reduce((a, b) => a + b, 0n) - own;
  const fee = (losing * BigInt(terms.feeBps)) / 10_000n;
  return Number((1_000n * (own + losing - fee)) / own) / 1_000;
}

const DAY = 86_400;

/** The times of a market's terms, in Unix seconds, and the length of the challenge window. */
export type MarketTimes = Pick<MarketTerms, 'stakesClose' | 'earliest' | 'latest' | 'voidAfter' | 'challengeWindow'>;

/** The inputs from which the usual times are derived, in Unix seconds: `stakesClose`, `fixtureStart` (ms), or both. */
export type GivenTimes = Partial<MarketTimes> &
  Pick<MarketTerms, 'sport' | 'finality'> &
  (
    | { readonly stakesClose: UnixSeconds; readonly fixtureStart?: Milliseconds | null }
    | { readonly fixtureStart: Milliseconds }
  );

/**
 * The times that a careful staker accepts: stakes close five minutes before the kick-off, results count for a day from
 * when the match can be decided (`earliestDecision`), and from a day after the last challenge could end, anyone may
 * void an unsettled market. Given times replace these, and the later times are derived from them.
 *
 * @param given In Unix seconds; sport, policy, and the start or the close of stakes are required. Without a start, the
 * close of stakes counts as it. Default challenge window: an hour.
 *
 * @example
 * ```ts
 * import { milliseconds } from '@linesman/sdk/format';
 * import { usualMarketTimes } from '@linesman/sdk/program';
 *
 * const terms = { sport: 'soccer', finality: 'finalised' } as const;
 * const fixtureStart = milliseconds(Date.UTC(2026, 8, 21, 15));
 * const { voidAfter } = usualMarketTimes({ ...terms, fixtureStart, challengeWindow: 600 });
 * ```
 */
export function usualMarketTimes(given: GivenTimes): MarketTimes {
  const { challengeWindow = MARKET_DEFAULTS.challengeWindow } = given;
  const start = given.fixtureStart ?? milliseconds(1_000 * (given.stakesClose ?? 0));
  const { stakesClose = Math.floor(start / 1_000) - LEAST_TIME_BEFORE_START } = given;
  const decided = earliestDecision(given, start);
  const { earliest = Math.max(stakesClose, decided), latest = earliest + DAY } = given;
  const { voidAfter = latest + challengeWindow + DAY } = given;
  return { challengeWindow, stakesClose, earliest, latest, voidAfter };
}
