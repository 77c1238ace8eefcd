import type { StreamClock } from '../../../ts/service/edge/stream/index.js';

/** Time that stands still until the test moves it. */
export class TestClock implements StreamClock {
  private readonly timers = new Set<{ time: number; run: () => void }>();

  constructor(private time: number) {}

  now = (): number => this.time;

  at(time: number, run: () => void): () => void {
    const timer = { time, run };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  /** Timers that wait. */
  get waiting(): number {
    return this.timers.size;
  }

  /** Moves on and runs what is due, in its order; waits for what that starts. */
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

/** Lets everything run that does not wait for time or for the network. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
