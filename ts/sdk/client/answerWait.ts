import type { Timers } from './timers.js';

/** Bytes a second that an answer must have, and the ms of waiting over which they are counted. */
const LOWEST_RATE = 1_000;
const RATE_TIME = 30_000;

/**
 * Bounds the time that a client waits for an answer, however long the answer is: no silence of `silence` ms, and at
 * least 1 kB a second over 30 s. The time between two waits, in which the caller works on what has arrived, is its own.
 */
export class AnswerWait {
  // Not `AbortSignal.any`, whose result may be garbage-collected before it fires.
  private readonly controller = new AbortController();
  private stop = (): void => {};
  private since = 0;
  private waited = 0;
  private bytes = 0;

  constructor(
    private readonly outer: AbortSignal,
    private readonly timers: Required<Timers>,
    private readonly silence: number,
  ) {
    outer.addEventListener('abort', this.follow, { once: true });
  }

  /** Aborts when a wait has taken too long, or the signal of the request aborts. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Called before the client waits for the beginning, or for more. */
  begin(): void {
    this.stop();
    this.since = this.timers.now();
    this.stop = this.timers.after(this.silence, () => this.fail(`nothing within ${this.silence} ms`));
  }

  /** Called when something has arrived. `bytes`: of the body. Errors: an `Error` if the answer is too slow. */
  pause(bytes = 0): void {
    this.stop();
    // The clock may have been set in the meantime.
    this.waited += Math.min(this.silence, Math.max(0, this.timers.now() - this.since));
    this.bytes += bytes;
    if (this.waited < RATE_TIME) return;
    if (this.bytes < (LOWEST_RATE * this.waited) / 1_000) {
      this.fail(`less than ${LOWEST_RATE} bytes a second`);
      this.signal.throwIfAborted();
    }
    this.waited = 0;
    this.bytes = 0;
  }

  /** Called when nothing more is expected. */
  end(): void {
    this.stop();
    this.outer.removeEventListener('abort', this.follow);
  }

  private readonly follow = (): void => this.controller.abort(this.outer.reason);

  private fail(reason: string): void {
    this.controller.abort(new Error(reason));
  }
}
