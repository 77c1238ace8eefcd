import type { BinaryExpression, Comparison, NDimensionalStrategy, TraderPredicate } from '../../format/index.js';

/** The names of a union's variants, each of which is an object with one field. */
type Variant<Union> = Union extends Union ? keyof Union : never;

const COMPARISONS: Readonly<Record<Variant<Comparison>, string>> = { greaterThan: '>', lessThan: '<', equalTo: '==' };
const OPERATORS: Readonly<Record<Variant<BinaryExpression>, string>> = { add: '+', subtract: '-' };

const compared = ({ threshold, comparison }: TraderPredicate): string => {
  const [name] = Object.keys(comparison) as Variant<Comparison>[];
  return `${name && COMPARISONS[name]} ${threshold}`;
};

const signOf = (op: BinaryExpression): string => {
  const [name] = Object.keys(op) as Variant<BinaryExpression>[];
  return `${name && OPERATORS[name]}`;
};

/** A strategy over these stat keys as the condition that it comes from: `k1 - k2 > 0 and k7 < 3`. */
export function conditionText(strategy: NDimensionalStrategy, keys: readonly number[]): string {
  const { geometricTargets, distancePredicate, discretePredicates } = strategy;
  const key = (index: number): string => `k${keys[index]}`;
  const parts = discretePredicates.map((one) => {
    if ('single' in one) return `${key(one.single.index)} ${compared(one.single.predicate)}`;
    const { indexA, indexB, op, predicate } = one.binary;
    return `${key(indexA)} ${signOf(op)} ${key(indexB)} ${compared(predicate)}`;
  });
  if (distancePredicate !== null) {
    const targets = geometricTargets.map(({ statIndex, prediction }) => `${key(statIndex)}: ${prediction}`);
    parts.push(`distance(${targets.join(', ')}) ${compared(distancePredicate)}`);
  }
  return parts.join(' and ');
}
