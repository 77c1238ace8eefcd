import type { Milliseconds, UpdateStats } from '@linesman/sdk/format';

/** The number and time range of the records that a summary covers. `times` (ms) must be non-empty. */
export function updateStatsOf(times: readonly number[]): UpdateStats {
  let minTimestamp = Number.POSITIVE_INFINITY;
  let maxTimestamp = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    minTimestamp = Math.min(minTimestamp, time);
    maxTimestamp = Math.max(maxTimestamp, time);
  }
  return {
    updateCount: times.length,
    minTimestamp: minTimestamp as Milliseconds,
    maxTimestamp: maxTimestamp as Milliseconds,
  };
}
