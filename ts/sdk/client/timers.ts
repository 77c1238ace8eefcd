/** Clock, timers and randomness of the client, replaceable in tests. */
export interface Timers {
  /** Wall clock, Unix ms. */
  now(): number;
  /** Resolves after `ms`, or as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 to 1, for jitter. */
  random(): number;
  /** Calls `run` after `ms` unless cancelled by the returned function. Used for timeouts. Default `setTimeout`. */
  after?(ms: number, run: () => void): () => void;
}

/**
 * The timers of the runtime.
 *
 * @example
 * ```ts
 * import { systemTimers } from '@linesman/sdk/client';
 *
 * await systemTimers.sleep(1_000);
 * ```
 */
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
