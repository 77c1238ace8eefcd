import { bytesToHex } from '@linesman/sdk/format';
import { ShortLived, type ShortLivedOptions } from '../../cache/shortLived.js';
import type { AuthStore, TokenOwner } from './authStore.js';

/** A store with a short-lived cache of token owners. */
export interface KeptOwners extends AuthStore {
  /** Called when a wallet's access has changed, or one of its tokens has ended. */
  forget(wallet: string): void;
  /** Compares the cache with the stored versions of subscriptions, by wallet, and drops outdated entries. */
  compare(versions: ReadonlyMap<string, number>): void;
}

/**
 * Queries the owner of a token at most once a second. Caches its periods, never a decision: callers compare them with
 * the time, so a subscription ends on time. Unknown tokens are queried each time, so a new one works at once.
 */
export function keptOwners(store: AuthStore, options: ShortLivedOptions = {}): KeptOwners {
  const owners = new ShortLived<TokenOwner>(options);
  return {
    ...store,
    token: (hash, now) => owners.get(bytesToHex(hash), () => store.token(hash, now)),
    forget: (wallet) => owners.forget((owner) => owner.wallet === wallet),
    compare: (versions) => owners.forget(({ wallet, version }) => (versions.get(wallet) ?? version) !== version),
  };
}
