import { fail, INVALID_CLOCK } from 'linesman/error';
import type { WorldClock, WorldTime } from './clock.js';
import { wait } from './wait.js';

export interface SimulatedTime {
  /** Initial time, Unix ms. */
  readonly start: number;
  /** Simulated ms per ms of real time, above 0. */
  readonly speed: number;
  /** Monotonic real time in ms. */
  readonly real?: () => number;
}

/**
 * A clock that starts at a given time and runs at a given speed. Errors: INVALID_CLOCK when the speed is not above 0.
 */
export class SimulatedClock implements WorldClock {
  private readonly real: () => number;
  private origin: number;
  private start: number;
  private factor: number;
  /** Aborted when the speed changes, so that sleepers recalculate. */
  private change = new AbortController();

  constructor({ start, speed, real = () => performance.now() }: SimulatedTime) {
    if (!isSpeed(speed) || !Number.isSafeInteger(start)) fail(INVALID_CLOCK, { start, speed });
    this.start = start;
    this.factor = speed;
    this.real = real;
    this.origin = real();
  }

  now = (): WorldTime => Math.floor(this.start + (this.real() - this.origin) * this.factor);

  /** Simulated ms per ms of real time. */
  get speed(): number {
    return this.factor;
  }

  /** Changes the speed without a jump in time. Errors: INVALID_CLOCK when the speed is not above 0. */
  setSpeed(speed: number): void {
    if (!isSpeed(speed)) fail(INVALID_CLOCK, { speed });
    const real = this.real();
    this.start += (real - this.origin) * this.factor;
    this.origin = real;
    this.factor = speed;
    const { change } = this;
    this.change = new AbortController();
    change.abort();
  }

  sleepUntil = async (ms: number, signal?: AbortSignal): Promise<void> => {
    // Timers may fire slightly early.
    for (let left = ms - this.now(); left > 0 && signal?.aborted !== true; left = ms - this.now()) {
      const { signal: changed } = this.change;
      const real = Math.max(1, Math.ceil(left / this.factor));
      await wait(real, signal ? AbortSignal.any([signal, changed]) : changed);
    }
  };
}

const isSpeed = (speed: number): boolean => speed > 0 && Number.isFinite(speed);
