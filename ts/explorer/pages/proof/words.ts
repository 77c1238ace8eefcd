import type { Sport } from '@linesman/sdk/format';
import type { Fact } from '@linesman/sdk/proof';
import { periodWords } from '../../shared/periods.js';

/** The period of a stat, such as “first half”; null if the stat is proven absent, or its period has no name. */
export function factPeriod(fact: Fact, sport: Sport): string | null {
  if (fact.kind === 'absent' || fact.period === 0) return null;
  return periodWords(sport, fact.period);
}

/** The condition with the proven values in the places of the stats: “2 - 0 > 0”. */
export const withValues = (condition: string, facts: readonly Fact[]): string =>
  condition.replace(/\bk(\d+)\b/g, (name, key) => {
    const fact = facts.find((one) => one.key === Number(key));
    return fact ? `${fact.value}` : name;
  });
