const FIRST = 5_000;
const LONGEST = 600_000;

/** Leaves what has failed alone for a while, twice as long each time. */
export class Backoff {
  private readonly failed = new Map<string, { readonly failures: number; readonly until: number }>();

  /** @param now ms */
  constructor(private readonly now: () => number) {}

  isHeld(key: string): boolean {
    const held = this.failed.get(key);
    return held !== undefined && this.now() < held.until;
  }

  /** Notes how work has ended. */
  ended(key: string, hasFailed: boolean): void {
    if (!hasFailed) {
      this.failed.delete(key);
      return;
    }
    const failures = (this.failed.get(key)?.failures ?? 0) + 1;
    this.failed.set(key, { failures, until: this.now() + Math.min(LONGEST, FIRST * 2 ** (failures - 1)) });
  }
}
