import type { EventWindow } from './eventWindow.js';
import { OddsSampler } from './oddsSampler.js';
import { type SamplingOf, shownFrom } from './sampling.js';
import type { OddsEvent, StreamEvent, StreamKind } from './streamEvent.js';

/** The events after an id, oldest first; undefined: the id is not in the window. */
export function eventsAfter(window: EventWindow, kind: StreamKind, id: string): readonly StreamEvent[] | undefined {
  const place = window.placeOf(kind, id);
  return place === undefined ? undefined : window.kept(kind).slice(place + 1);
}

export interface Emission {
  readonly event: OddsEvent;
  /** Place of the event in the window. */
  readonly place: number;
  /** Place of the event that set it free. */
  readonly trigger: number;
  /** Of the sampling that gave it; 0: at once. */
  readonly seconds: number;
}

/** What a sampled reader may know of at `now` (ms). `samplingOf` says how it is sampled, `slowest` (seconds) how what it does not see at all counts. */
export interface SampledView {
  readonly samplingOf: SamplingOf<OddsEvent>;
  readonly slowest: number;
  readonly now: number;
}

/**
 * Whether a sampled reader may not know yet that there is such an event. Whoever has its id has it from elsewhere or has guessed it, and
 * must not be told by the answer that he has guessed right.
 */
export function isHidden(event: StreamEvent, { samplingOf, slowest, now }: SampledView): boolean {
  if (event.kind !== 'odds') return false;
  const granted = samplingOf(event);
  const seconds = granted ?? slowest;
  return seconds > 0 && !(event.suspended && granted !== null) && shownFrom(event, seconds) > now;
}

/**
 * The same of a sampled stream, whose lines have the `intervals` (seconds) that the view says. What a window sets free comes after
 * suspensions that are younger, so the id alone does not say what was sent; the sampling is repeated over the window. An event is sent if
 * it comes after the id in that order, or was accepted after it: none is lost, but a suspension that is younger than the id may come twice,
 * and so may what another interval set free at about the time of the id.
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
    // Several samplings end their windows in no known order.
    if (one.seconds !== known.seconds) return one.trigger !== one.place && one.trigger >= known.trigger;
    return i > rank;
  };
  return emissions.filter(isAfter).map(({ event }) => event);
}

/** What a stream with these intervals was sent of the kept odds, in its order. */
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
