import type { EventWindow } from './eventWindow.js';
import { OddsSampler } from './oddsSampler.js';
import type { SamplingOf } from './sampling.js';
import type { OddsEvent, StreamEvent, StreamKind } from './streamEvent.js';

/** The events after an id, oldest first; undefined: the id is not in the window. */
export function eventsAfter(window: EventWindow, kind: StreamKind, id: string): readonly StreamEvent[] | undefined {
  const place = window.placeOf(kind, id);
  return place === undefined ? undefined : window.kept(kind).slice(place + 1);
}

interface Emission {
  readonly event: OddsEvent;
  /** Place of the event in the window. */
  readonly place: number;
  /** Place of the event that set it free. */
  readonly trigger: number;
  /** Of the sampling that gave it; 0: at once. */
  readonly seconds: number;
}

/**
 * The same of a sampled stream, whose lines have the intervals (seconds) that `samplingOf` says. What a window sets free comes after
 * suspensions that are younger, so the id alone does not say what was sent; the sampling is repeated over the window. An event is sent if
 * it comes after the id in that order, or was accepted after it: none is lost, but a suspension that is younger than the id may come twice,
 * and so may what another interval set free at about the time of the id.
 */
export function sampledEventsAfter(
  window: EventWindow,
  intervals: readonly number[],
  samplingOf: SamplingOf<OddsEvent>,
  now: number,
  id: string,
): readonly StreamEvent[] | undefined {
  const last = window.placeOf('odds', id);
  if (last === undefined) return undefined;
  const emissions = emissionsOf(window, intervals, samplingOf, now);
  const rank = emissions.findIndex(({ place }) => place === last);
  const known = emissions[rank];
  const isAfter = (one: Emission, i: number): boolean => {
    if (one.place > last) return true;
    if (known === undefined) return one.trigger > last;
    // Several samplings end their windows in no known order.
    if (one.seconds !== known.seconds) return one.trigger !== one.place && one.trigger >= known.trigger;
    return i > rank;
  };
  return emissions.filter(isAfter).map(({ event }) => event);
}

function emissionsOf(
  window: EventWindow,
  intervals: readonly number[],
  samplingOf: SamplingOf<OddsEvent>,
  now: number,
): Emission[] {
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
