import { CLOCK_AHEAD, errorOf, type LinesmanError } from 'linesman/error';
import type { Clock } from './clock.js';
import { CLOCK_TOLERANCE } from './clockTolerance.js';
import { wait } from './wait.js';

export interface DatabaseTime {
  /** What the clock of the database shows, Unix time in ms. */
  readonly time: () => Promise<number>;
  /** ms of the machine's time between two questions. Default 10,000. */
  readonly interval?: number;
  /** ms of real time since some moment; never goes back, whatever is done to the clock of the machine. */
  readonly real?: () => number;
  /** What the clock of the machine shows, Unix time in ms. */
  readonly machineTime?: () => number;
  /**
   * Told at each question that the clock of the machine is far from that of the database (CLOCK_AHEAD); nothing goes by
   * it.
   */
  readonly onApart?: (error: LinesmanError) => void;
  /** Told when the database could not be asked: the clock goes on from the last answer. */
  readonly onFailure?: (error: unknown) => void;
}

/** Smaller corrections wake nobody, ms: that much an answer may take. */
const STEP = 1_000;

/**
 * The time of the database, which all processes that share it go by: what one of them decides at some time, the others see at that time,
 * however wrong the clock of a machine is. It is never ahead of it by more than the two run apart between two questions.
 */
export class DatabaseClock implements Clock {
  private readonly real: () => number;
  /** The time of the database at a moment of `real`. */
  private at: { readonly real: number; readonly theirs: number } = { real: 0, theirs: 0 };
  /** Aborted when the time jumps: whoever waits has to reckon anew. */
  private jump = new AbortController();

  private constructor(private readonly options: DatabaseTime) {
    this.real = options.real ?? (() => performance.now());
  }

  /** Asks once, and rejects when the database does not answer; `follow` goes on asking. */
  static async start(options: DatabaseTime): Promise<DatabaseClock> {
    const clock = new DatabaseClock(options);
    await clock.ask();
    return clock;
  }

  now = (): number => Math.floor(this.at.theirs + this.real() - this.at.real);

  /** Asks again and again, until the signal is aborted. */
  async follow(signal: AbortSignal): Promise<void> {
    const { interval = 10_000, onFailure } = this.options;
    while (!signal.aborted) {
      await wait(interval, signal);
      if (!signal.aborted) await this.ask().catch((error: unknown) => onFailure?.(error));
    }
  }

  /** Asks now. */
  async ask(): Promise<void> {
    const { time, machineTime = Date.now, onApart } = this.options;
    const before = machineTime();
    const theirs = await time();
    const after = machineTime();
    const shown = this.now();
    // As if it had taken the whole way back: rather a moment late than early.
    this.at = { real: this.real(), theirs };
    if (Math.abs(this.now() - shown) > STEP) {
      const { jump } = this;
      this.jump = new AbortController();
      jump.abort();
    }
    // The answer is of some moment in between.
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
    // Timers may fire a moment early.
    for (let left = ms - this.now(); left > 0 && signal?.aborted !== true; left = ms - this.now()) {
      const { signal: jumped } = this.jump;
      await wait(Math.max(1, left), signal ? AbortSignal.any([signal, jumped]) : jumped);
    }
  };
}
