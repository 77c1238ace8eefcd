import { fail, TOO_MANY_REQUESTS } from 'linesman/error';
import type { RealTime } from '../clock/index.js';

/** Callers that are remembered. */
const MOST = 50_000;

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** So many requests a second for each caller, and as many at once. */
export class RateLimit {
  /** Who asked last stands last. */
  private readonly buckets = new Map<string, Bucket>();
  /** What the clock showed last, and by how much it has been set back, ms. */
  private last = 0;
  private setBack = 0;

  /** `now` is a time in ms; when it is set back, the limit goes on from there. Of more than `most` callers, those that asked longest ago are forgotten. */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => RealTime,
    private readonly most = MOST,
  ) {}

  /** Callers that are remembered. */
  get size(): number {
    return this.buckets.size;
  }

  /**
   * Counts a request, as so many as it costs; never as more than there are a second, or nobody could ever make it.
   * Errors: TOO_MANY_REQUESTS, with the seconds to wait.
   */
  take(caller: string, cost = 1): void {
    const counted = Math.min(cost, this.perSecond);
    const filled = this.filled(caller);
    this.put(caller, filled < counted ? filled : filled - counted);
    if (filled < counted) this.refuse(filled, counted);
  }

  /** Counts a request and refuses nothing. Gives how many there might have been. */
  count(caller: string): number {
    const filled = this.filled(caller);
    this.put(caller, filled < 1 ? filled : filled - 1);
    return filled;
  }

  /** Refuses what `take` would refuse, and counts nothing. */
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

  /** A full bucket is as good as none. Never more than a few at once, so that no request pays for all. */
  private forget(): void {
    const now = this.time();
    let looks = 2;
    for (const [caller, { at }] of this.buckets) {
      if (this.buckets.size <= this.most && (looks-- === 0 || now - at < 1000)) return;
      this.buckets.delete(caller);
    }
  }

  /** Never falls: else who has used up everything would be refused for as long as the clock has been set back. */
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
