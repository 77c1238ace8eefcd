import type { LeaseStore } from '../../../ts/service/data/store/leaseStore.js';
import type { MemorySession } from './memorySession.js';

/** A lease that lasts this many times too long was taken by a clock that was ahead. */
const TOO_LONG = 10;

/** `LeaseStore` in memory. */
export class MemoryLeases implements Pick<LeaseStore, keyof LeaseStore> {
  constructor(private readonly session: MemorySession) {}

  async take(name: string, holder: string, now: number, ms: number): Promise<boolean> {
    return this.session.run(({ leases }) => {
      const there = leases.get(name);
      const isFree =
        !there || there.holder === holder || there.expiresAt <= now || there.expiresAt > now + TOO_LONG * ms;
      if (isFree) leases.put({ name, holder, expiresAt: now + ms });
      return isFree;
    });
  }

  async giveBack(name: string, holder: string): Promise<void> {
    return this.session.run(({ leases }) => {
      if (leases.get(name)?.holder === holder) leases.delete(name);
    });
  }
}
