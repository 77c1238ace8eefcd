import { MS_PER_SLOT } from '@linesman/sdk/format';
import type { RecordStore, StreamPlaces } from '../../data/store/recordStore.js';
import { eventsOf } from './eventsOf.js';
import type { EventWindow } from './eventWindow.js';

export interface RefillOptions {
  /** World time, ms. */
  readonly now: number;
  /** Number of slots that the window retains, including the running one. Default 2. */
  readonly slots?: number;
}

/** Records read at a time. */
const PAGE = 1_000;

/**
 * Fills an empty window from the store, so that streams resume after a restart. Returns the positions after which newer
 * records must be appended: other processes may be storing records meanwhile.
 */
export async function refillWindow(
  { records }: { readonly records: Pick<RecordStore, 'streamAfter' | 'kindState'> },
  window: EventWindow,
  { now, slots = 2 }: RefillOptions,
): Promise<StreamPlaces> {
  // Slots of acceptance never decrease, so the retained events start here at the earliest.
  const oldest = Math.max(0, now - (now % MS_PER_SLOT) - (slots - 1) * MS_PER_SLOT);
  const fill = async (kind: 'odds' | 'scores'): Promise<StreamPlaces['odds']> => {
    // Queried first. If these slots are empty, the next record still comes after this position, though a slow clock may
    // give it an earlier slot.
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
