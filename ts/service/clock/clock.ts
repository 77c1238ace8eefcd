/** Time as the service meets it. */
export interface Clock {
  /** Unix time in ms, an integer. */
  now(): number;
  /**
   * Waits until `now()` is at least `ms`, or until the signal is aborted; does not throw then. At once when that time is over. When the clock
   * of the machine is set back meanwhile, it ends after as long as it would have taken: who waits reckons anew.
   */
  sleepUntil(ms: number, signal?: AbortSignal): Promise<void>;
}
