import type { RealClock } from './clock.js';
import { wait } from './wait.js';

/** The clock waits out backward steps smaller than this, ms, because timers may fire slightly early. */
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
