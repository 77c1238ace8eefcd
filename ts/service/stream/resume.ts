import type { EventWindow } from './eventWindow.js';
import { OddsSampler } from './oddsSampler.js';
import { type SamplingOf, shownFrom } from './sampling.js';
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
  const seconds = samplingOf(event);
  if (seconds === 0 || (seconds !== null && event.suspended)) return false;
  return shownFrom(event, seconds ?? slowest) > now;
}

/**
 * The same of a sampled stream. What a window sets free comes after suspensions that are younger, so the id alone does not say what was
 * sent; the sampling is repeated over the window. An event is sent if it comes after the id in that order, or was accepted after it: none
 * is lost, but a suspension that is younger than the id may come twice.
 */
export function sampledEventsAfter(
  window: EventWindow,
  seconds: number,
  view: SampledView,
  id: string,
): readonly StreamEvent[] | undefined {
  const last = window.placeOf('odds', id);
  const known = last === undefined ? undefined : window.kept('odds')[last];
  if (last === undefined || known === undefined || isHidden(known, view)) return undefined;
  const sampler = new OddsSampler(seconds);
  const emissions: Emission[] = [];
  const places = new Map<StreamEvent, number>();
  const emit = (events: readonly OddsEvent[], trigger: number): void => {
    for (const event of events) emissions.push({ event, place: places.get(event) ?? 0, trigger });
  };
  for (const [place, event] of window.kept('odds').entries()) {
    if (event.kind !== 'odds') continue;
    places.set(event, place);
    emit(sampler.push(event), place);
  }
  emit(sampler.tick(view.now), Number.POSITIVE_INFINITY);
  const rank = emissions.findIndex(({ place }) => place === last);
  return emissions
    .filter((one, i) => one.place > last || (rank >= 0 ? i > rank : one.trigger > last))
    .map(({ event }) => event);
}
