import type { StreamClock } from '../../../ts/service/edge/stream/streamClock.js';

/** A clock that stands still until the test moves it. */
export class TestClock implements StreamClock {
  private readonly timers = new Set<{ time: number; run: () => void }>();

  constructor(private time: number) {}

  now = (): number => this.time;

  at(time: number, run: () => void): () => void {
    const timer = { time, run };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  /** Pending timers. */
  get waiting(): number {
    return this.timers.size;
  }

  /** Advances the time and runs due timers in order. Awaits what they start. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      const next = [...this.timers].filter(({ time }) => time <= end).sort((a, b) => a.time - b.time)[0];
      if (!next) break;
      this.timers.delete(next);
      this.time = Math.max(this.time, next.time);
      next.run();
      await settled();
    }
    this.time = end;
    await settled();
  }
}

/** Runs everything that waits neither for time nor for the network. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
