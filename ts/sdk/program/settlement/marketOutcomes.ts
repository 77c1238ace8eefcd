import { conditionText } from '../../proof/conditionText.js';
import type { Market } from '../account/market.js';
import type { Mark } from '../wire/terms.js';
import { type LineTerms, lineOf } from './lines.js';
import { HALVES, markOf, marksOf, outcomeCount } from './rules/splits.js';

/** An outcome of a market, for people. */
export interface MarketOutcome {
  /** The index that stakes name on chain, from 0. */
  readonly index: number;
  /**
   * `yes` and `no` for two outcomes; for more, the index, and `none` for the last. With splits, `home` and `away` of a
   * handicap, `over` and `under` of a total, else the index.
   */
  readonly name: string;
  /** `null` for the last one, which stands for everything else; with splits for all: see {@link casesOf}. */
  readonly condition: string | null;
}

/** A case of a market: what the numbers of a match may come to, and what it pays. */
export interface MarketCase {
  /** The index that a proposal names, from 0. */
  readonly index: number;
  /** `null` for the last one, which stands for everything else. */
  readonly condition: string | null;
  /** What each outcome gets, in their order. */
  readonly marks: readonly Mark[];
}

/**
 * The outcomes of the terms in their order. Without splits, the first whose condition holds wins.
 *
 * @example
 * ```ts
 * import { type Market, outcomesOf } from '@linesman/sdk/program';
 *
 * declare const market: Market;
 * for (const { name, condition } of outcomesOf(market.terms)) console.log(name, condition ?? 'none of them');
 * ```
 */
export function outcomesOf(terms: LineTerms): MarketOutcome[] {
  const { outcomes, statKeys, splits } = terms;
  const count = outcomeCount(terms);
  if (splits) {
    const line = lineOf(terms);
    const names = line && (line.kind === 'handicap' ? ['home', 'away'] : ['over', 'under']);
    return Array.from({ length: count }, (_, index) => ({
      ...{ index, name: names?.[index] ?? String(index), condition: null },
    }));
  }
  const isPair = count === 2;
  const stated = outcomes.map((strategy, index) => ({
    index,
    name: isPair ? 'yes' : String(index),
    condition: conditionText(strategy, statKeys),
  }));
  return [...stated, { index: outcomes.length, name: isPair ? 'no' : 'none', condition: null }];
}

/**
 * The cases of the terms in their order: the first whose condition holds decides. Without splits, a case is an outcome,
 * and wins.
 *
 * @example
 * ```ts
 * import { casesOf, type Market } from '@linesman/sdk/program';
 *
 * declare const market: Market;
 * for (const { condition, marks } of casesOf(market.terms)) console.log(condition ?? 'none of them', marks);
 * ```
 */
export function casesOf(terms: LineTerms): MarketCase[] {
  const { outcomes, statKeys } = terms;
  return [...outcomes, null].map((strategy, index) => ({
    index,
    condition: strategy && conditionText(strategy, statKeys),
    marks: marksOf(terms, index),
  }));
}

/** What becomes of a stake, in words. The other half of a half is returned. */
export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  Lose: 'lost',
  HalfLose: 'half lost',
  Push: 'returned',
  HalfWin: 'half won',
  Win: 'won',
};

/**
 * What a decision pays, in words: `home half lost, away half won`.
 *
 * @param decided `proposal.outcome` of a market.
 *
 * @example
 * ```ts
 * import { type Market, payoutWords } from '@linesman/sdk/program';
 *
 * declare const { terms, proposal }: Market;
 * console.log(payoutWords(terms, proposal.outcome));
 * ```
 */
export function payoutWords(terms: LineTerms, decided: number): string {
  return outcomesOf(terms)
    .map(({ index, name }) => `${name} ${MARK_WORDS[markOf(terms, decided, index)]}`)
    .join(', ');
}

/**
 * A decision in words: the number and name of the outcome that won, or with splits what it pays.
 *
 * @param decided `proposal.outcome` of a market.
 *
 * @example
 * ```ts
 * import { decisionText, type Market } from '@linesman/sdk/program';
 *
 * declare const { terms, proposal }: Market;
 * console.log(decisionText(terms, proposal.outcome)); // '0 yes', or 'home half lost, away half won'
 * ```
 */
export function decisionText(terms: LineTerms, decided: number): string {
  return terms.splits ? payoutWords(terms, decided) : `${decided} ${outcomesOf(terms)[decided]?.name}`;
}

/**
 * Decimal odds of the current pools: the most that a stake of 1 may get. `null` without stakes on the outcome.
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
  if ((totals[outcome] ?? 0n) === 0n) return null;
  const odds = [...terms.outcomes, null].map((_, decided) => {
    const marks = marksOf(terms, decided);
    const [won, lost] = [0, 2].map((part) =>
      marks.reduce((sum, mark, i) => sum + (HALVES[mark][part as 0 | 2] * (totals[i] ?? 0n)) / 2n, 0n),
    ) as [bigint, bigint];
    const [ownWon, ownReturned] = HALVES[marks[outcome] ?? 'Lose'];
    const fee = (lost * BigInt(terms.feeBps)) / 10_000n;
    const share = ownWon === 0n ? 0n : (1_000n * ownWon * (lost - fee)) / won;
    return Number((1_000n * (ownWon + ownReturned) + share) / 2n) / 1_000;
  });
  return Math.max(...odds);
}
