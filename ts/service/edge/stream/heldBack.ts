import type { EventWindow } from './eventWindow.js';
import { emissionsOf } from './resume.js';
import { lineKey, type SamplingOf } from './sampling.js';
import type { OddsEvent } from './streamEvent.js';

/** The sampling of a stream. `intervals` (seconds): every value that `samplingOf` may return. */
export interface SampledBy {
  readonly intervals: readonly number[];
  readonly samplingOf: SamplingOf<OddsEvent>;
}

/**
 * The prices that the open windows of `before` have held back from a stream, and that `after`, its new sampling, shows
 * at `now` (ms). Its shorter windows have already ended, so these prices would otherwise never be sent. Skips records
 * before the last one sent for a line, because a price must never follow the suspension that ended it.
 */
export function heldBack(window: EventWindow, before: SampledBy, after: SampledBy, now: number): readonly OddsEvent[] {
  const places = new Map<string, number>();
  for (const { event, place } of emissionsOf(window, before.intervals, { ...before, now })) {
    const line = lineKey(event);
    places.set(line, Math.max(place, places.get(line) ?? -1));
  }
  return emissionsOf(window, after.intervals, { ...after, now })
    .filter(({ event, place }) => before.samplingOf(event) !== null && place > (places.get(lineKey(event)) ?? -1))
    .map(({ event }) => event);
}
