/** Time as the keeper meets it; tests put their own in its place. */
export interface Timers {
  /** Wall clock, ms. */
  now(): number;
  /** Waits so many ms, or until the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 to 1, for jitter. */
  random(): number;
}

export const systemTimers: Timers = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
    }),
};
