import type { Timers } from '../../../ts/sdk/client/timers.js';

/** Time that advances only on a sleep or when the test says so. */
export class TestTimers implements Timers {
  private time = 1_790_000_000_000;
  readonly slept: number[] = [];
  /** Called on each sleep. */
  onSleep: (ms: number) => void | Promise<void> = () => {};

  now = (): number => this.time;
  random = (): number => 1;

  pass(ms: number): void {
    this.time += ms;
  }

  sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (signal?.aborted) return;
    this.slept.push(ms);
    this.pass(Math.max(0, ms));
    await this.onSleep(ms);
    // Yields to other tasks, like a real wait.
    await new Promise((resolve) => setImmediate(resolve));
  };
}
