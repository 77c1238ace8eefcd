import type { RealClock } from './clock.js';
import { wait } from './wait.js';

/** Smaller steps back are waited for, ms: timers may fire a moment early. */
const STEP_BACK = 1_000;

/** The clock of the machine. */
export const realClock: RealClock = {
  now: () => Date.now(),
  sleepUntil: async (ms, signal) => {
    const end = performance.now() + ms - Date.now();
    for (let left = ms - Date.now(); left > 0 && signal?.aborted !== true; left = ms - Date.now()) {
      // A clock that was ahead and was put right would else keep everybody waiting for as long as it had been ahead.
      if (left > end - performance.now() + STEP_BACK) return;
      await wait(left, signal);
    }
  },
};
