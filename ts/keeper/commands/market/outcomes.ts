import { fail, LinesmanError, UNKNOWN_OUTCOME } from '@linesman/sdk/error';
import { type MarketOutcome, type MarketTerms, outcomesOf } from '@linesman/sdk/program';
import { conditionText, parseCondition, strategyOf } from '@linesman/sdk/proof';

/** `yes: k1 - k2 > 0`; with splits the name alone, because its cases say what is paid. */
export const outcomeText = ({ name, condition }: MarketOutcome, { splits }: Pick<MarketTerms, 'splits'>): string =>
  splits ? name : `${name}: ${condition ?? 'none of them'}`;

/** What a stake of 1 gets, by `impliedOdds`; with splits, less in some cases. */
export const oddsText = (odds: number | null, { splits }: Pick<MarketTerms, 'splits'>): string =>
  `${splits ? 'up to ' : ''}${odds}`;

/** The outcome that a number, a name or a condition means. Errors: UNKNOWN_OUTCOME. */
export function outcomeOf(text: string, terms: MarketTerms): MarketOutcome {
  const outcomes = outcomesOf(terms);
  const asked = text.trim().toLowerCase();
  const found =
    outcomes.find(({ index, name }) => asked === String(index) || asked === name) ??
    (asked === 'none' && !terms.splits ? outcomes.at(-1) : undefined) ??
    outcomes.find(({ condition }) => condition !== null && condition === sameWords(text, terms));
  if (found) return found;
  const names = outcomes.map((one) => `${one.index} (${outcomeText(one, terms)})`);
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
