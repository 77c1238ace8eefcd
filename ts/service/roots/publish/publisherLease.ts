import type { RealClock } from '../../clock/clock.js';
import type { LeaseStore } from '../../data/store/leaseStore.js';

/** Name of the lease that the publishing process holds. */
const LEASE = 'publisher';
/** Renewals per lease duration, some of which may fail. */
const RENEWALS = 3;

export interface PublisherLeaseOptions {
  readonly leases: LeaseStore;
  readonly clock: RealClock;
  readonly holder: string;
  /** Duration of the lease unless renewed, ms. */
  readonly ms: number;
}

/** The publishing lease, as far as this process knows. */
export class PublisherLease {
  /** When the lease expires, ms; `null` if this process does not hold it. */
  private until: number | null = null;
  private tenure = new AbortController();

  constructor(private readonly options: PublisherLeaseOptions) {}

  /** Aborts when the current lease is lost. Each lease has its own signal. */
  get lost(): AbortSignal {
    return this.tenure.signal;
  }

  /** Whether this process holds it now. */
  get isHeld(): boolean {
    return this.until !== null && this.options.clock.now() < this.until;
  }

  /** Takes or renews the lease. False if another process holds it. */
  async take(): Promise<boolean> {
    const { leases, clock, holder, ms } = this.options;
    const until = clock.now() + ms;
    const isTaken = await leases.take(LEASE, holder, clock.now(), ms);
    // An answer after the lease's own end is worthless.
    if (!isTaken || clock.now() >= until) {
      this.lose();
      return false;
    }
    if (this.tenure.signal.aborted) this.tenure = new AbortController();
    this.until = until;
    return true;
  }

  /**
   * Renews the lease in the background while this process holds it, until the signal aborts. Calls `onFailure` for
   * failed renewals.
   */
  async keep(signal: AbortSignal, onFailure?: (error: unknown) => void): Promise<void> {
    const { clock, ms } = this.options;
    while (!signal.aborted) {
      await clock.sleepUntil(clock.now() + ms / RENEWALS, signal);
      if (!signal.aborted && this.until !== null) await this.renew(this.until, onFailure);
    }
  }

  /** Lets another process take the lease at once. */
  async giveBack(): Promise<void> {
    this.lose();
    await this.options.leases.giveBack(LEASE, this.options.holder);
  }

  /** Notices the expiry even if the database does not answer. */
  private async renew(until: number, onFailure?: (error: unknown) => void): Promise<void> {
    const answered = new AbortController();
    const watch = this.options.clock.sleepUntil(until, answered.signal).then(() => {
      if (!answered.signal.aborted) this.lose();
    });
    try {
      await this.take();
    } catch (error) {
      onFailure?.(error);
    } finally {
      answered.abort();
      await watch;
    }
  }

  private lose(): void {
    this.until = null;
    this.tenure.abort();
  }
}
