import type { WalletSigner } from '@linesman/sdk/wallet';
import { Store, useStore } from '../frame/store.js';

/** A signer for an address: a test wallet of this tab, or a wallet of the browser. */
export interface Wallet extends WalletSigner {
  /** `test`: its key is in this tab, for the embedded chain only. */
  readonly kind: 'test' | 'standard';
}

/** The wallet that signs; null: none is chosen. */
export const currentWallet = new Store<Wallet | null>(null);

/** The accounts that the connected wallet of the browser shares with this page. */
export const sharedAccounts = new Store<readonly Wallet[]>([]);

export const useWallet = (): Wallet | null => useStore(currentWallet);
