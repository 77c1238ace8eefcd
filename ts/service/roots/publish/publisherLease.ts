import type { RealClock } from '../../clock/index.js';
import type { LeaseStore } from '../../data/store/index.js';

/** Name of the lease that the publishing process holds. */
const LEASE = 'publisher';
/** How often it is renewed in the time that it lasts: one renewal may fail. */
const RENEWALS = 3;

export interface PublisherLeaseOptions {
  readonly leases: LeaseStore;
  readonly clock: RealClock;
  readonly holder: string;
  /** How long it lasts unless it is renewed, ms. */
  readonly ms: number;
}

/** The right to publish, as this process knows of it. */
export class PublisherLease {
  /** When it runs out, ms; `null`: this process does not have it. */
  private until: number | null = null;
  private tenure = new AbortController();

  constructor(private readonly options: PublisherLeaseOptions) {}

  /** Aborted as soon as the lease that is held now is lost; of the next one it is another signal. */
  get lost(): AbortSignal {
    return this.tenure.signal;
  }

  /** Takes or renews it. False while another process has it. */
  async take(): Promise<boolean> {
    const { leases, clock, holder, ms } = this.options;
    const until = clock.now() + ms;
    const isTaken = await leases.take(LEASE, holder, clock.now(), ms);
    // An answer that came after its end is worth nothing.
    if (!isTaken || clock.now() >= until) {
      this.lose();
      return false;
    }
    if (this.tenure.signal.aborted) this.tenure = new AbortController();
    this.until = until;
    return true;
  }

  /** Renews it in the background whenever this process has it, until the signal is aborted. `onFailure` is told of renewals that failed. */
  async keep(signal: AbortSignal, onFailure?: (error: unknown) => void): Promise<void> {
    const { clock, ms } = this.options;
    while (!signal.aborted) {
      await clock.sleepUntil(clock.now() + ms / RENEWALS, signal);
      if (!signal.aborted && this.until !== null) await this.renew(this.until, onFailure);
    }
  }

  /** Lets another process have it at once. */
  async giveBack(): Promise<void> {
    this.lose();
    await this.options.leases.giveBack(LEASE, this.options.holder);
  }

  /** A database that does not answer must not hide that it runs out meanwhile. */
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
