import type { RealTime } from '../../../ts/service/clock/clock.js';
import type {
  NewActivation,
  NotStored,
  RepeatedActivation,
  StoredOwner,
  StoredPeriod,
  StoredWallet,
  SubscriptionStore,
} from '../../../ts/service/data/store/subscriptionStore.js';
import type { MemoryDatabase, SubscriptionRow } from './memoryDatabase.js';
import type { MemorySession } from './memorySession.js';
import { CHECK, refuse } from './sqlFailure.js';

/** `SubscriptionStore` in memory. */
export class MemorySubscriptions implements Pick<SubscriptionStore, keyof SubscriptionStore> {
  constructor(private readonly session: MemorySession) {}

  async token(hash: Uint8Array, now: number): Promise<StoredOwner | undefined> {
    return this.session.run((database) => {
      const token = database.tokens.get(hexOf(hash));
      const owner = token && database.subscriptions.get(token.wallet);
      if (!owner || owner.blockedAt !== null) return undefined;
      const { wallet, version } = owner;
      return { hash: new Uint8Array(hash), wallet, version, periods: periodsOf(database, wallet, now) };
    });
  }

  async periods(wallet: string, now: number): Promise<StoredPeriod[]> {
    return this.session.run((database) =>
      periodsOf(database, wallet, -Infinity).filter(
        ({ level, endsAt }) => endsAt > now || endsAt === lastEnd(database, wallet, level),
      ),
    );
  }

  async versions(wallets: readonly string[]): Promise<Map<string, number>> {
    return this.session.run(({ subscriptions }) => {
      const known = wallets.flatMap((wallet) => subscriptions.get(wallet) ?? []);
      return new Map(known.map(({ wallet, version }) => [wallet, version]));
    });
  }

  async activation(
    txSig: string,
  ): Promise<{ readonly wallet: string; readonly leagues: readonly number[] } | undefined> {
    return this.session.run(({ activations }) => {
      const found = activations.get(txSig);
      return found && { wallet: found.wallet, leagues: [...found.leagues] };
    });
  }

  async activate(activation: NewActivation): Promise<StoredPeriod | NotStored> {
    const { txSig, wallet, terms, realTime } = activation;
    return this.changing(wallet, (database) => {
      const { activations } = database;
      if (activations.get(txSig)) throw new TakenBack('used');
      activations.insert({ txSig, wallet, leagues: [...terms.leagues], renewedAt: realTime });
      const period = addPeriod(database, activation);
      addToken(database, { ...activation, now: realTime });
      return period;
    });
  }

  async repeat({
    txSig,
    wallet,
    tokenHash,
    sessionIssuedAt,
    now,
  }: RepeatedActivation): Promise<'repeated' | NotStored> {
    return this.changing(wallet, (database) => {
      const there = database.activations.get(txSig);
      if (there?.wallet !== wallet) throw new Error('no result');
      if (sessionIssuedAt <= there.renewedAt) throw new TakenBack('used');
      database.activations.put({ ...there, renewedAt: Math.max(now, sessionIssuedAt) });
      for (const token of [...database.tokensByWallet.of(wallet)])
        if (token.txSig === txSig) database.tokens.delete(token.hash);
      addToken(database, { tokenHash, wallet, now, txSig });
      return 'repeated' as const;
    });
  }

  async capRenewals(realTime: RealTime): Promise<void> {
    return this.session.run(({ activations }) => {
      for (const one of activations.all())
        if (one.renewedAt > realTime) activations.put({ ...one, renewedAt: realTime });
    });
  }

  async endToken(hash: Uint8Array): Promise<void> {
    return this.session.run((database) => {
      const token = database.tokens.get(hexOf(hash));
      if (!token) return;
      changed(database, token.wallet);
      database.tokens.delete(token.hash);
    });
  }

