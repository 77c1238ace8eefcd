/** Time as the client meets it; tests put their own in its place. */
export interface Timers {
  /** Wall clock, ms. */
  now(): number;
  /** Waits so many ms, or until the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 to 1, for jitter. */
  random(): number;
  /** Runs something after so many ms unless it is cancelled first: limits on answers and silence. Default `setTimeout`. */
  after?(ms: number, run: () => void): () => void;
}

export const systemTimers: Required<Timers> = {
  now: () => Date.now(),
  random: () => Math.random(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
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
