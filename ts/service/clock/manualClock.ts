import type { Clock } from './clock.js';

/** A clock for tests that stands still until it is set. */
export class ManualClock implements Clock {
  private readonly waiting = new Set<{ readonly until: number; readonly wake: () => void }>();

  constructor(private time: number) {}

  now = (): number => this.time;

  /** Number of pending sleeps. */
  get sleepers(): number {
    return this.waiting.size;
  }

  /** The earliest time that a sleeper waits for. */
  get nextWake(): number | undefined {
    return this.waiting.size === 0 ? undefined : Math.min(...[...this.waiting].map(({ until }) => until));
  }

  set(time: number): void {
    this.time = time;
    for (const sleeper of [...this.waiting]) if (sleeper.until <= time) sleeper.wake();
  }

  advance(ms: number): void {
    this.set(this.time + ms);
  }

  sleepUntil = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (ms <= this.time || signal?.aborted) return resolve();
      const wake = () => {
        this.waiting.delete(sleeper);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const sleeper = { until: ms, wake };
      this.waiting.add(sleeper);
      signal?.addEventListener('abort', wake, { once: true });
    });
}
