import { lineKey, shownFrom, windowKey } from './sampling.js';
import type { OddsEvent } from './streamEvent.js';

/**
 * Sampling of a stream, as `sampled` does it of lists: of each market line the latest record of each window, sent when the window is over in
 * which it was accepted; suspensions at once. Whatever came before a suspension in its window is dropped with it, and what is left of
 * windows before goes just before it: a price never follows the suspension that ended it.
 */
export class OddsSampler {
  /** End of the window that fills, ms. */
  private end = 0;
  /** By window, in the order of acceptance. */
  private readonly pending = new Map<string, OddsEvent>();
  /** The windows of each line in `pending`. */
  private readonly windows = new Map<string, Set<string>>();

  constructor(readonly seconds: number) {}

  /** Takes an event in the order of acceptance; gives what is to be sent now. */
  push(event: OddsEvent): readonly OddsEvent[] {
    const end = shownFrom(event, this.seconds);
    const out = end === this.end ? [] : this.flush();
    this.end = end;
    const line = lineKey(event);
    const window = windowKey(event, this.seconds);
    // Deleted first, so that the order of a flush is that of acceptance.
    this.pending.delete(window);
    if (event.suspended) return [...out, ...this.takeLine(line), event];
    this.pending.set(window, event);
    const windows = this.windows.get(line);
    if (windows) windows.add(window);
    else this.windows.set(line, new Set([window]));
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

  private takeLine(line: string): OddsEvent[] {
    const out: OddsEvent[] = [];
    for (const window of this.windows.get(line) ?? []) {
      const event = this.pending.get(window);
      if (event) out.push(event);
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
