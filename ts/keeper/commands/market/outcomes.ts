import { conditionText } from 'linesman/cli';
import { fail, LinesmanError, UNKNOWN_OUTCOME } from 'linesman/error';
import type { MarketTerms } from 'linesman/program';
import { parseCondition, strategyOf } from 'linesman/proof';

export interface Outcome {
  /** The index that stakes name on chain, from 0. */
  readonly index: number;
  /** `yes` and `no` for two outcomes; for more, the index, and `none` for the last. */
  readonly name: string;
  /** `null` for the last one, which stands for everything else. */
  readonly condition: string | null;
}

/** The outcomes of the terms in their order; the first that holds wins. */
export function outcomesOf({ outcomes, statKeys }: MarketTerms): Outcome[] {
  const isPair = outcomes.length === 1;
  const stated = outcomes.map((strategy, index) => ({
    index,
    name: isPair ? 'yes' : String(index),
    condition: conditionText(strategy, statKeys),
  }));
  return [...stated, { index: outcomes.length, name: isPair ? 'no' : 'none', condition: null }];
}

/** The outcome that a number, a name or a condition means. Errors: UNKNOWN_OUTCOME. */
export function outcomeOf(text: string, terms: MarketTerms): Outcome {
  const outcomes = outcomesOf(terms);
  const asked = text.trim().toLowerCase();
  const isLast = ({ condition }: Outcome): boolean => condition === null;
  const found =
    outcomes.find(({ index, name }) => asked === String(index) || asked === name) ??
    (asked === 'none' ? outcomes.find(isLast) : undefined) ??
    outcomes.find(({ condition }) => condition !== null && condition === sameWords(text, terms));
  if (found) return found;
  const names = outcomes.map(({ index, name, condition }) => `${index} (${name}: ${condition ?? 'none of them'})`);
  return fail(UNKNOWN_OUTCOME, { asked: text, names });
}

/** A condition in the format of `conditionText`; `null` if the text is not a condition over the keys of the terms. */
function sameWords(text: string, { statKeys }: MarketTerms): string | null {
  try {
    return conditionText(strategyOf(parseCondition(text), statKeys), statKeys);
  } catch (error) {
    if (error instanceof LinesmanError) return null;
    throw error;
  }
}
