import { factText } from 'linesman/cli';
import { sportOfLayout } from 'linesman/format';
import type { Fact } from 'linesman/proof';

type Row = readonly [name: string, value: string];

/** The proven stats, named by the sport with this layout byte. */
export const factRows = (facts: readonly Fact[], layout: number): Row[] => {
  const sport = sportOfLayout(layout);
  return facts.map((fact, i) => [i === 0 ? 'proven' : '', sport ? factText(fact, sport) : `k${fact.key}`]);
};

/** The signatures of what was sent. `otherwise`: why nothing was. */
export const transactionRows = (signatures: readonly string[], otherwise = 'not sent; it was simulated'): Row[] =>
  signatures.length === 0
    ? [['transaction', otherwise]]
    : signatures.map((one, i) => [i === 0 ? 'transaction' : '', one]);
