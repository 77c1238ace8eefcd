import { errorOf, fail, LAMPORTS_IN_FLIGHT, REQUEST_ABORTED } from '@linesman/sdk/error';
import type { KeeperMetrics } from './metrics.js';

/** 1 SOL. */
const LIMIT = 1_000_000_000n;

interface Waiting {
  readonly needed: bigint;
  readonly go: () => void;
  readonly refuse: () => void;
}

/**
 * Limits the lamports in flight at once: fees and rents of unconfirmed transactions, and the rents of proof
 * buffers that stand on chain.
 */
export class LamportLimit {
  private held = 0n;
  private standing = 0n;
  /** In order of arrival, so that small requests cannot delay a large one forever. */
  private readonly waiting = new Set<Waiting>();

  constructor(
    private readonly metrics: Pick<KeeperMetrics, 'lamportsInFlight'>,
    private readonly limit = LIMIT,
  ) {}

  /**
   * Waits until there is room for this many lamports in flight; returns a function that gives it back.
   *
   * Errors: LAMPORTS_IN_FLIGHT when the limit can never allow so many; REQUEST_ABORTED.
   */
  async hold(needed: bigint, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) return fail(REQUEST_ABORTED);
    if (this.isTooMuch(needed)) throw this.refusal(needed);
    if (this.waiting.size > 0 || !this.fits(needed)) await this.turn(needed, signal);
    else this.held += needed;
    this.show();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.held -= needed;
      this.settle();
    };
  }

  /** Rent of buffers that no upload uses. It comes back only when they are closed. */
  setStanding(lamports: bigint): void {
    this.standing = lamports;
    this.settle();
  }

  private turn(needed: bigint, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (error: Error): void => {
        signal?.removeEventListener('abort', onAbort);
        this.waiting.delete(one);
        reject(error);
      };
      const onAbort = (): void => {
        leave(errorOf(REQUEST_ABORTED));
        this.settle();
      };
      const one: Waiting = {
        needed,
        go: () => {
          signal?.removeEventListener('abort', onAbort);
          this.waiting.delete(one);
          this.held += needed;
          resolve();
        },
        refuse: () => leave(this.refusal(needed)),
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.waiting.add(one);
    });
  }

  /** Admits every request that fits now, and refuses those that never can. */
  private settle(): void {
    for (const one of [...this.waiting]) {
      if (this.isTooMuch(one.needed)) one.refuse();
      else if (this.fits(one.needed)) one.go();
      else break;
    }
    this.show();
  }

  private readonly fits = (needed: bigint): boolean => this.held + this.standing + needed <= this.limit;

  private readonly isTooMuch = (needed: bigint): boolean => needed > this.limit - this.standing;

  private refusal(needed: bigint): Error {
    return errorOf(LAMPORTS_IN_FLIGHT, { needed, limit: this.limit, standing: this.standing });
  }

  private show(): void {
    this.metrics.lamportsInFlight.set(Number(this.held + this.standing));
  }
}
