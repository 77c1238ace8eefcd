import type { Clock } from './clock.js';
import { wait } from './wait.js';

/** The clock of the machine. */
export const realClock: Clock = {
  now: () => Date.now(),
  sleepUntil: async (ms, signal) => {
    for (let left = ms - Date.now(); left > 0 && signal?.aborted !== true; left = ms - Date.now())
      await wait(left, signal);
  },
};
