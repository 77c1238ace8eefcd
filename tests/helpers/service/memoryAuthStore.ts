import {
  type Activation,
  type AuthStore,
  nextPeriod,
  type Period,
  type TokenOwner,
} from '../../../ts/service/auth/index.js';

/** Tokens and subscriptions in memory. */
export class MemoryAuthStore implements AuthStore {
  readonly tokens = new Map<string, { hash: Uint8Array; wallet: string }>();
  readonly wallets = new Map<string, { version: number; periods: Period[] }>();
  readonly activations = new Map<string, Activation>();

  /** What a wallet has bought. */
  periods(wallet: string): readonly Period[] {
    return this.wallets.get(wallet)?.periods ?? [];
  }

  /** Gives a wallet these periods in place of its own. */
  hold(wallet: string, periods: readonly Period[]): void {
    this.wallets.set(wallet, { version: (this.wallets.get(wallet)?.version ?? 0) + 1, periods: [...periods] });
  }

  async token(hash: Uint8Array, now: number): Promise<TokenOwner | undefined> {
    const token = this.tokens.get(Buffer.from(hash).toString('hex'));
    const wallet = token && this.wallets.get(token.wallet);
    return token && wallet && { ...token, ...wallet, periods: wallet.periods.filter(({ endsAt }) => now < endsAt) };
  }

  async isActivated(txSig: string) {
    return this.activations.has(txSig);
  }

  async activate(activation: Activation) {
    const { txSig, wallet, weeks, terms, tokenHash, now } = activation;
    if (this.activations.has(txSig)) return null;
    this.activations.set(txSig, activation);
    const before = this.periods(wallet);
    const ends = before.filter(({ level }) => level === terms.level).map(({ endsAt }) => endsAt);
    const period = { ...terms, ...nextPeriod(now, ends.length > 0 ? Math.max(...ends) : undefined, weeks) };
    const renamed = before.map((one) => {
      const follows = one.level === terms.level && one.leagueBundle === null && terms.leagueBundle === null;
      return follows ? { ...one, leagues: terms.leagues } : one;
    });
    this.hold(wallet, [...renamed, period]);
    this.tokens.set(Buffer.from(tokenHash).toString('hex'), { hash: tokenHash, wallet });
    return period;
  }
}
