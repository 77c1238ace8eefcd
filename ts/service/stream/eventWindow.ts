import { MS_PER_SLOT } from 'linesman/format';
import type { WorldTime } from '../clock/index.js';
import type { StreamEvent, StreamKind } from './streamEvent.js';

/** The latest events of both kinds, from which streams resume: at least the running and the previous slot. */
export interface EventWindow {
  append(event: StreamEvent): void;
  /** The kept events of a kind in the order in which they were accepted. */
  kept(kind: StreamKind): readonly StreamEvent[];
  /** The place of an event in `kept`; undefined: not kept. */
  placeOf(kind: StreamKind, id: string): number | undefined;
}

/** Events of a kind beyond which those that happened before the kept slots leave early. */
export const MOST_LATE = 20_000;

interface Shelf {
  events: StreamEvent[];
  /** Places counted from the first event ever. */
  readonly places: Map<string, number>;
  dropped: number;
}

/**
 * Keeps events in memory, in the order of acceptance. An event leaves once the slot of its id, in which it was accepted, is older than the previous
 * one; whenever it happened, a reader that was there then comes back with that id.
 */
export class MemoryEventWindow implements EventWindow {
  private readonly shelves: Record<StreamKind, Shelf> = { odds: emptyShelf(), scores: emptyShelf() };

  /** `now` is the time of records (ms); `slots` (at least 2) is how many slots are kept, the running one counted. */
  constructor(
    private readonly now: () => WorldTime,
    private readonly slots = 2,
  ) {
    if (!(slots >= 2)) throw new RangeError(`${slots} slots; at least the running and the previous one are kept`);
  }

  append(event: StreamEvent): void {
    const shelf = this.shelves[event.kind];
    this.evict(shelf);
    shelf.places.set(event.id, shelf.dropped + shelf.events.length);
    shelf.events.push(event);
  }

  kept(kind: StreamKind): readonly StreamEvent[] {
    const shelf = this.shelves[kind];
    this.evict(shelf);
    return shelf.events;
  }

  placeOf(kind: StreamKind, id: string): number | undefined {
    const shelf = this.shelves[kind];
    this.evict(shelf);
    const place = shelf.places.get(id);
    return place === undefined ? undefined : place - shelf.dropped;
  }

  private evict(shelf: Shelf): void {
    const now = this.now();
    const oldest = now - (now % MS_PER_SLOT) - (this.slots - 1) * MS_PER_SLOT;
    // Some at a time: what stays is copied.
    const isFull = shelf.events.length >= 1.1 * MOST_LATE;
    let count = 0;
    for (const event of shelf.events) {
      const isOver = slotOfId(event.id) < oldest;
      // A season of old records that comes in at once is not kept for ten minutes.
      const isBulk = isFull && event.ts < oldest && shelf.events.length - count > MOST_LATE;
      if (!isOver && !isBulk) break;
      shelf.places.delete(event.id);
      count++;
    }
    if (count === 0) return;
    shelf.events = shelf.events.slice(count);
    shelf.dropped += count;
  }
}

const slotOfId = (id: string): number => Number(id.slice(0, id.indexOf(':')));
const emptyShelf = (): Shelf => ({ events: [], places: new Map(), dropped: 0 });
