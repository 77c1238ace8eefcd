import { MS_PER_SLOT } from '../../format/index.js';
import type { RecordStore } from '../store/index.js';
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
 * Fills an empty window from what is stored, so that streams resume after a restart as if there had been none. Before any record is accepted:
 * one that comes in meanwhile could get into the window twice.
 */
export async function refillWindow(
  { records }: { readonly records: Pick<RecordStore, 'streamAfter'> },
  window: EventWindow,
  { now, slots = 2 }: RefillOptions,
): Promise<void> {
  // Nothing is accepted in a slot before its own: what the window keeps begins here at the earliest.
  const oldest = Math.max(0, now - (now % MS_PER_SLOT) - (slots - 1) * MS_PER_SLOT);
  for (const kind of ['odds', 'scores'] as const) {
    let after = { slot: oldest, index: -1 };
    for (;;) {
      const page = await records.streamAfter(kind, after, PAGE);
      for (const record of page) for (const event of eventsOf(record)) window.append(event);
      const last = page.at(-1);
      if (last === undefined) break;
      after = { slot: last.streamSlot, index: last.streamIndex };
    }
  }
}
