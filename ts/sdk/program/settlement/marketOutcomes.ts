import { conditionText } from '../../proof/conditionText.js';
import type { Market } from '../account/market.js';
import type { MarketTerms } from '../wire/terms.js';

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
