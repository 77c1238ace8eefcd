import {
  type Activation,
  type AuthStore,
  type NotGiven,
  nextPeriod,
  type Period,
  type Repeat,
  type TokenOwner,
} from '../../../ts/service/edge/auth/authStore.js';

/** Tokens and subscriptions in memory. */
export class MemoryAuthStore implements AuthStore {
  readonly tokens = new Map<string, { hash: Uint8Array; wallet: string; txSig?: string }>();
  readonly wallets = new Map<string, { version: number; periods: Period[] }>();
  readonly activations = new Map<string, Activation & { renewedAt: number }>();
  readonly blocked = new Set<string>();

  /** What a wallet has bought. */
  bought(wallet: string): readonly Period[] {
    return this.wallets.get(wallet)?.periods ?? [];
  }

  async periods(wallet: string, now: number): Promise<readonly Period[]> {
    const all = this.bought(wallet);
    const lastEnd = (level: number): number =>
      Math.max(...all.filter((one) => one.level === level).map(({ endsAt }) => endsAt));
    return all.filter(({ level, endsAt }) => now < endsAt || endsAt === lastEnd(level));
  }

  /** Replaces a wallet's subscription periods. */
  hold(wallet: string, periods: readonly Period[]): void {
    this.wallets.set(wallet, { version: (this.wallets.get(wallet)?.version ?? 0) + 1, periods: [...periods] });
  }

  async token(hash: Uint8Array, now: number): Promise<TokenOwner | undefined> {
    const token = this.tokens.get(Buffer.from(hash).toString('hex'));
    const wallet = token && this.wallets.get(token.wallet);
    return (
      token &&
      wallet && {
        hash: token.hash,
        wallet: token.wallet,
        version: wallet.version,
        periods: wallet.periods.filter(({ endsAt }) => now < endsAt),
      }
    );
  }

  async activation(txSig: string) {
    const found = this.activations.get(txSig);
    return found && { wallet: found.wallet, leagues: found.terms.leagues };
  }

  async repeat({ txSig, wallet, tokenHash, sessionIssuedAt, now }: Repeat): Promise<'repeated' | NotGiven> {
    const found = this.activations.get(txSig);
    if (this.blocked.has(wallet)) return 'blocked';
    if (!found || sessionIssuedAt <= found.renewedAt) return 'used';
    found.renewedAt = Math.max(now, sessionIssuedAt);
    for (const [key, token] of this.tokens)
      if (token.wallet === wallet && (token.txSig ?? txSig) === txSig) this.tokens.delete(key);
    this.hold(wallet, this.bought(wallet));
    this.tokens.set(Buffer.from(tokenHash).toString('hex'), { hash: tokenHash, wallet, txSig });
    return 'repeated';
  }

  async endToken(hash: Uint8Array) {
    const key = Buffer.from(hash).toString('hex');
    const wallet = this.tokens.get(key)?.wallet;
    this.tokens.delete(key);
    if (wallet !== undefined) this.hold(wallet, this.bought(wallet));
  }

  async activate(activation: Activation): Promise<Period | NotGiven> {
    const { txSig, wallet, weeks, terms, tokenHash, now, realTime } = activation;
    if (this.blocked.has(wallet)) return 'blocked';
    if (this.activations.has(txSig)) return 'used';
    this.activations.set(txSig, { ...activation, renewedAt: realTime });
    const before = this.bought(wallet);
    const ends = before.filter(({ level }) => level === terms.level).map(({ endsAt }) => endsAt);
    const period = { ...terms, ...nextPeriod(now, ends.length > 0 ? Math.max(...ends) : undefined, weeks) };
    const renamed = before.map((one) => {
      const follows = one.level === terms.level && one.leagueBundle === null && terms.leagueBundle === null;
      return follows ? { ...one, leagues: terms.leagues } : one;
    });
    this.hold(wallet, [...renamed, period]);
    this.tokens.set(Buffer.from(tokenHash).toString('hex'), { hash: tokenHash, wallet, txSig });
    return period;
  }
}
