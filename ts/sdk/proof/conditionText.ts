import type { NDimensionalStrategy, TraderPredicate } from '../format/strategy.js';
import { comparisonSign, operatorSign } from './signs.js';

const compared = ({ threshold, comparison }: TraderPredicate): string => `${comparisonSign(comparison)} ${threshold}`;

/**
 * Formats a strategy over these stat keys as a condition: `k1 - k2 > 0 and k7 < 3`.
 *
 * @example
 * ```ts
 * import { conditionText, parseCondition, strategyOf } from '@linesman/sdk/proof';
 *
 * conditionText(strategyOf(parseCondition('k1-k2>0'), [1, 2]), [1, 2]); // 'k1 - k2 > 0'
 * ```
 */
export function conditionText(strategy: NDimensionalStrategy, keys: readonly number[]): string {
  const { geometricTargets, distancePredicate, discretePredicates } = strategy;
  const key = (index: number): string => `k${keys[index]}`;
  const parts = discretePredicates.map((one) => {
    if ('single' in one) return `${key(one.single.index)} ${compared(one.single.predicate)}`;
    const { indexA, indexB, op, predicate } = one.binary;
    return `${key(indexA)} ${operatorSign(op)} ${key(indexB)} ${compared(predicate)}`;
  });
  if (distancePredicate !== null) {
    const targets = geometricTargets.map(({ statIndex, prediction }) => `${key(statIndex)}: ${prediction}`);
    parts.push(`distance(${targets.join(', ')}) ${compared(distancePredicate)}`);
  }
  return parts.join(' and ');
}
