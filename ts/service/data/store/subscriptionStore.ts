import type { Kysely, Selectable, Transaction } from 'kysely';
import type { RealTime, WorldTime } from '../../clock/clock.js';
import type { Tables } from './tables.js';

/** The terms of a level at its purchase. */
interface StoredTerms {
  readonly level: number;
  readonly samplingSeconds: number;
  readonly leagueBundle: number | null;
  readonly leagues: readonly number[];
  readonly marketBundle: number;
}

/** A period for which a wallet bought a level; times in ms. */
export interface StoredPeriod extends StoredTerms {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** The owner of a token. */
export interface StoredOwner {
  /** 32 bytes. */
  readonly hash: Uint8Array;
  readonly wallet: string;
  /** Increases with every change of the rights of the wallet's tokens. */
  readonly version: number;
  /** By level and start. */
  readonly periods: readonly StoredPeriod[];
}

/** The activation of a subscribe transaction, with the new token. */
export interface NewActivation {
  readonly txSig: string;
  readonly wallet: string;
  readonly weeks: number;
  readonly terms: StoredTerms;
  /** 32 bytes. */
  readonly tokenHash: Uint8Array;
  readonly now: WorldTime;
  readonly realTime: RealTime;
  /** The new period, given the end (ms) of the level's last one. */
  readonly periodAfter: (lastEnd: number | undefined) => { readonly startsAt: number; readonly endsAt: number };
}

/** A repeated activation: a new token replaces the one that the transaction issued. */
export interface RepeatedActivation {
  readonly txSig: string;
  readonly wallet: string;
  /** 32 bytes. */
  readonly tokenHash: Uint8Array;
  /** Must be later than the transaction's last activation or repeat. */
  readonly sessionIssuedAt: RealTime;
  readonly now: RealTime;
}

/** Why nothing changed. */
export type NotStored = 'used' | 'blocked';

/** A wallet as an operator sees it; times in ms. */
export interface StoredWallet {
  readonly version: number;
  readonly blockedAt: number | null;
  readonly periods: readonly StoredPeriod[];
  /** When its live tokens were issued. */
  readonly tokens: readonly number[];
}

/** Wallets per statement. */
const MAX_WALLETS = 1_000;

/** Subscriptions, token hashes and activated transactions. */
export class SubscriptionStore {
  constructor(private readonly database: Kysely<Tables>) {}

  /** The owner of a token, by the token's SHA-256, with the periods that have not ended at `now` (ms). */
  async token(hash: Uint8Array, now: number): Promise<StoredOwner | undefined> {
    const rows = await this.database
      .selectFrom('token')
      .innerJoin('subscription', 'subscription.wallet', 'token.wallet')
      .leftJoin('subscription_period as period', (join) =>
        join.onRef('period.wallet', '=', 'token.wallet').on('period.ends_at', '>', now),
      )
      .selectAll('period')
      .select(['token.hash', 'token.wallet as owner', 'subscription.version'])
      .where('token.hash', '=', hash)
      // Blocking ends all tokens. This check is a safeguard in case a token remains.
      .where('subscription.blocked_at', 'is', null)
      .orderBy('period.level')
      .orderBy('period.starts_at')
      .execute();
    const [first] = rows;
    if (!first) return undefined;
    const periods = rows.flatMap((row) => (row.wallet === null ? [] : [periodOf(row as PeriodRow)]));
    return { hash: first.hash, wallet: first.owner, version: first.version, periods };
  }

