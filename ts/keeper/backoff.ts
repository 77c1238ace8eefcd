import { passedSince } from '@linesman/sdk/internal/program/transaction/passedSince';

const FIRST = 5_000;
const LONGEST = 600_000;

/** Postpones failed work, twice as long after each failure. */
export class Backoff {
  private readonly failed = new Map<string, { readonly failures: number; readonly at: number }>();

  /** @param now ms, of a clock that may be set. */
  constructor(private readonly now: () => number) {}

  isHeld(key: string): boolean {
    const failed = this.failed.get(key);
    if (failed === undefined) return false;
    return passedSince(failed.at, this.now()) < Math.min(LONGEST, FIRST * 2 ** (failed.failures - 1));
  }

  /** Notes the outcome of work. */
  ended(key: string, hasFailed: boolean): void {
    if (!hasFailed) {
      this.failed.delete(key);
      return;
    }
    this.failed.set(key, { failures: (this.failed.get(key)?.failures ?? 0) + 1, at: this.now() });
  }
}
