import { factText } from '@linesman/cli';
import type { Sport } from '@linesman/sdk/format';
import type { Fact } from '@linesman/sdk/proof';

type Row = readonly [name: string, value: string];

/** The proven stats, named by the sport. */
export const factRows = (facts: readonly Fact[], sport: Sport): Row[] =>
  facts.map((fact, i) => [i === 0 ? 'proven' : '', factText(fact, sport)]);

/** The signatures of the sent transactions. `otherwise`: why none was sent. */
export const transactionRows = (signatures: readonly string[], otherwise = 'not sent; it was simulated'): Row[] =>
  signatures.length === 0
    ? [['transaction', otherwise]]
    : signatures.map((one, i) => [i === 0 ? 'transaction' : '', one]);
