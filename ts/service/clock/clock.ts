/**
 * World time, Unix ms: what records, slots, sampling, the periods of subscriptions and what heartbeats say go by. In a made-up world it starts
 * and runs as that was told to; elsewhere it is the time of the database. A plain number will do, a `RealTime` will not.
 */
export type WorldTime = number & { readonly time?: 'world' };

/**
 * Real time, Unix ms: what callers go by and wait in. Session tokens, how old the session of a repeated activation may be, limits, time limits,
 * leases and `Retry-After` are real, however fast the world goes. What processes have to agree on is the time of the database where
 * they share one; the rest is the machine's.
 */
export type RealTime = number & { readonly time?: 'real' };

/**
 * ms of a clock that only grows, from no date on: how long something is kept in this process, whatever is done to the clock of the machine. A plain
 * number will do, neither of the others will.
 */
export type MachineTime = number & { readonly time?: 'machine' };

/** A clock of either time; whoever takes one says which by `WorldClock` or `RealClock`. */
export interface Clock<T extends number = number> {
  /** ms of this clock for each ms of real time; 1 when left out. */
  readonly speed?: number;
  /** Unix time in ms, an integer. */
  now(): T;
  /**
   * Waits until `now()` is at least `ms`, or until the signal is aborted; does not throw then. At once when that time is over. When the clock
   * of the machine is set back meanwhile, it ends after as long as it would have taken: who waits reckons anew.
   */
  sleepUntil(ms: T, signal?: AbortSignal): Promise<void>;
}

export type WorldClock = Clock<WorldTime>;
export type RealClock = Clock<RealTime>;
