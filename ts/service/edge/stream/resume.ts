import type { EventWindow } from './eventWindow.js';
import { OddsSampler } from './oddsSampler.js';
import { type SamplingOf, shownFrom } from './sampling.js';
import type { OddsEvent, StreamEvent, StreamKind } from './streamEvent.js';

/** The events after an id, oldest first; undefined if the id is not in the window. */
export function eventsAfter(window: EventWindow, kind: StreamKind, id: string): readonly StreamEvent[] | undefined {
  const place = window.placeOf(kind, id);
  return place === undefined ? undefined : window.kept(kind).slice(place + 1);
}

export interface Emission {
  readonly event: OddsEvent;
  /** Position of the event in the window. */
  readonly place: number;
  /** Position of the event that released it. */
  readonly trigger: number;
  /** Sampling interval that released it; 0: at once. */
  readonly seconds: number;
}

/** Events that a sampled reader may see at `now`, ms. `slowest`: seconds for events it has no access to. */
export interface SampledView {
  readonly samplingOf: SamplingOf<OddsEvent>;
  readonly slowest: number;
  readonly now: number;
}

/**
 * Whether a sampled reader must not learn yet that an event exists. It may have guessed the id, and the answer must not
 * confirm the guess.
 */
export function isHidden(event: StreamEvent, { samplingOf, slowest, now }: SampledView): boolean {
  if (event.kind !== 'odds') return false;
  const granted = samplingOf(event);
  const seconds = granted ?? slowest;
  return seconds > 0 && !(event.suspended && granted !== null) && shownFrom(event, seconds) > now;
}

/**
 * Like `eventsAfter`, for a sampled stream with these `intervals` (seconds). Records are released when their sampling
 * interval ends, and more recent suspensions are sent before them. The id alone therefore does not determine which
 * records were sent, and the sampling is replayed over the retained events. Sends events released after the id, or
 * accepted after it. No event is lost, but a suspension more recent than the id may be sent twice, and so may events
 * that another interval released at about the same time.
 */
export function sampledEventsAfter(
  window: EventWindow,
  intervals: readonly number[],
  view: SampledView,
  id: string,
): readonly StreamEvent[] | undefined {
  const last = window.placeOf('odds', id);
  const named = last === undefined ? undefined : window.kept('odds')[last];
  if (last === undefined || named === undefined || isHidden(named, view)) return undefined;
  const emissions = emissionsOf(window, intervals, view);
  const rank = emissions.findIndex(({ place }) => place === last);
  const known = emissions[rank];
  const isAfter = (one: Emission, i: number): boolean => {
    if (one.place > last) return true;
    if (known === undefined) return one.trigger > last;
    // Windows of different intervals end in no fixed order.
    if (one.seconds !== known.seconds) return one.trigger !== one.place && one.trigger >= known.trigger;
    return i > rank;
  };
  return emissions.filter(isAfter).map(({ event }) => event);
}

/** The retained odds that a stream with these intervals was sent, in order. */
export function emissionsOf(
  window: EventWindow,
  intervals: readonly number[],
  { samplingOf, now }: Pick<SampledView, 'samplingOf' | 'now'>,
): readonly Emission[] {
  const samplers = intervals.filter((seconds) => seconds > 0).map((seconds) => new OddsSampler(seconds));
  const emissions: Emission[] = [];
  const places = new Map<StreamEvent, number>();
  const emit = (events: readonly OddsEvent[], trigger: number, seconds: number): void => {
    for (const event of events)
      if (samplingOf(event) === seconds) emissions.push({ event, place: places.get(event) ?? 0, trigger, seconds });
  };
  for (const [place, event] of window.kept('odds').entries()) {
    if (event.kind !== 'odds') continue;
    places.set(event, place);
    emit([event], place, 0);
    for (const sampler of samplers) emit(sampler.push(event), place, sampler.seconds);
  }
  for (const sampler of samplers) emit(sampler.tick(now), Number.POSITIVE_INFINITY, sampler.seconds);
  return emissions;
}