  /** The periods of a wallet that have not ended at `now` (ms), and the last one of every other level. */
  async periods(wallet: string, now: number): Promise<StoredPeriod[]> {
    const rows = await this.database
      .selectFrom('subscription_period as period')
      .selectAll()
      .where('wallet', '=', wallet)
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('ends_at', '>', now),
          eb(
            'ends_at',
            '=',
            selectFrom('subscription_period as other')
              .select(({ fn }) => fn.max('other.ends_at').as('last'))
              .whereRef('other.wallet', '=', 'period.wallet')
              .whereRef('other.level', '=', 'period.level'),
          ),
        ]),
      )
      .orderBy('level')
      .orderBy('starts_at')
      .execute();
    return rows.map(periodOf);
  }

  /** Versions of the wallets' subscriptions; wallets without one are skipped. */
  async versions(wallets: readonly string[]): Promise<Map<string, number>> {
    const versions = new Map<string, number>();
    for (let i = 0; i < wallets.length; i += MAX_WALLETS) {
      const rows = await this.database
        .selectFrom('subscription')
        .select(['wallet', 'version'])
        .where('wallet', 'in', wallets.slice(i, i + MAX_WALLETS))
        .execute();
      for (const { wallet, version } of rows) versions.set(wallet, version);
    }
    return versions;
  }

  /** The wallet that activated a transaction, and its selection of leagues. */
  async activation(
    txSig: string,
  ): Promise<{ readonly wallet: string; readonly leagues: readonly number[] } | undefined> {
    const row = await this.database
      .selectFrom('activation')
      .select(['wallet', 'terms'])
      .where('tx_sig', '=', txSig)
      .executeTakeFirst();
    return row && { wallet: row.wallet, leagues: (JSON.parse(row.terms) as StoredTerms).leagues };
  }

  /** Activates in one transaction. Changes nothing if `txSig` is already activated or the wallet is blocked. */
  async activate(activation: NewActivation): Promise<StoredPeriod | NotStored> {
    const { txSig, wallet, weeks, terms, now, realTime } = activation;
    return this.changing(wallet, async (transaction) => {
      const noted = await transaction
        .insertInto('activation')
        .values({
          tx_sig: txSig,
          wallet,
          weeks,
          terms: JSON.stringify(terms),
          activated_at: now,
          // Compared with session times, so it is real time.
          renewed_at: realTime,
        })
        .onConflict((conflict) => conflict.column('tx_sig').doNothing())
        .returning('tx_sig')
        .execute();
      if (noted.length === 0) throw new TakenBack('used');
      const period = await addPeriod(transaction, activation);
      await addToken(transaction, { ...activation, now: realTime });
      return period;
    });
  }

  /**
   * Repeats an activation in one transaction. Changes nothing if the session is not newer than the last one or the
   * wallet is blocked.
   */
  async repeat(repeat: RepeatedActivation): Promise<'repeated' | NotStored> {
    const { txSig, wallet, sessionIssuedAt, now } = repeat;
    return this.changing(wallet, async (transaction) => {
      const { renewed_at } = await transaction
        .selectFrom('activation')
        .select('renewed_at')
        .where('tx_sig', '=', txSig)
        .where('wallet', '=', wallet)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (sessionIssuedAt <= renewed_at) throw new TakenBack('used');
      await transaction
        .updateTable('activation')
        // At least the session's time, because its clock may be ahead of this one, and a session must not work twice.
        .set({ renewed_at: Math.max(now, sessionIssuedAt) })
        .where('tx_sig', '=', txSig)
        .execute();
      await transaction
        .deleteFrom('token')
        .where('wallet', '=', wallet)
        .where((eb) => eb.or([eb('tx_sig', '=', txSig), eb('tx_sig', 'is', null)]))
        .execute();
      await addToken(transaction, repeat);
      return 'repeated' as const;
    });
  }

  /**
   * For simulated worlds, at start: earlier versions noted activations and repeats in world time, which may lie after
   * `realTime`, so that no current session would be newer. Caps them at `realTime`.
   */
  async capRenewals(realTime: RealTime): Promise<void> {
    await this.database
      .updateTable('activation')
      .set({ renewed_at: realTime })
      .where('renewed_at', '>', realTime)
      .execute();
  }

  /** Ends one token. */
  async endToken(hash: Uint8Array): Promise<void> {
    const token = await this.database.selectFrom('token').select('wallet').where('hash', '=', hash).executeTakeFirst();
    if (!token) return;
    await this.database.transaction().execute(async (transaction) => {
      await lockWallet(transaction, token.wallet);
      await transaction.deleteFrom('token').where('hash', '=', hash).execute();
    });
  }

  /**
   * Ends all tokens of a wallet and returns their number. With `blockedAt` (ms) also refuses its activations from now
   * on, even if the wallet is unknown; without it, an unknown wallet stays unknown.
   */
  async endTokens(wallet: string, blockedAt?: number): Promise<number> {
    return this.database.transaction().execute(async (transaction) => {
      if (blockedAt !== undefined) await lockWallet(transaction, wallet);
      else if (!(await lockKnownWallet(transaction, wallet))) return 0;
      if (blockedAt !== undefined)
        await transaction
          .updateTable('subscription')
          .set({ blocked_at: blockedAt })
          .where('wallet', '=', wallet)
          .where('blocked_at', 'is', null)
          .execute();
      const ended = await transaction.deleteFrom('token').where('wallet', '=', wallet).returning('hash').execute();
      return ended.length;
    });
  }

  /** Unblocks a wallet. Returns whether it was blocked. */
  async allow(wallet: string): Promise<boolean> {
    const allowed = await this.database
      .updateTable('subscription')
      .set(({ eb }) => ({ blocked_at: null, version: eb('version', '+', 1) }))
      .where('wallet', '=', wallet)
      .where('blocked_at', 'is not', null)
      .returning('wallet')
      .execute();
    return allowed.length > 0;
  }

  /** A wallet with the periods that have not ended at `now` (ms), or undefined if it is unknown. */
  async wallet(wallet: string, now: number): Promise<StoredWallet | undefined> {
    const known = await this.database
      .selectFrom('subscription')
      .selectAll()
      .where('wallet', '=', wallet)
      .executeTakeFirst();
    if (!known) return undefined;
    const periods = await this.database
      .selectFrom('subscription_period')
      .selectAll()
      .where('wallet', '=', wallet)
      .where('ends_at', '>', now)
      .orderBy('level')
      .orderBy('starts_at')
      .execute();
    const tokens = await this.database
      .selectFrom('token')
      .select('created_at')
      .where('wallet', '=', wallet)
      .orderBy('created_at')
      .execute();
    return {
      version: known.version,
      blockedAt: known.blocked_at,
      periods: periods.map(periodOf),
      tokens: tokens.map(({ created_at }) => created_at),
    };
  }

  /** Runs a change to an unblocked wallet in a transaction, one at a time per wallet. `TakenBack` rolls it back. */
  private async changing<T>(
    wallet: string,
    work: (transaction: Transaction<Tables>) => Promise<T>,
  ): Promise<T | NotStored> {
    try {
      return await this.database.transaction().execute(async (transaction) => {
        const { blocked_at } = await lockWallet(transaction, wallet);
        if (blocked_at !== null) throw new TakenBack('blocked');
        return work(transaction);
      });
    } catch (error) {
      if (error instanceof TakenBack) return error.why;
      throw error;
    }
  }
}

