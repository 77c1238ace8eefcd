import type { Clock } from '../clock/index.js';
import type { StreamClock } from './stream/index.js';

/** A clock as streams take it. */
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
