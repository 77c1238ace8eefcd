import { lineKey, windowEnd } from './sampling.js';
import type { OddsEvent } from './streamEvent.js';

/**
 * Sampling of a stream: of each market line the latest record of each window, sent when the window is over; suspensions at once. Whatever
 * came before a suspension in its window is dropped with it, so a price never follows the suspension that ended it.
 */
export class OddsSampler {
  /** End of the window that fills, ms. */
  private end = 0;
  private pending = new Map<string, OddsEvent>();

  constructor(readonly seconds: number) {}

  /** Takes an event in the order of acceptance; gives what is to be sent now. A late one counts to the window that fills. */
  push(event: OddsEvent): readonly OddsEvent[] {
    const end = windowEnd(event.ts, this.seconds);
    const out = end > this.end ? this.flush() : [];
    this.end = Math.max(this.end, end);
    const key = lineKey(event);
    // Deleted first, so that the order of a flush is that of acceptance.
    this.pending.delete(key);
    if (event.suspended) return [...out, event];
    this.pending.set(key, event);
    return out;
  }

  /** What a window that is over by now (ms) still holds. */
  tick(now: number): readonly OddsEvent[] {
    return now >= this.end ? this.flush() : [];
  }

  /** When to `tick`; undefined: nothing waits. */
  get nextTick(): number | undefined {
    return this.pending.size > 0 ? this.end : undefined;
  }

  private flush(): OddsEvent[] {
    const out = [...this.pending.values()];
    this.pending.clear();
    return out;
  }
}