/** Rolls back its transaction. */
class TakenBack extends Error {
  constructor(readonly why: NotStored) {
    super(why);
  }
}

/**
 * Locks the row of a wallet, creating it if needed, and increases its version. Serialises transactions on the same
 * wallet.
 */
async function lockWallet(
  transaction: Transaction<Tables>,
  wallet: string,
): Promise<{ readonly blocked_at: number | null }> {
  return transaction
    .insertInto('subscription')
    .values({ wallet })
    .onConflict((conflict) =>
      conflict.column('wallet').doUpdateSet(({ eb }) => ({ version: eb('subscription.version', '+', 1) })),
    )
    .returning('blocked_at')
    .executeTakeFirstOrThrow();
}

/** Like `lockWallet`, but creates no row. Returns whether there is one. */
async function lockKnownWallet(transaction: Transaction<Tables>, wallet: string): Promise<boolean> {
  const locked = await transaction
    .updateTable('subscription')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('wallet', '=', wallet)
    .returning('wallet')
    .execute();
  return locked.length > 0;
}

async function addToken(
  transaction: Transaction<Tables>,
  { tokenHash, wallet, now, txSig }: Pick<RepeatedActivation, 'tokenHash' | 'wallet' | 'now' | 'txSig'>,
): Promise<void> {
  await transaction.insertInto('token').values({ hash: tokenHash, wallet, created_at: now, tx_sig: txSig }).execute();
}

async function addPeriod(
  transaction: Transaction<Tables>,
  { wallet, terms, periodAfter }: NewActivation,
): Promise<StoredPeriod> {
  const { level, samplingSeconds, leagueBundle, marketBundle } = terms;
  const { last } = await transaction
    .selectFrom('subscription_period')
    .select(({ fn }) => fn.max('ends_at').as('last'))
    .where('wallet', '=', wallet)
    .where('level', '=', level)
    .executeTakeFirstOrThrow();
  const { startsAt, endsAt } = periodAfter((last as number | null) ?? undefined);
  const leagues = JSON.stringify(terms.leagues);
  // A new selection applies to the whole level, except to periods that came with a bundle.
  if (leagueBundle === null)
    await transaction
      .updateTable('subscription_period')
      .set({ leagues })
      .where('wallet', '=', wallet)
      .where('level', '=', level)
      .where('league_bundle', 'is', null)
      .execute();
  await transaction
    .insertInto('subscription_period')
    .values({
      wallet,
      level,
      starts_at: startsAt,
      ends_at: endsAt,
      sampling_seconds: samplingSeconds,
      league_bundle: leagueBundle,
      leagues,
      market_bundle: marketBundle,
    })
    .execute();
  return { ...terms, startsAt, endsAt };
}

type PeriodRow = Selectable<Tables['subscription_period']>;

const periodOf = (row: PeriodRow): StoredPeriod => ({
  level: row.level,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  samplingSeconds: row.sampling_seconds,
  leagueBundle: row.league_bundle,
  leagues: JSON.parse(row.leagues) as number[],
  marketBundle: row.market_bundle,
});
