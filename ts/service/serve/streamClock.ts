import type { Clock } from '../clock/index.js';
import type { StreamClock } from '../stream/index.js';

/** The clock of the world as streams meet it. */
export const streamClockOf = (clock: Clock): StreamClock => ({
  now: clock.now,
  at: (time, run) => {
    const cancelled = new AbortController();
    void clock.sleepUntil(time, cancelled.signal).then(() => {
      if (!cancelled.signal.aborted) run();
    });
    return () => cancelled.abort();
  },
});
