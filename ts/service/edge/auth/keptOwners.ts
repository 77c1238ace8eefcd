import { ShortLived, type ShortLivedOptions } from '../../cache/shortLived.js';
import type { AuthStore, TokenOwner } from './authStore.js';

/** A store that remembers for a moment whose a token is. */
export interface KeptOwners extends AuthStore {
  /** What the tokens of the wallet may see has changed, or one of them has ended. */
  forget(wallet: string): void;
  /** The versions of subscriptions, by wallet, as they are stored: what is kept of another version is out of date. */
  compare(versions: ReadonlyMap<string, number>): void;
}

/**
 * Asks for the owner of a token once a second at most. What is kept are its periods, never a verdict: whoever asks compares them with the time, so a
 * subscription ends at its end. A token that is not known is asked for each time, so a new one works at once.
 */
export function keptOwners(store: AuthStore, options: ShortLivedOptions = {}): KeptOwners {
  const owners = new ShortLived<TokenOwner>(options);
  return {
    ...store,
    token: (hash, now) => owners.get(Buffer.from(hash).toString('base64'), () => store.token(hash, now)),
    forget: (wallet) => owners.forget((owner) => owner.wallet === wallet),
    compare: (versions) => owners.forget(({ wallet, version }) => (versions.get(wallet) ?? version) !== version),
  };
}
