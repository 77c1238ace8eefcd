import { CLOCK_TOLERANCE } from '../../clock/clockTolerance.js';
import { lineKey, ownWindowEnd, shownFrom, windowKey } from './sampling.js';
import type { OddsEvent } from './streamEvent.js';

/**
 * Samples a stream as `sampled` does a list: sends the latest record of each line and window when the window in which
 * it was accepted ends, and suspensions at once. A suspension drops the earlier records of its window and is sent after
 * the pending records of earlier windows, because a price must never follow the suspension that ended it.
 */
export class OddsSampler {
  /** End of the open window, ms. */
  private end = 0;
  /** By window, in order of acceptance. */
  private readonly pending = new Map<string, OddsEvent>();
  /** The windows of each line in `pending`. */
  private readonly windows = new Map<string, Set<string>>();

  constructor(readonly seconds: number) {}

  /** Takes an event, in order of acceptance. Returns the events to send now. */
  push(event: OddsEvent): readonly OddsEvent[] {
    const end = this.endFor(event);
    const out = end === this.end ? [] : this.flush();
    this.end = end;
    const line = lineKey(event);
    const window = windowKey(event, this.seconds);
    // Deletes first, to keep the order of acceptance.
    this.pending.delete(window);
    if (event.suspended) return [...out, ...this.takeLine(line, ownWindowEnd(event, this.seconds)), event];
    this.pending.set(window, event);
    const windows = this.windows.get(line);
    if (windows) windows.add(window);
    else this.windows.set(line, new Set([window]));
    return out;
  }

  /** Returns the remaining records of a window that has ended at `now` (ms). */
  tick(now: number): readonly OddsEvent[] {
    return now >= this.end ? this.flush() : [];
  }

  /** When to call `tick`; undefined if nothing is pending. */
  get nextTick(): number | undefined {
    return this.pending.size > 0 ? this.end : undefined;
  }

  /**
   * The end of the open window for this event. An ingester whose clock is a little behind may deliver an event of an
   * earlier window, which must not end the open one; an ingester whose clock was far ahead must not keep it open.
   */
  private endFor(event: OddsEvent): number {
    const from = shownFrom(event, this.seconds);
    return this.end - from > CLOCK_TOLERANCE + 1_000 * this.seconds ? from : Math.max(this.end, from);
  }

  /**
   * The pending prices of a line when it is suspended. The suspension may come from an ingester whose clock is behind.
   * Prices of windows after that of the suspension are then dropped, because they must not be shown yet, nor after the
   * suspension.
   */
  private takeLine(line: string, until: number): OddsEvent[] {
    const out: OddsEvent[] = [];
    for (const window of this.windows.get(line) ?? []) {
      const event = this.pending.get(window);
      if (event && ownWindowEnd(event, this.seconds) <= until) out.push(event);
      this.pending.delete(window);
    }
    this.windows.delete(line);
    return out;
  }

  private flush(): OddsEvent[] {
    const out = [...this.pending.values()];
    this.pending.clear();
    this.windows.clear();
    return out;
  }
}
