import { vi } from 'vitest';

/**
 * The machine's timers and `performance.now`, standing still until the test moves them, so that a limit is reached when
 * the test says so and never because the machine is slow. Sockets, and limits that Node keeps itself, run as usual.
 * `vi.useRealTimers` and `vi.restoreAllMocks` end it.
 */
export class MachineTime {
  private passed = 0;

  private constructor() {
    // Whole, so that sums are exact.
    const start = Math.floor(performance.now());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // The object itself, because libraries import it from `node:perf_hooks`.
    vi.spyOn(performance, 'now').mockImplementation(() => start + this.passed);
  }

  static stop(): MachineTime {
    return new MachineTime();
  }

  /** Lets ms pass, and runs the timers that are due. */
  async advance(ms: number): Promise<void> {
    this.passed += ms;
    await vi.advanceTimersByTimeAsync(ms);
  }
}
