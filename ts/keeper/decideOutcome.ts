import type { MarketTerms } from 'linesman/program';
import { evaluateStrategyWide, type Fact } from 'linesman/proof';

/**
 * The outcome that the facts give: the first whose strategy holds, or the last, which is everything else. `facts` stand in the order of
 * `terms.statKeys`. Terms that the program accepts have one for any values. Errors: MISSING_DISTANCE_PREDICATE and INDEX_OUT_OF_BOUNDS a strategy that no market can have.
 */
export function decideOutcome(terms: MarketTerms, facts: readonly Fact[]): number {
  const first = terms.outcomes.findIndex((strategy) => evaluateStrategyWide(strategy, facts));
  return first === -1 ? terms.outcomes.length : first;
}
