/** Seconds. */
const DAY = 86_400;

/** Part of a budget, for something that may be paid. */
export interface Spending {
  /** It was paid, or may have been. */
  keep(): void;
  /** It will not be paid, unless it was kept. */
  release(): void;
}

/**
 * The keeper's gifts within any 24 hours of the chain's clock. Whatever may still be paid counts as paid, so
 * that work at the same time cannot exceed it.
 */
export class DailyBudget {
  private held = 0n;
  /** Paid since the clock was last read. */
  private unseen = 0n;
  private paid: { readonly at: number; readonly lamports: bigint }[] = [];

  /** @param limit Lamports a day. */
  constructor(private readonly limit: bigint) {}

  /**
   * Sets lamports apart; `null` when the budget does not have them today.
   *
   * @param now Unix seconds of the chain's clock.
   */
  take(lamports: bigint, now: number): Spending | null {
    if (lamports > this.left(now)) return null;
    this.held += lamports;
    let isHeld = true;
    const end = (): boolean => {
      if (!isHeld) return false;
      isHeld = false;
      this.held -= lamports;
      return true;
    };
    return {
      keep: () => {
        // It lands no later than the clock is read the next time.
        if (end()) this.unseen += lamports;
      },
      release: () => void end(),
    };
  }

  /** Counts what was paid at a time that is known, in Unix seconds. */
  note(lamports: bigint, at: number): void {
    this.paid.push({ at, lamports });
  }

  /** The clock of the chain is at `now`: what was paid before was paid by then. */
  see(now: number): void {
    if (this.unseen > 0n) this.note(this.unseen, now);
    this.unseen = 0n;
    this.paid = this.paid.filter(({ at }) => now < at + DAY);
  }

  /** Lamports that may still be set apart now. */
  left(now: number): bigint {
    this.see(now);
    const gone = this.paid.reduce((sum, { lamports }) => sum + lamports, this.held);
    return gone < this.limit ? this.limit - gone : 0n;
  }
}
