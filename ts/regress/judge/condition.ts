import { I32_MIN, type NDimensionalStrategy } from 'linesman/format';
import { parseCondition, type StatProof, strategyOf } from 'linesman/proof';
import type { Case } from '../case/caseFile.js';

/** The condition of a case, on the stats that the proof has. Errors: INVALID_CONDITION, STAT_NOT_PROVEN. */
export const strategyOfCase = ({ where }: Case, { leaves }: StatProof): NDimensionalStrategy | undefined =>
  where === null
    ? undefined
    : strategyOf(
        parseCondition(where),
        leaves.map(({ stat }) => stat.key),
      );

const ANY = { threshold: I32_MIN, comparison: { greaterThan: {} } } as const;

/**
 * A condition that uses every stat once, for cases without one: the programs take no proof without a condition. Two
 * stats of version 1 are subtracted, because it makes one comparison only.
 */
export function conditionOnAll({ version, leaves }: StatProof): NDimensionalStrategy {
  const isPair = version === 1 && leaves.length === 2;
  return {
    geometricTargets: [],
    distancePredicate: null,
    discretePredicates: isPair
      ? [{ binary: { indexA: 0, indexB: 1, op: { subtract: {} }, predicate: ANY } }]
      : leaves.map((_, index) => ({ single: { index, predicate: ANY } })),
  };
}
