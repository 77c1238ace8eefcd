import type { RealClock } from './clock.js';
import { wait } from './wait.js';

/** Backward steps of the machine's clock smaller than this, ms, prolong a wait. Rounding must not end it early. */
const STEP_BACK = 1_000;

/** The machine's clock. */
export const realClock: RealClock = {
  now: () => Date.now(),
  sleepUntil: async (ms, signal) => {
    const end = performance.now() + ms - Date.now();
    for (let left = ms - Date.now(); left > 0 && signal?.aborted !== true; left = ms - Date.now()) {
      // Without this, correcting a fast clock would delay every sleeper by the whole correction.
      if (left > end - performance.now() + STEP_BACK) return;
      await wait(left, signal);
    }
  },
};
