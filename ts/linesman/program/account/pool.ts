import { array, bool, u64 } from '../borsh/codec.js';

/** The fields about stakes and debts that a market and a parlay have in common. Amounts in base units. */
export const poolFields = {
  /** Stakes per outcome. */
  totals: array(u64, 8),
  /** What the vault owes to open positions. */
  owed: u64,
  openPositions: u64,
  /** Fixed with the decision; 0 on a refund. */
  fee: u64,
  /** Stakes of the positions that pay and are not closed yet. */
  paying: u64,
  /** Every stake goes back: void, or decided with nobody on the winning outcome. */
  refund: bool,
};
