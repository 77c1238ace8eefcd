import { casesOf, MARK_WORDS, type MarketTerms } from '@linesman/sdk/program';
import type { Sides } from '../../shared/outcomeWords.js';
import { termCases, termOutcomes } from './words.js';

interface PayoutsProps {
  readonly terms: MarketTerms;
  readonly names: Sides;
  /** The cases of the decision so far. */
  readonly decided?: readonly number[];
}

/** What becomes of a stake on each outcome, for each result; nothing without splits, where one outcome wins. */
export function Payouts({ terms, names, decided = [] }: PayoutsProps) {
  if (!terms.splits) return null;
  const outcomes = termOutcomes(terms, names);
  const words = termCases(terms, names);
  const cases = casesOf(terms);
  const hasHalves = cases.some(({ marks }) => marks.includes('HalfWin') || marks.includes('HalfLose'));
  return (
    <>
      <table class="pools cards">
        <caption>What each result pays</caption>
        <thead>
          <tr>
            <th scope="col">Result</th>
            {outcomes.map((outcome) => (
              <th key={outcome} scope="col">
                {outcome}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cases.map(({ index, marks }) => (
            <tr key={index}>
              <th scope="row">
                {words[index]} {decided.includes(index) && <span class="badge">Proven</span>}
              </th>
              {marks.map((mark, i) => (
                <td key={outcomes[i]} data-label={outcomes[i]}>
                  {MARK_WORDS[mark]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hasHalves && <p class="hint">The half of a stake that is neither won nor lost is returned.</p>}
    </>
  );
}
