import { CLOCK_TOLERANCE, type WorldClock, type WorldTime } from '../clock/index.js';

/**
 * The time of the world as the readers of an edge meet it: never before that of a record that the streams of this edge have shown. A list
 * that is asked for after an event is of a slot and of windows that the event belongs to, however far the clock of the edge lags behind.
 */
export class ReadersClock implements WorldClock {
  /** When the latest record that was shown was accepted, ms. */
  private shown = 0;

  constructor(private readonly clock: WorldClock) {}

  now = (): WorldTime => {
    const now = this.clock.now();
    // The clock may have been set back since.
    return isFarAhead(this.shown, now) ? now : Math.max(now, this.shown);
  };

  get speed(): number {
    return this.clock.speed ?? 1;
  }

  /** A record is shown from here on; `acceptedAt` in ms. */
  show({ acceptedAt }: { readonly acceptedAt: number }): void {
    const now = this.clock.now();
    if (isFarAhead(acceptedAt, now)) return;
    // Those of two ingesters do not come in the order of their times.
    this.shown = isFarAhead(this.shown, now) ? acceptedAt : Math.max(this.shown, acceptedAt);
  }

  sleepUntil = (ms: number, signal?: AbortSignal): Promise<void> =>
    ms <= this.now() ? Promise.resolve() : this.clock.sleepUntil(ms, signal);
}

/** A record that was stamped by a clock far ahead must not end what has not ended. */
const isFarAhead = (time: number, now: number): boolean => time - now > CLOCK_TOLERANCE;
