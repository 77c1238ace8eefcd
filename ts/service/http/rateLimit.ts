import { fail } from '../../error/index.js';

/** Callers that are forgotten together once there are this many. */
const MANY = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** So many requests a second for each caller, and as many at once. */
export class RateLimit {
  private readonly buckets = new Map<string, Bucket>();

  /** `now` is Unix time in ms. */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => number,
  ) {}

  /** Counts a request. Errors: 7066, with the seconds to wait. */
  take(caller: string): void {
    const now = this.now();
    if (this.buckets.size >= MANY) this.forgetIdle(now);
    const { tokens, at } = this.buckets.get(caller) ?? { tokens: this.perSecond, at: now };
    const filled = Math.min(this.perSecond, tokens + (Math.max(0, now - at) / 1000) * this.perSecond);
    if (filled < 1) {
      this.buckets.set(caller, { tokens: filled, at: now });
      fail(7066, {
        message: `Too many requests: the limit is ${this.perSecond} a second`,
        retryAfter: Math.max(1, Math.ceil((1 - filled) / this.perSecond)),
      });
    }
    this.buckets.set(caller, { tokens: filled - 1, at: now });
  }

  /** A full bucket is as good as none. */
  private forgetIdle(now: number): void {
    for (const [caller, { at }] of this.buckets) if (now - at >= 1000) this.buckets.delete(caller);
  }
}
