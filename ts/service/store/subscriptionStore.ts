import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from './tables.js';

/** What a level was when it was bought. */
interface StoredTerms {
  readonly level: number;
  readonly samplingSeconds: number;
  readonly leagueBundle: number | null;
  readonly leagues: readonly number[];
  readonly marketBundle: number;
}

/** A time for which a wallet has bought a level; times in ms. */
export interface StoredPeriod extends StoredTerms {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Whose a token is. */
export interface StoredOwner {
  /** 32 bytes. */
  readonly hash: Uint8Array;
  readonly wallet: string;
  /** One more with each change of what the tokens of the wallet may see. */
  readonly version: number;
  /** By level and start. */
  readonly periods: readonly StoredPeriod[];
}

/** One activation of a subscribe transaction, with the token that it gives. */
export interface NewActivation {
  readonly txSig: string;
  readonly wallet: string;
  readonly weeks: number;
  readonly terms: StoredTerms;
  /** 32 bytes. */
  readonly tokenHash: Uint8Array;
  /** ms. */
  readonly now: number;
  /** When the new period holds, from the end (ms) of the last one of its level. */
  readonly periodAfter: (lastEnd: number | undefined) => { readonly startsAt: number; readonly endsAt: number };
}

/** Wallets of one statement. */
const MOST_WALLETS = 1_000;

/** Subscriptions, the hashes of tokens, and the transactions that were activated. */
export class SubscriptionStore {
  constructor(private readonly database: Kysely<Tables>) {}

  /** The owner of a token, by the SHA-256 of the token, with the periods that are not over at `now` (ms). */
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
      .orderBy('period.level')
      .orderBy('period.starts_at')
      .execute();
    const [first] = rows;
    if (!first) return undefined;
    const periods = rows.flatMap((row) => (row.wallet === null ? [] : [periodOf(row as PeriodRow)]));
    return { hash: first.hash, wallet: first.owner, version: first.version, periods };
  }

  /** Versions of the subscriptions of wallets, of those that have one. */
  async versions(wallets: readonly string[]): Promise<Map<string, number>> {
    const versions = new Map<string, number>();
    for (let i = 0; i < wallets.length; i += MOST_WALLETS) {
      const rows = await this.database
        .selectFrom('subscription')
        .select(['wallet', 'version'])
        .where('wallet', 'in', wallets.slice(i, i + MOST_WALLETS))
        .execute();
      for (const { wallet, version } of rows) versions.set(wallet, version);
    }
    return versions;
  }

  async isActivated(txSig: string): Promise<boolean> {
    const row = await this.database
      .selectFrom('activation')
      .select('tx_sig')
      .where('tx_sig', '=', txSig)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** All of it in one transaction; `null`, and nothing changes, when `txSig` is there already. */
  async activate(activation: NewActivation): Promise<StoredPeriod | null> {
    const { txSig, wallet, weeks, terms, tokenHash, now } = activation;
    return this.database.transaction().execute(async (transaction) => {
      // Who comes second waits here until the first is done, and then gets nothing.
      const noted = await transaction
        .insertInto('activation')
        .values({ tx_sig: txSig, wallet, weeks, terms: JSON.stringify(terms), activated_at: now })
        .onConflict((conflict) => conflict.column('tx_sig').doNothing())
        .returning('tx_sig')
        .execute();
      if (noted.length === 0) return null;
      await lockWallet(transaction, wallet);
      const period = await addPeriod(transaction, activation);
      await transaction.insertInto('token').values({ hash: tokenHash, wallet, created_at: now }).execute();
      return period;
    });
  }
}

/** Locks the row of a wallet, new or not, and says that something changes: two transactions of one wallet come one after the other. */
async function lockWallet(transaction: Transaction<Tables>, wallet: string): Promise<void> {
  await transaction
    .insertInto('subscription')
    .values({ wallet })
    .onConflict((conflict) =>
      conflict.column('wallet').doUpdateSet(({ eb }) => ({ version: eb('subscription.version', '+', 1) })),
    )
    .execute();
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
  // What is selected now holds for the level from now on; a period that came with a bundle keeps that.
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
