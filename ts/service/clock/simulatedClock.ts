import { fail, INVALID_CLOCK } from '@linesman/sdk/error';
import type { WorldClock, WorldTime } from './clock.js';
import { wait } from './wait.js';

export interface SimulatedTime {
  /** Initial time, Unix ms. */
  readonly start: number;
  /** Simulated ms per ms of real time, above 0. */
  readonly speed: number;
  /** Monotonic real time in ms. */
  readonly real?: () => number;
  /** Waits ms of that time, or until the signal aborts. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Longest sleep of a stopped clock, ms; `change` ends it. */
const STANDING = 2 ** 31 - 1;

/**
 * A clock that starts at a given time and runs at a given speed. It can be held at a time: it runs up to that time and
 * stops, so that all work for the time before is done first, however long it takes. Errors: INVALID_CLOCK when the
 * speed is not above 0.
 */
export class SimulatedClock implements WorldClock {
  private readonly real: () => number;
  private readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  private origin: number;
  private start: number;
  private factor: number;
  /** The time that the clock does not pass, Unix ms. */
  private limit = Number.POSITIVE_INFINITY;
  /** Aborted when speed, limit or time change, so that sleepers recalculate. */
  private change = new AbortController();

  constructor({ start, speed, real = () => performance.now(), sleep = wait }: SimulatedTime) {
    if (!isSpeed(speed) || !Number.isSafeInteger(start)) fail(INVALID_CLOCK, { start, speed });
    this.start = start;
    this.factor = speed;
    this.real = real;
    this.sleep = sleep;
    this.origin = real();
  }

  now = (): WorldTime => Math.min(this.limit, Math.floor(this.exact()));

  /** Simulated ms per ms of real time. */
  get speed(): number {
    return this.factor;
  }

  /** Changes the speed without a jump in time. Errors: INVALID_CLOCK when the speed is not above 0. */
  setSpeed(speed: number): void {
    if (!isSpeed(speed)) fail(INVALID_CLOCK, { speed });
    this.restart(Math.min(this.limit, this.exact()));
    this.factor = speed;
    this.wake();
  }

  /**
   * Does not pass this time (Unix ms) from now on, until called with a later one; it then continues from its current
   * time. It never goes back, so an earlier time stops it at once.
   */
  holdAt(time: number): void {
    const now = Math.min(this.limit, this.exact());
    this.restart(now);
    this.limit = Math.max(time, Math.floor(now));
    this.wake();
  }

  /** Jumps forward to a time (Unix ms) and holds there. */
  advanceTo(time: number): void {
    this.restart(Math.max(time, Math.min(this.limit, this.exact())));
    this.limit = Math.floor(this.start);
    this.wake();
  }

  sleepUntil = async (ms: number, signal?: AbortSignal): Promise<void> => {
    // Timers may fire slightly early.
    for (let left = ms - this.now(); left > 0 && signal?.aborted !== true; left = ms - this.now()) {
      const { signal: changed } = this.change;
      const standing = ms > this.limit && this.now() >= this.limit;
      const real = standing ? STANDING : Math.max(1, Math.ceil(Math.min(left, this.limit - this.now()) / this.factor));
      await this.sleep(real, signal ? AbortSignal.any([signal, changed]) : changed);
    }
  };

  private exact(): number {
    return this.start + (this.real() - this.origin) * this.factor;
  }

  private restart(time: number): void {
    this.start = time;
    this.origin = this.real();
  }

  private wake(): void {
    const { change } = this;
    this.change = new AbortController();
    change.abort();
  }
}

const isSpeed = (speed: number): boolean => speed > 0 && Number.isFinite(speed);
