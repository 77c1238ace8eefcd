import type { Mark, MarketTerms } from '../../wire/terms.js';

/** The terms that say what is paid for what. */
export type PayingTerms = Pick<MarketTerms, 'outcomes' | 'splits'>;

/** Number of outcomes that can be staked on. */
export const outcomeCount = ({ outcomes, splits }: PayingTerms): number =>
  splits ? (splits[0]?.length ?? 0) : outcomes.length + 1;

/**
 * What a decision pays an outcome.
 *
 * @param decided `proposal.outcome` of a market: the outcome, or with splits the case.
 * @param outcome From 0.
 *
 * @example
 * ```ts
 * import { type Market, markOf } from '@linesman/sdk/program';
 *
 * declare const { terms, proposal }: Market;
 * markOf(terms, proposal.outcome, 0); // 'HalfLose' for a stake on home -0.25 when the match is drawn
 * ```
 */
export function markOf({ splits }: Pick<MarketTerms, 'splits'>, decided: number, outcome: number): Mark {
  if (splits) return splits[decided]?.[outcome] ?? 'Lose';
  return decided === outcome ? 'Win' : 'Lose';
}

/** What a decision pays each outcome, in their order. */
export const marksOf = (terms: PayingTerms, decided: number): Mark[] =>
  Array.from({ length: outcomeCount(terms) }, (_, outcome) => markOf(terms, decided, outcome));

/** The first case that pays the same as this one, because what pays the same is the same decision. */
export function firstAlike({ splits }: Pick<MarketTerms, 'splits'>, decided: number): number {
  const row = splits?.[decided]?.join();
  return row === undefined ? decided : (splits ?? []).findIndex((one) => one.join() === row);
}

/** What becomes of the halves of a stake: won, returned, lost. */
export const HALVES: Readonly<Record<Mark, readonly [won: bigint, returned: bigint, lost: bigint]>> = {
  Lose: [0n, 0n, 2n],
  HalfLose: [0n, 1n, 1n],
  Push: [0n, 2n, 0n],
  HalfWin: [1n, 1n, 0n],
  Win: [2n, 0n, 0n],
};
