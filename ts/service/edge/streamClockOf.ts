import type { Clock } from '../clock/index.js';
import type { StreamClock } from '../stream/index.js';

/** The clock of the world as streams take it. */
export function streamClockOf(clock: Clock): StreamClock {
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
