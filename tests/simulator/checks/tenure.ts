import type { Store } from '../../../ts/service/data/store/store.js';

/**
 * A process that has lost the lease may still send for this time (ms). It is the largest difference between the clocks
 * of two processes.
 */
const TOLERANCE = 15_000;

/** The holder of the publishers' lease, and the time since when. */
export class Tenure {
  /** The process that has it, or had it last. */
  holder = '';
  private since = 0;

  /** Notes whom this store grants the lease. */
  watched(store: Store): Store {
    const { leases } = store;
    const take: typeof leases.take = async (name, holder, now, ms) => {
      const isTaken = await leases.take(name, holder, now, ms);
      if (isTaken && holder !== this.holder) [this.holder, this.since] = [holder, performance.now()];
      return isTaken;
    };
    const watched = { take, giveBack: leases.giveBack.bind(leases) };
    return new Proxy(store, {
      get: (target, key) => (key === 'leases' ? watched : Reflect.get(target, key, target)),
    });
  }

  /** What is wrong when this process sends now. */
  sends(process: string): string | undefined {
    const ms = Math.round(performance.now() - this.since);
    if (process === this.holder || ms < TOLERANCE) return undefined;
    return `${process} sends ${ms} ms after ${this.holder || 'nobody'} has taken the lease`;
  }
}
