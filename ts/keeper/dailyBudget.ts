/** Seconds. */
const DAY = 86_400;

/** Part of a budget, for something that may be paid. */
export interface Spending {
  /** Lamports of it that are neither paid nor given up. */
  readonly left: bigint;
  /** So much was paid, or may have been, even if it is more than is left. Default: what is left. */
  keep(lamports?: bigint): void;
  /** The rest will not be paid. */
  release(): void;
}

/**
 * What the keeper may pay within any 24 hours of the chain's clock. Sums that may still be paid count as paid, so that
 * concurrent work cannot exceed the budget.
 */
export class DailyBudget {
  private held = 0n;
  /** Paid since the clock was last read. */
  private unseen = 0n;
  private paid: { readonly at: number; readonly lamports: bigint }[] = [];

  /** @param limit Lamports a day. */
  constructor(readonly limit: bigint) {}

  /**
   * Reserves lamports; `null` when the budget does not suffice today.
   *
   * @param now Unix seconds of the chain's clock. Default: when it was last read.
   */
  take(lamports: bigint, now?: number): Spending | null {
    if (lamports > this.left(now)) return null;
    this.held += lamports;
    let left = lamports;
    const end = (part: bigint): void => {
      left -= part;
      this.held -= part;
    };
    return {
      get left() {
        return left;
      },
      keep: (part = left) => {
        end(part < left ? part : left);
        this.spend(part);
      },
      release: () => end(left),
    };
  }

  /** Counts a payment that lands before the clock is next read, even beyond the limit. */
  spend(lamports: bigint): void {
    this.unseen += lamports;
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
  left(now?: number): bigint {
    if (now !== undefined) this.see(now);
    const gone = this.paid.reduce((sum, { lamports }) => sum + lamports, this.held + this.unseen);
    return gone < this.limit ? this.limit - gone : 0n;
  }
}
