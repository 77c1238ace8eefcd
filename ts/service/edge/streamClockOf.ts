import type { Clock } from '../clock/index.js';
import type { StreamClock } from '../stream/index.js';

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
