import type { Schema } from './borsh.js';
import type { Milliseconds } from './slotTime.js';

/**
 * Count and time range of the records that a summary covers. The count is i32 for scores, u32 for odds and fixtures.
 */
export interface UpdateStats {
  readonly updateCount: number;
  readonly minTimestamp: Milliseconds;
  readonly maxTimestamp: Milliseconds;
}

export const SCORES_UPDATE_STATS_SCHEMA: Schema = {
  struct: { updateCount: 'i32', minTimestamp: 'i64', maxTimestamp: 'i64' },
};
export const UPDATE_STATS_SCHEMA: Schema = {
  struct: { updateCount: 'u32', minTimestamp: 'i64', maxTimestamp: 'i64' },
};
