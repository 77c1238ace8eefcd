import { type Comparison, type Sport, statName } from 'linesman/format';
import { type Condition, type ConditionPart, type Fact, factValue, type OperatorSign } from 'linesman/proof';
import { periodWords } from '../../shared/periods.js';

/** A stat in words: “participant 1 goals”. */
export const statWords = (sport: Sport, key: number): string =>
  statName(sport, key) ?? `k${key}, no stat of this sport`;

/** A condition in words: “participant 1 goals minus participant 2 goals is more than 0”. */
export const conditionWords = (condition: Condition, sport: Sport): string =>
  condition.map((part) => partWords(part, sport)).join(', and ');

function partWords(part: ConditionPart, sport: Sport): string {
  const compared = comparisonWords(part.predicate.comparison, part.predicate.threshold);
  switch (part.kind) {
    case 'stat':
      return `${statWords(sport, part.key)} is ${compared}`;
    case 'pair': {
      const pair = `${statWords(sport, part.keyA)} ${OPERATOR_WORDS[part.op]} ${statWords(sport, part.keyB)}`;
      return `${pair} is ${compared}`;
    }
    case 'distance': {
      const targets = part.targets.map(({ key, prediction }) => `${statWords(sport, key)} from ${prediction}`);
      return `the distance of ${targets.join(', and of ')} is together ${compared}`;
    }
  }
}

const OPERATOR_WORDS: Readonly<Record<OperatorSign, string>> = { '+': 'plus', '-': 'minus' };

type ComparisonName = Comparison extends infer One ? (One extends One ? keyof One : never) : never;

const COMPARISON_WORDS: Readonly<Record<ComparisonName, string>> = {
  greaterThan: 'more than',
  lessThan: 'less than',
  equalTo: 'exactly',
};

function comparisonWords(comparison: Comparison, threshold: number): string {
  const [name] = Object.keys(comparison) as [ComparisonName];
  return `${COMPARISON_WORDS[name]} ${threshold}`;
}

/** When a stat was so: “first half”; null for one that is proven absent, or has no such word. */
export function factPeriod(fact: Fact, sport: Sport): string | null {
  if (fact.kind === 'absent' || fact.period === 0) return null;
  return periodWords(sport, fact.period);
}

/** The condition with the proven values in the places of the stats: “2 - 0 > 0”. */
export const withValues = (condition: string, facts: readonly Fact[]): string =>
  condition.replace(/\bk(\d+)\b/g, (name, key) => {
    const fact = facts.find((one) => one.key === Number(key));
    return fact ? `${factValue(fact)}` : name;
  });

export const dateText = (ms: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' }).format(ms);
