import type { Kysely } from 'kysely';
import type { Tables } from './tables.js';

/** A lease that exceeds `ms` by this factor was taken by a process whose clock was ahead. */
const TOO_LONG = 10;

/** Leases by name. One process at a time holds a lease, until it gives it back or fails to renew it. */
export class LeaseStore {
  constructor(private readonly database: Kysely<Tables>) {}

  /**
   * Takes or renews a lease for `ms` from `now`. Returns false if another process holds it. A lease that lasts much
   * longer than `ms` was taken by a process whose clock was ahead, and counts as expired; otherwise no process could
   * take it before that time.
   */
  async take(name: string, holder: string, now: number, ms: number): Promise<boolean> {
    const row = { name, holder, expires_at: now + ms };
    const taken = await this.database
      .insertInto('lease')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, expires_at: row.expires_at })
          .where((is) =>
            is.or([
              is('lease.holder', '=', holder),
              is('lease.expires_at', '<=', now),
              is('lease.expires_at', '>', now + TOO_LONG * ms),
            ]),
          ),
      )
      .returning('holder')
      .execute();
    return taken.length > 0;
  }

  /** Gives the lease back if `holder` has it. */
  async giveBack(name: string, holder: string): Promise<void> {
    await this.database.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute();
  }
}
