import type { Kysely } from 'kysely';
import type { Tables } from './tables.js';

/** Lengths of a lease by which the clocks of two processes may differ. */
const TOO_LONG = 10;

/** Leases by name: one process at a time holds one, until it gives it back or does not renew it. */
export class LeaseStore {
  constructor(private readonly database: Kysely<Tables>) {}

  /**
   * Takes or renews a lease for `ms` from `now` on. False while somebody else holds it. One that would run much longer than that was taken
   * by a clock that was ahead, and counts as run out: else nobody could take it until the time of that clock.
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

  /** Gives it back, when `holder` has it. */
  async giveBack(name: string, holder: string): Promise<void> {
    await this.database.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute();
  }
}
