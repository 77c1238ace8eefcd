import type { Kysely } from 'kysely';
import type { Tables } from './tables.js';

/** The subscription of a wallet. */
export interface StoredSubscription {
  readonly wallet: string;
  /** ms. */
  readonly endsAt: number;
  /** JSON. */
  readonly terms: string;
}

/** One activation of a subscribe transaction, with the token that it gives. */
export interface NewActivation {
  readonly txSig: string;
  readonly wallet: string;
  readonly weeks: number;
  /** JSON. */
  readonly terms: string;
  /** 32 bytes. */
  readonly tokenHash: Uint8Array;
  /** ms. */
  readonly now: number;
  /** The new end (ms) from the end so far (ms), which is 0 for a wallet that had none. */
  readonly endAfter: (endSoFar: number) => number;
}

/** Wallets of one statement. */
const MOST_WALLETS = 1_000;

/** Subscriptions, the hashes of tokens, and the transactions that were activated. */
export class SubscriptionStore {
  constructor(private readonly database: Kysely<Tables>) {}

  /** The wallet that a token belongs to, by the SHA-256 of the token, and its subscription. */
  async token(
    hash: Uint8Array,
  ): Promise<
    | { readonly hash: Uint8Array; readonly wallet: string; readonly subscription: StoredSubscription | undefined }
    | undefined
  > {
    const row = await this.database
      .selectFrom('token')
      .leftJoin('subscription', 'subscription.wallet', 'token.wallet')
      .select(['token.hash', 'token.wallet', 'subscription.ends_at', 'subscription.terms'])
      .where('token.hash', '=', hash)
      .executeTakeFirst();
    if (!row) return undefined;
    const { wallet, ends_at, terms } = row;
    const subscription = ends_at === null || terms === null ? undefined : { wallet, endsAt: ends_at, terms };
    return { hash: row.hash, wallet, subscription };
  }

  async find(wallet: string): Promise<StoredSubscription | undefined> {
    const row = await this.database
      .selectFrom('subscription')
      .selectAll()
      .where('wallet', '=', wallet)
      .executeTakeFirst();
    return row && { wallet, endsAt: row.ends_at, terms: row.terms };
  }

  /** Ends of subscriptions (ms) by wallet, of those that have one. */
  async ends(wallets: readonly string[]): Promise<Map<string, number>> {
    const ends = new Map<string, number>();
    for (let i = 0; i < wallets.length; i += MOST_WALLETS) {
      const rows = await this.database
        .selectFrom('subscription')
        .select(['wallet', 'ends_at'])
        .where('wallet', 'in', wallets.slice(i, i + MOST_WALLETS))
        .execute();
      for (const { wallet, ends_at } of rows) ends.set(wallet, ends_at);
    }
    return ends;
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
  async activate(activation: NewActivation): Promise<StoredSubscription | null> {
    const { txSig, wallet, weeks, terms, tokenHash, now, endAfter } = activation;
    return this.database.transaction().execute(async (transaction) => {
      // Who comes second waits here until the first is done, and then gets nothing.
      const noted = await transaction
        .insertInto('activation')
        .values({ tx_sig: txSig, wallet, weeks, terms, activated_at: now })
        .onConflict((conflict) => conflict.column('tx_sig').doNothing())
        .returning('tx_sig')
        .execute();
      if (noted.length === 0) return null;
      // Locks the row, new or not: two transactions of one wallet add their weeks one after the other.
      const { ends_at } = await transaction
        .insertInto('subscription')
        .values({ wallet, ends_at: 0, terms })
        .onConflict((conflict) => conflict.column('wallet').doUpdateSet({ terms }))
        .returning('ends_at')
        .executeTakeFirstOrThrow();
      const endsAt = endAfter(ends_at);
      await transaction.updateTable('subscription').set({ ends_at: endsAt }).where('wallet', '=', wallet).execute();
      await transaction.insertInto('token').values({ hash: tokenHash, wallet, created_at: now }).execute();
      return { wallet, endsAt, terms };
    });
  }
}
