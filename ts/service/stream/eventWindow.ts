import { MS_PER_SLOT } from '../../format/index.js';
import type { StreamEvent, StreamKind } from './streamEvent.js';

/** The latest events of both kinds, from which streams resume: at least the running and the previous slot. */
export interface EventWindow {
  append(event: StreamEvent): void;
  /** The kept events of a kind in the order in which they were accepted. */
  kept(kind: StreamKind): readonly StreamEvent[];
  /** The place of an event in `kept`; undefined: not kept. */
  placeOf(kind: StreamKind, id: string): number | undefined;
}

interface Shelf {
  events: StreamEvent[];
  /** Places counted from the first event ever. */
  readonly places: Map<string, number>;
  dropped: number;
}

/**
 * Keeps events in memory. An event leaves once its slot is older than the previous one, in the order of acceptance: a late record of an
 * old slot stays until what came before it leaves.
 */
export class MemoryEventWindow implements EventWindow {
  private readonly shelves: Record<StreamKind, Shelf> = { odds: emptyShelf(), scores: emptyShelf() };

  /** `now` is the time of records (ms); `slots` (at least 2) is how many slots are kept, the running one counted. */
  constructor(
    private readonly now: () => number,
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
    let count = 0;
    for (const event of shelf.events) {
      if (event.ts >= oldest) break;
      shelf.places.delete(event.id);
      count++;
    }
    if (count === 0) return;
    shelf.events = shelf.events.slice(count);
    shelf.dropped += count;
  }
}

const emptyShelf = (): Shelf => ({ events: [], places: new Map(), dropped: 0 });
