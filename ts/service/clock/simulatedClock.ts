import { fail } from '../../error/index.js';
import type { Clock } from './clock.js';
import { wait } from './wait.js';

export interface SimulatedTime {
  /** What the clock shows at first, Unix time in ms. */
  readonly start: number;
  /** Simulated ms for each ms of real time, above 0. */
  readonly speed: number;
  /** Real time in ms; never goes back. */
  readonly real?: () => number;
}

/** A clock that begins at a given time and runs at a given speed. 7015 for a speed that is not above 0. */
export class SimulatedClock implements Clock {
  private readonly origin: number;
  private readonly real: () => number;
  private readonly start: number;
  private readonly speed: number;

  constructor({ start, speed, real = () => performance.now() }: SimulatedTime) {
    if (!(speed > 0 && Number.isFinite(speed)) || !Number.isSafeInteger(start))
      fail(7015, { message: `A clock does not start at ${start} and run at speed ${speed}.`, start, speed });
    this.start = start;
    this.speed = speed;
    this.real = real;
    this.origin = real();
  }

  now = (): number => Math.floor(this.start + (this.real() - this.origin) * this.speed);

  sleepUntil = async (ms: number, signal?: AbortSignal): Promise<void> => {
    // Timers may fire a moment early.
    for (let left = ms - this.now(); left > 0 && signal?.aborted !== true; left = ms - this.now())
      await wait(Math.max(1, Math.ceil(left / this.speed)), signal);
  };
}
