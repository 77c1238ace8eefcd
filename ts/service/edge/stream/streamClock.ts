import type { RealTime } from '../../clock/index.js';

/** Time as streams meet it; tests put their own in its place. */
export interface StreamClock<T extends number = number> {
  /** Unix time, ms. */
  now(): T;
  /** Runs once when the time (Unix, ms) has come, at the earliest in the next turn; gives back what cancels it. */
  at(time: T, run: () => void): () => void;
}

/** Longer delays would overflow in the runtime and fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** The clock of the machine. Its timers keep no process alive. */
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
