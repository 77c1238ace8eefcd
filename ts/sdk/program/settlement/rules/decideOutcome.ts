import { evaluateStrategyWide } from '../../../proof/evaluate.js';
import type { Fact } from '../../../proof/fact.js';
import type { MarketTerms } from '../../wire/terms.js';
import { firstAlike } from './splits.js';

/**
 * The outcome, or with splits the case, that the facts decide: the first whose strategy holds, otherwise the last,
 * which is everything else; of cases that pay the same, the first. For terms that the program accepts, every
 * combination of values decides.
 *
 * Errors: MISSING_DISTANCE_PREDICATE and INDEX_OUT_OF_BOUNDS for a strategy that the program would not accept.
 *
 * @param facts In the order of `terms.statKeys`.
 *
 * @example
 * ```ts
 * import type { MarketTerms } from '@linesman/sdk/program';
 * import { proveEvent, type StatProof } from '@linesman/sdk/proof';
 * import { decideOutcome } from '@linesman/sdk/program';
 *
 * declare const terms: MarketTerms;
 * declare const proof: StatProof;
 * const outcome = decideOutcome(terms, proveEvent(proof, { trust: 'soccer' }).facts);
 * ```
 */
export function decideOutcome(terms: MarketTerms, facts: readonly Fact[]): number {
  const first = terms.outcomes.findIndex((strategy) => evaluateStrategyWide(strategy, facts));
  return firstAlike(terms, first === -1 ? terms.outcomes.length : first);
}
