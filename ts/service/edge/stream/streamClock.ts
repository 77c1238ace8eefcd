import type { Clock, RealTime } from '../../clock/clock.js';

/** The clock of streams; tests replace it. */
export interface StreamClock<T extends number = number> {
  /** Unix time, ms. */
  now(): T;
  /** Runs once at the given time (Unix ms), at the earliest in the next turn. Returns a function that cancels it. */
  at(time: T, run: () => void): () => void;
}

/** Longer delays overflow and fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** The machine's clock. Its timers do not keep the process alive. */
export const systemStreamClock: StreamClock<RealTime> = {
  now: () => Date.now(),
  at: (time, run) => {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const delay = time - Date.now();
      timer = setTimeout(delay > LONGEST_DELAY ? arm : run, Math.min(Math.max(delay, 0), LONGEST_DELAY));
      timer.unref();
    };
    arm();
    return () => clearTimeout(timer);
  },
};

/** Adapts a clock for streams. */
export function streamClockOf<T extends number>(clock: Clock<T>): StreamClock<T> {
  return {
    now: () => clock.now(),
    at: (time, run) => {
      const cancelled = new AbortController();
      void clock.sleepUntil(time, cancelled.signal).then(() => {
        if (!cancelled.signal.aborted) setImmediate(() => cancelled.signal.aborted || run());
      });
      return () => cancelled.abort();
    },
  };
}
