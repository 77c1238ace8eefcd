import { CLOCK_AHEAD, errorOf, type LinesmanError } from '@linesman/sdk/error';
import type { Clock } from './clock.js';
import { CLOCK_TOLERANCE } from './clockTolerance.js';
import { wait } from './wait.js';

export interface DatabaseTime {
  /** The database's clock, Unix time in ms. */
  readonly time: () => Promise<number>;
  /** ms of real time between queries. Default 10,000. */
  readonly interval?: number;
  /** Monotonic real time in ms, unaffected by changes of the machine's clock. */
  readonly real?: () => number;
  /** The machine's clock, Unix time in ms. */
  readonly machineTime?: () => number;
  /**
   * Called on every query that finds the machine's clock too far from the database's (CLOCK_AHEAD). A warning only:
   * nothing uses the machine's clock.
   */
  readonly onApart?: (error: LinesmanError) => void;
  /** Called when a query fails; the clock then continues from the last answer. */
  readonly onFailure?: (error: unknown) => void;
}

/** Smaller corrections do not wake sleepers, ms, because a round trip may take this long. */
const STEP = 1_000;

/**
 * The database's time. All processes that share a database use it, so they agree on when things happen even if a
 * machine's clock is wrong. It runs ahead of the database by at most the drift between two queries.
 */
export class DatabaseClock implements Clock {
  private readonly real: () => number;
  /** The database's time at a reading of `real`. */
  private at: { readonly real: number; readonly theirs: number } = { real: 0, theirs: 0 };
  /** Aborted when the time jumps, so that sleepers recalculate. */
  private jump = new AbortController();

  private constructor(private readonly options: DatabaseTime) {
    this.real = options.real ?? (() => performance.now());
  }

  /** Queries once and rejects if the database does not answer. `follow` keeps it up to date. */
  static async start(options: DatabaseTime): Promise<DatabaseClock> {
    const clock = new DatabaseClock(options);
    await clock.ask();
    return clock;
  }

  now = (): number => Math.floor(this.at.theirs + this.real() - this.at.real);

  /** Queries at intervals until the signal aborts. */
  async follow(signal: AbortSignal): Promise<void> {
    const { interval = 10_000, onFailure } = this.options;
    while (!signal.aborted) {
      await wait(interval, signal);
      if (!signal.aborted) await this.ask().catch((error: unknown) => onFailure?.(error));
    }
  }

  /** Queries now. */
  async ask(): Promise<void> {
    const { time, machineTime = Date.now, onApart } = this.options;
    const before = machineTime();
    const theirs = await time();
    const after = machineTime();
    const shown = this.now();
    // Assumes that the whole round trip was the way back, because a clock that is slightly late is safer than one that
    // is early.
    this.at = { real: this.real(), theirs };
    if (Math.abs(this.now() - shown) > STEP) {
      const { jump } = this;
      this.jump = new AbortController();
      jump.abort();
    }
    // The database read its clock at some moment between the two.
    if (before - theirs <= CLOCK_TOLERANCE && theirs - after <= CLOCK_TOLERANCE) return;
    onApart?.(
      errorOf(CLOCK_AHEAD, {
        now: after,
        databaseTime: theirs,
        tolerance: CLOCK_TOLERANCE,
      }),
    );
  }

  sleepUntil = async (ms: number, signal?: AbortSignal): Promise<void> => {
    // Timers may fire slightly early.
    for (let left = ms - this.now(); left > 0 && signal?.aborted !== true; left = ms - this.now()) {
      const { signal: jumped } = this.jump;
      await wait(Math.max(1, left), signal ? AbortSignal.any([signal, jumped]) : jumped);
    }
  };
}
