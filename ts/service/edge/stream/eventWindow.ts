import { MS_PER_SLOT } from '@linesman/sdk/format';
import type { WorldTime } from '../../clock/clock.js';
import type { StreamEvent, StreamKind } from './streamEvent.js';

/** The latest events of both kinds, for resuming streams: at least those of the running and the previous slot. */
export interface EventWindow {
  append(event: StreamEvent): void;
  /** The retained events of a kind, in order of acceptance. */
  kept(kind: StreamKind): readonly StreamEvent[];
  /** The position of an event in `kept`; undefined if it is not retained. */
  placeOf(kind: StreamKind, id: string): number | undefined;
}

/** Beyond this many events of a kind, those that happened before the retained slots are dropped early. */
export const MAX_LATENESS = 20_000;

interface Shelf {
  events: StreamEvent[];
  /** Positions counted from the first event ever. */
  readonly places: Map<string, number>;
  dropped: number;
}

/**
 * Keeps events in memory, in order of acceptance. An event is dropped once the slot in its id, in which it was
 * accepted, is older than the previous slot. The time of the event itself does not matter: subscribers resume by id.
 */
export class MemoryEventWindow implements EventWindow {
  private readonly shelves: Record<StreamKind, Shelf> = { odds: emptyShelf(), scores: emptyShelf() };

  /** `now`: world time (ms). `slots`: number of retained slots including the running one, at least 2. */
  constructor(
    private readonly now: () => WorldTime,
    private readonly slots = 2,
  ) {
    if (!(slots >= 2))
      throw new RangeError(`cannot retain ${slots} slots: at least the running and the previous one are needed`);
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
    // Drops in bulk, because the rest is copied.
    const isFull = shelf.events.length >= 1.1 * MAX_LATENESS;
    let count = 0;
    for (const event of shelf.events) {
      const isOver = slotOfId(event.id) < oldest;
      // This prevents a bulk import of old records from being retained for ten minutes.
      const isBulk = isFull && event.ts < oldest && shelf.events.length - count > MAX_LATENESS;
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
