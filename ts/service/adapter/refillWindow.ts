import { MS_PER_SLOT } from 'linesman/format';
import type { RecordStore, StreamPlaces } from '../store/index.js';
import type { EventWindow } from '../stream/index.js';
import { eventsOf } from './eventsOf.js';

export interface RefillOptions {
  /** Time of records, ms. */
  readonly now: number;
  /** As many as the window keeps, the running one counted. Default 2. */
  readonly slots?: number;
}

/** Records that are read at a time. */
const PAGE = 1_000;

/**
 * Fills an empty window from what is stored, so that streams resume after a restart as if there had been none. Gives the places after which
 * whatever else is stored has to be added: other processes may be storing records meanwhile.
 */
export async function refillWindow(
  { records }: { readonly records: Pick<RecordStore, 'streamAfter' | 'kindState'> },
  window: EventWindow,
  { now, slots = 2 }: RefillOptions,
): Promise<StreamPlaces> {
  // Nothing is accepted in a slot before its own: what the window keeps begins here at the earliest.
  const oldest = Math.max(0, now - (now % MS_PER_SLOT) - (slots - 1) * MS_PER_SLOT);
  const fill = async (kind: 'odds' | 'scores'): Promise<StreamPlaces['odds']> => {
    // Asked first. If nothing is in these slots, the next record still comes after it, though perhaps in a slot before them: by a slow clock.
    const { streamSlot, streamIndex } = await records.kindState(kind);
    let after = { slot: oldest, index: -1 };
    for (let isEmpty = true; ; isEmpty = false) {
      const page = await records.streamAfter(kind, after, PAGE);
      for (const record of page) for (const event of eventsOf(record)) window.append(event);
      const last = page.at(-1);
      if (last === undefined) return isEmpty ? { slot: streamSlot, index: streamIndex - 1 } : after;
      after = { slot: last.streamSlot, index: last.streamIndex };
    }
  };
  return { odds: await fill('odds'), scores: await fill('scores') };
}
