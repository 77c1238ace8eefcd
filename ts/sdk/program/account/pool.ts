import { array, bool, u64 } from '../borsh/codec.js';

/** The layout version of markets, parlays and results. */
export const POOL_VERSION = 2;

/** What every pool owes at most, base units. */
export const MAX_POOL = 2n ** 62n - 1n;

/** The bookkeeping that a market and a parlay share. Amounts in base units of the mint. */
export const poolFields = {
  /** Stakes on each outcome. */
  totals: array(u64, 8),
  /** The vault's debt to open positions. */
  owed: u64,
  openPositions: u64,
  /** Fixed when the result becomes final; 0 when stakes are refunded. */
  fee: u64,
  /** Stakes of the winning positions that are still open. */
  paying: u64,
  /** Every stake is refunded, because the market is void, or there is no stake on the winning outcome. */
  refund: bool,
};
