import type { WorldClock, WorldTime } from '../clock/clock.js';
import { CLOCK_TOLERANCE } from '../clock/clockTolerance.js';

/**
 * World time for the subscribers of an API server. It is never before the acceptance of a record that the server's
 * streams have shown, unless the time of that record is far ahead. So even if the server's clock lags, a list that is
 * requested after an event is made for a time at which the event has already happened.
 */
export class ReadersClock implements WorldClock {
  /** Acceptance time of the latest record shown, ms. */
  private shown = 0;

  constructor(private readonly clock: WorldClock) {}

  now = (): WorldTime => {
    const now = this.clock.now();
    // The clock may have been set back in the meantime.
    return isFarAhead(this.shown, now) ? now : Math.max(now, this.shown);
  };

  get speed(): number {
    return this.clock.speed ?? 1;
  }

  /** Notes that a record is shown; `acceptedAt` in ms. */
  show({ acceptedAt }: { readonly acceptedAt: number }): void {
    const now = this.clock.now();
    if (isFarAhead(acceptedAt, now)) return;
    // Records of two ingesters do not arrive in the order of their times.
    this.shown = isFarAhead(this.shown, now) ? acceptedAt : Math.max(this.shown, acceptedAt);
  }

  sleepUntil = (ms: number, signal?: AbortSignal): Promise<void> =>
    ms <= this.now() ? Promise.resolve() : this.clock.sleepUntil(ms, signal);
}

/** A record stamped by a fast clock must not end slots and windows early. */
const isFarAhead = (time: number, now: number): boolean => time - now > CLOCK_TOLERANCE;
