import type { Timers } from '../../ts/sdk/client/timers.js';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Work may put itself off this number of times in a row before it counts as idle. */
const TURNS = 4;

async function untilIdle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** How often everything may be idle without anyone asleep before the work counts as stuck. */
const MAX_IDLE_TURNS = 1_000;

/**
 * Time that passes only while all tasks wait. When no task can run, it jumps to the next moment that a task waits for.
 * Minutes of waiting then take only as long as the work itself, and always the same time. This is only for work in this
 * process, because it cannot see that a task waits for a socket or a thread.
 */
export class VirtualTime implements Timers {
  private readonly sleepers = new Set<Sleeper>();

  /** @param time Unix ms. */
  constructor(private time = 1_790_000_000_000) {}

  now = (): number => this.time;
  random = (): number => 1;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const sleeper = {
        at: this.time + Math.max(0, ms),
        wake: () => {
          this.sleepers.delete(sleeper);
          signal?.removeEventListener('abort', sleeper.wake);
          resolve();
        },
      };
      signal?.addEventListener('abort', sleeper.wake, { once: true });
      this.sleepers.add(sleeper);
    });

  after = (ms: number, run: () => void): (() => void) => {
    const stop = new AbortController();
    void this.sleep(ms, stop.signal).then(() => stop.signal.aborted || run());
    return () => stop.abort();
  };

  /** Lets time pass until the work is done. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    let isDone = false;
    const result = work().finally(() => {
      isDone = true;
    });
    result.catch(() => {});
    for (let idle = 0; !isDone; ) {
      await untilIdle();
      if (isDone) break;
      let next = Number.POSITIVE_INFINITY;
      for (const { at } of this.sleepers) next = Math.min(next, at);
      if (next === Number.POSITIVE_INFINITY) {
        if (++idle > MAX_IDLE_TURNS) throw new Error('everybody waits, and nobody for a time');
        continue;
      }
      idle = 0;
      this.time = next;
      // In the order in which they came.
      for (const sleeper of [...this.sleepers]) if (sleeper.at === next) sleeper.wake();
    }
    return result;
  }
}
