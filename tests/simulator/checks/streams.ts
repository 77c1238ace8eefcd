import { MS_PER_SLOT } from '../../../ts/sdk/format/slotTime.js';
import type { Store } from '../../../ts/service/data/store/store.js';
import { eventsOf } from '../../../ts/service/edge/stream/eventsOf.js';
import { ownWindowEnd, shownFrom } from '../../../ts/service/edge/stream/sampling.js';
import type { OddsEvent, StreamEvent } from '../../../ts/service/edge/stream/streamEvent.js';
import { storedStream } from '../../helpers/service/storedStream.js';
import type { Seen, StreamReader } from '../parts/reader.js';

/** Each reader has seen every event once and in order, but for what it was told of. */
export async function checkReaders(store: Store, readers: readonly StreamReader[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const [number, { seen, since, options }] of readers.entries()) {
    const records = await storedStream(store, options.kind);
    // A reader who comes after the last event sees nothing.
    if (seen.length === 0 && !records.some(({ acceptedAt }) => acceptedAt > since)) continue;
    const ids = records.map(({ streamSlot, streamIndex }) => `${streamSlot}:${streamIndex}`);
    const places = new Map(ids.map((id, i) => [id, i]));
    /** The place of the next one; undefined: it may be any. */
    let next: number | undefined;
    for (const one of seen) {
      if ('gap' in one) {
        // What follows comes after the end of the gap.
        next = undefined;
        const slot = Number(one.gap.From.split(':')[0]);
        if (slot >= one.at - (one.at % MS_PER_SLOT) - MS_PER_SLOT)
          wrong.push(`reader ${number} was told of a gap after ${one.gap.From} at ${one.at}, in the time that is kept`);
        continue;
      }
      if ('from' in one) {
        next = (places.get(one.from) ?? Number.NaN) + 1;
        continue;
      }
      const place = places.get(one.id);
      if (place === undefined) wrong.push(`reader ${number} has seen ${one.id}, which is not stored`);
      else if (next !== undefined && place !== next)
        wrong.push(`reader ${number} has seen ${one.id} in the place of ${ids[next]}`);
      next = place === undefined ? undefined : place + 1;
    }
    if (isBefore(lastOf(seen), ids.at(-1) ?? ''))
      wrong.push(`reader ${number} has seen ${lastOf(seen)} last, not ${ids.at(-1)}`);
  }
  return wrong;
}

/** How far a reader has come, or was told that it would have. */
function lastOf(seen: readonly Seen[]): string {
  const last = seen.at(-1);
  if (last === undefined) return '';
  return 'gap' in last ? last.gap.To : 'id' in last ? last.id : last.from;
}

const isBefore = (one: string, other: string): boolean => {
  const [[slot = 0, index = 0] = [], [otherSlot = 0, otherIndex = 0] = []] = [one, other].map((id) =>
    id.split(':').map(Number),
  );
  return slot < otherSlot || (slot === otherSlot && index < otherIndex);
};

/**
 * Whether a price may be shown because a later window of its line was suspended: its own window is over, though it has
 * come late, and no reader can use it any more.
 */
const isEnded = (event: OddsEvent, rest: readonly (StreamEvent | undefined)[], seconds: number): boolean => {
  const next = rest.find((one) => one?.kind === 'odds' && one.fixtureId === event.fixtureId && one.line === event.line);
  return next?.kind === 'odds' && next.suspended && ownWindowEnd(event, seconds) < ownWindowEnd(next, seconds);
};

/** No reader of odds with this sampling has seen a price before its window ended. */
export async function checkSampled(store: Store, readers: readonly StreamReader[], seconds: number): Promise<string[]> {
  const wrong: string[] = [];
  const events = new Map((await storedStream(store, 'odds')).flatMap(eventsOf).map((event) => [event.id, event]));
  for (const [number, { seen }] of readers.entries())
    for (const [i, one] of seen.entries()) {
      const event = 'id' in one ? events.get(one.id) : undefined;
      if (!('id' in one) || event?.kind !== 'odds') continue;
      const from = shownFrom(event, seconds);
      if (event.suspended || one.at >= from) continue;
      const rest = seen.slice(i + 1).map((later) => ('id' in later ? events.get(later.id) : undefined));
      if (!isEnded(event, rest, seconds))
        wrong.push(`sampled reader ${number} has seen ${one.id} at ${one.at}, ${from - one.at} ms too early`);
    }
  return wrong;
}
