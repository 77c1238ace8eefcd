/** Seconds. */
const DAY = 86_400;

/** Part of a budget, for something that may be paid. */
export interface Spending {
  /** It was paid, or may have been. */
  keep(): void;
  /** It will not be paid. Does nothing after `keep`. */
  release(): void;
}

/**
 * The keeper's gifts within any 24 hours of the chain's clock. Sums that may still be paid count as paid, so that
 * concurrent work cannot exceed the budget.
 */
export class DailyBudget {
  private held = 0n;
  /** Paid since the clock was last read. */
  private unseen = 0n;
  private paid: { readonly at: number; readonly lamports: bigint }[] = [];

  /** @param limit Lamports a day. */
  constructor(private readonly limit: bigint) {}

  /**
   * Reserves lamports; `null` when the budget does not suffice today.
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
        // The payment lands before the clock is next read.
        if (end()) this.unseen += lamports;
      },
      release: () => void end(),
    };
  }

  /** Counts a payment at a known time, in Unix seconds. */
  note(lamports: bigint, at: number): void {
    this.paid.push({ at, lamports });
  }

  /** Notes that the chain's clock shows `now`. Earlier payments landed by then. */
  see(now: number): void {
    if (this.unseen > 0n) this.note(this.unseen, now);
    this.unseen = 0n;
    this.paid = this.paid.filter(({ at }) => now < at + DAY);
  }

  /** Lamports that may still be reserved now. */
  left(now: number): bigint {
    this.see(now);
    const gone = this.paid.reduce((sum, { lamports }) => sum + lamports, this.held);
    return gone < this.limit ? this.limit - gone : 0n;
  }
}