  async endTokens(wallet: string, blockedAt?: number): Promise<number> {
    return this.session.run((database) => {
      const { subscriptions, tokens, tokensByWallet } = database;
      if (blockedAt === undefined && !subscriptions.get(wallet)) return 0;
      const owner = changed(database, wallet);
      if (blockedAt !== undefined) subscriptions.put({ ...owner, blockedAt: owner.blockedAt ?? blockedAt });
      const ended = [...tokensByWallet.of(wallet)];
      for (const { hash } of ended) tokens.delete(hash);
      return ended.length;
    });
  }

  async allow(wallet: string): Promise<boolean> {
    return this.session.run((database) => {
      const there = database.subscriptions.get(wallet);
      if (!there || there.blockedAt === null) return false;
      database.subscriptions.put({ ...changed(database, wallet), blockedAt: null });
      return true;
    });
  }

  async wallet(wallet: string, now: number): Promise<StoredWallet | undefined> {
    return this.session.run((database) => {
      const known = database.subscriptions.get(wallet);
      if (!known) return undefined;
      const { version, blockedAt } = known;
      const tokens = database.tokensByWallet.of(wallet).map(({ createdAt }) => createdAt);
      return { version, blockedAt, periods: periodsOf(database, wallet, now), tokens };
    });
  }

  /** Runs a change to an unblocked wallet. `TakenBack` takes back what it did. */
  private async changing<T>(wallet: string, work: (database: MemoryDatabase) => T): Promise<T | NotStored> {
    try {
      return await this.session.run((database) => {
        if (changed(database, wallet).blockedAt !== null) throw new TakenBack('blocked');
        return work(database);
      });
    } catch (error) {
      if (error instanceof TakenBack) return error.why;
      throw error;
    }
  }
}

class TakenBack extends Error {
  constructor(readonly why: NotStored) {
    super(why);
  }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The row of a wallet with the next version; a new one for an unknown wallet. */
function changed({ subscriptions }: MemoryDatabase, wallet: string): SubscriptionRow {
  const there = subscriptions.get(wallet);
  const row = there ? { ...there, version: there.version + 1 } : { wallet, version: 1, blockedAt: null };
  subscriptions.put(row);
  return row;
}

/** Copies of the periods of a wallet that end after `now`. */
const periodsOf = ({ periodsByWallet }: MemoryDatabase, wallet: string, now: number): StoredPeriod[] =>
  periodsByWallet
    .of(wallet)
    .filter(({ endsAt }) => endsAt > now)
    .map(({ wallet: _, leagues, ...period }) => ({ ...period, leagues: [...leagues] }));

function lastEnd({ periodsByWallet }: MemoryDatabase, wallet: string, level: number): number | undefined {
  const ends = periodsByWallet.of(wallet).flatMap((period) => (period.level === level ? period.endsAt : []));
  return ends.length === 0 ? undefined : Math.max(...ends);
}

function addPeriod(database: MemoryDatabase, { wallet, terms, periodAfter }: NewActivation): StoredPeriod {
  const { level, samplingSeconds, leagueBundle, leagues, marketBundle } = terms;
  const { startsAt, endsAt } = periodAfter(lastEnd(database, wallet, level));
  const { periods, periodsByWallet } = database;
  if (leagueBundle === null)
    for (const there of [...periodsByWallet.of(wallet)])
      if (there.level === level && there.leagueBundle === null) periods.put({ ...there, leagues: [...leagues] });
  if (startsAt >= endsAt) refuse(CHECK, 'a period without a length');
  const period = { level, startsAt, endsAt, samplingSeconds, leagueBundle, leagues: [...leagues], marketBundle };
  periods.insert({ ...period, wallet });
  return { ...terms, leagues: [...leagues], startsAt, endsAt };
}

const addToken = (
  { tokens }: MemoryDatabase,
  { tokenHash, wallet, now, txSig }: Pick<RepeatedActivation, 'tokenHash' | 'wallet' | 'now' | 'txSig'>,
): void => tokens.insert({ hash: hexOf(tokenHash), wallet, createdAt: now, txSig });
