import type { EventWindow } from './eventWindow.js';
import { emissionsOf } from './resume.js';
import { lineKey, type SamplingOf } from './sampling.js';
import type { OddsEvent } from './streamEvent.js';

/** How a stream is sampled; `intervals` (seconds) are all that `samplingOf` gives. */
export interface SampledBy {
  readonly intervals: readonly number[];
  readonly samplingOf: SamplingOf<OddsEvent>;
}

/**
 * What the running windows of `before` held back of a stream, and `after`, which it has from now on, shows at `now` (ms): the windows of a shorter
 * interval are over, and nobody would send what they held. Of each line only what comes after the last record that was sent: a price
 * never follows the suspension that ended it.
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
