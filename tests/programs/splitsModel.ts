/**
 * Splits: what each case pays each outcome, where stakes are not just won or lost. Part of the model in
 * settlementModel.ts and, like it, written from the rules.
 */

export type Mark = 'Lose' | 'HalfLose' | 'Push' | 'HalfWin' | 'Win';

/** A row for each case, with a mark for each outcome that can be staked on. */
export type Splits = readonly (readonly Mark[])[];

/** How many of the two halves of a stake are won, come back, and are lost. */
interface Halves {
  readonly won: bigint;
  readonly returned: bigint;
  readonly lost: bigint;
}

export const HALVES: Readonly<Record<Mark, Halves>> = {
  Lose: { won: 0n, returned: 0n, lost: 2n },
  HalfLose: { won: 0n, returned: 1n, lost: 1n },
  Push: { won: 0n, returned: 2n, lost: 0n },
  HalfWin: { won: 1n, returned: 1n, lost: 0n },
  Win: { won: 2n, returned: 0n, lost: 0n },
};

const wins = (mark: Mark | undefined): boolean => mark !== undefined && HALVES[mark].won > 0n;
const loses = (mark: Mark | undefined): boolean => mark !== undefined && HALVES[mark].lost > 0n;

/** Whether a row gives the winners what others lose, or returns every stake. */
export const isBalanced = (row: readonly Mark[]): boolean => row.some(wins) === row.some(loses);

/** The error number of splits that a market with so many cases cannot have. */
export function splitsFault(splits: Splits, cases: number): 6201 | null {
  const outcomes = splits[0]?.length ?? 0;
  const isSound =
    splits.length === cases &&
    outcomes >= 2 &&
    outcomes <= 8 &&
    splits.every((row) => row.length === outcomes && isBalanced(row)) &&
    [...Array(outcomes).keys()].every((i) => splits.some((row) => wins(row[i])) && splits.some((row) => loses(row[i])));
  return isSound ? null : 6201;
}
