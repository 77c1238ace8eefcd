import { fail, TOO_MANY_REQUESTS } from '@linesman/sdk/error';
import type { RealTime } from '../../clock/clock.js';

/** Maximum number of tracked callers. */
const MOST = 50_000;

/** Seconds that a caller can have to wait for what it was charged: as long as clients wait after `Retry-After`. */
const MOST_DEBT = 30;

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** A token bucket per caller: limits requests per second, with bursts of the same size. */
export class RateLimit {
  /** Least recent caller first. */
  private readonly buckets = new Map<string, Bucket>();
  /** The last clock reading, and the total by which the clock was set back, ms. */
  private last = 0;
  private setBack = 0;

  /**
   * `now`: time in ms; if it is set back, the limit continues unaffected. Beyond `most` callers, the least recent are
   * forgotten.
   */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => RealTime,
    private readonly most = MOST,
  ) {}

  /** Number of tracked callers. */
  get size(): number {
    return this.buckets.size;
  }

  /**
   * Counts a request at its cost, capped at the limit per second, since it could never succeed otherwise. Errors:
   * TOO_MANY_REQUESTS with the seconds to wait.
   */
  take(caller: string, cost = 1): void {
    const counted = Math.min(cost, this.perSecond);
    const filled = this.filled(caller);
    this.put(caller, filled < counted ? filled : filled - counted);
    if (filled < counted) this.refuse(filled, counted);
  }

  /** Counts a request but never refuses. Returns the number of requests that were available. */
  count(caller: string): number {
    const filled = this.filled(caller);
    this.put(caller, filled < 1 ? filled : filled - 1);
    return filled;
  }

  /** Counts what a request turned out to cost, also beyond the limit: later requests wait until it is made up for. */
  charge(caller: string, cost: number): void {
    this.put(caller, Math.max(this.filled(caller) - cost, -MOST_DEBT * this.perSecond));
  }

  /** Refuses like `take`, without counting. */
  check(caller: string): void {
    const filled = this.filled(caller);
    if (filled < 1) this.refuse(filled);
  }

  /** Whether `take` would refuse. */
  isAtLimit(caller: string): boolean {
    return this.filled(caller) < 1;
  }

  private filled(caller: string): number {
    const bucket = this.buckets.get(caller);
    if (!bucket) return this.perSecond;
    return Math.min(this.perSecond, bucket.tokens + ((this.time() - bucket.at) / 1000) * this.perSecond);
  }

  private put(caller: string, tokens: number): void {
    this.buckets.delete(caller);
    this.buckets.set(caller, { tokens, at: this.time() });
    this.forget();
  }

  /** A full bucket is equivalent to a missing one. Removes only a few at a time, so that no request pays for all. */
  private forget(): void {
    const now = this.time();
    let looks = 2;
    for (const [caller, { at, tokens }] of this.buckets) {
      const isFull = now - at >= 1000 * Math.max(1, (this.perSecond - tokens) / this.perSecond);
      if (this.buckets.size <= this.most && (looks-- === 0 || !isFull)) return;
      this.buckets.delete(caller);
    }
  }

  /**
   * Never decreases, because otherwise a caller at its limit would be refused for as long as the clock was set back.
   */
  private time(): number {
    const now = this.now();
    if (now < this.last) this.setBack += this.last - now;
    this.last = now;
    return now + this.setBack;
  }

  private refuse(filled: number, cost = 1): never {
    return fail(TOO_MANY_REQUESTS, {
      limit: this.perSecond,
      retryAfter: Math.max(1, Math.ceil((cost - filled) / this.perSecond)),
    });
  }
}
