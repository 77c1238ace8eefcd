import { type Activation, type AuthStore, extendedEnd, type Subscription } from '../../../ts/service/auth/index.js';

/** Tokens and subscriptions in memory. */
export class MemoryAuthStore implements AuthStore {
  readonly tokens = new Map<string, { hash: Uint8Array; wallet: string }>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly activations = new Map<string, Activation>();

  async token(hash: Uint8Array) {
    return this.tokens.get(Buffer.from(hash).toString('hex'));
  }

  async subscription(wallet: string) {
    return this.subscriptions.get(wallet);
  }

  async isActivated(txSig: string) {
    return this.activations.has(txSig);
  }

  async activate(activation: Activation) {
    const { txSig, wallet, weeks, terms, tokenHash, now } = activation;
    if (this.activations.has(txSig)) return null;
    this.activations.set(txSig, activation);
    const endsAt = extendedEnd(now, this.subscriptions.get(wallet)?.endsAt, weeks);
    const subscription: Subscription = { wallet, endsAt, terms };
    this.subscriptions.set(wallet, subscription);
    this.tokens.set(Buffer.from(tokenHash).toString('hex'), { hash: tokenHash, wallet });
    return subscription;
  }
}
