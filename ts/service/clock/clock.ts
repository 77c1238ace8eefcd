/**
 * World time, Unix ms: the time of records, slots, sampling, subscription periods and heartbeats. In a simulated world
 * it starts and advances as configured; otherwise it is the database's time. Accepts a plain number, but not a
 * `RealTime`.
 */
export type WorldTime = number & { readonly time?: 'world' };

/**
 * Real time, Unix ms: the time of callers. Session tokens, the session age that a repeated activation requires, rate
 * limits, timeouts, leases and `Retry-After` use it, however fast the world runs. Processes that share a database use
 * its time for everything that they must agree on; everything else uses the machine's clock.
 */
export type RealTime = number & { readonly time?: 'real' };

/**
 * ms of a monotonic clock with an arbitrary origin, for lifetimes within one process: setting the machine's clock does
 * not affect it. Accepts a plain number, but neither of the other types.
 */
export type MachineTime = number & { readonly time?: 'machine' };

/** A clock of world or real time. The type of a parameter says which: `WorldClock` or `RealClock`. */
export interface Clock<T extends number = number> {
  /** ms of this clock per ms of real time. Default 1. */
  readonly speed?: number;
  /** Unix time in integer ms. */
  now(): T;
  /**
   * Waits until `now()` reaches `ms` or the signal aborts; never throws. If the machine's clock is set back meanwhile,
   * the wait still ends after its original duration, so callers must check the time again.
   */
  sleepUntil(ms: T, signal?: AbortSignal): Promise<void>;
}

export type WorldClock = Clock<WorldTime>;
export type RealClock = Clock<RealTime>;
