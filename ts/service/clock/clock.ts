/**
 * Time as the service meets it. There are two:
 *
 * - world time: what records, slots, sampling, subscriptions, streams and their heartbeats go by, and a session token in what it says. Where processes
 *   share a database it is the time of the database; in a made-up world it starts and runs as that was told to.
 * - real time: what callers and connections wait in. Limits, time limits, leases and `Retry-After` are real seconds, however fast the world goes.
 *
 * A `Clock` that is handed around shows world time; what is real says so by its name (`realClock`, `machineTime`, `real`).
 */
export interface Clock {
  /** ms of this clock for each ms of real time; 1 when left out. */
  readonly speed?: number;
  /** Unix time in ms, an integer. */
  now(): number;
  /**
   * Waits until `now()` is at least `ms`, or until the signal is aborted; does not throw then. At once when that time is over. When the clock
   * of the machine is set back meanwhile, it ends after as long as it would have taken: who waits reckons anew.
   */
  sleepUntil(ms: number, signal?: AbortSignal): Promise<void>;
}
