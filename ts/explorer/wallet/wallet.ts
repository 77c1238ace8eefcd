import type { Address, Transaction } from 'linesman/program';
import { Store, useStore } from '../frame/store.js';

/** What can sign for an address: a test wallet of this tab, or a wallet of the browser. */
export interface Wallet {
  readonly name: string;
  readonly address: Address;
  /** `test`: its key is in this tab, for the embedded chain only. */
  readonly kind: 'test' | 'standard';
  /** Adds its signature. Rejects when its owner declines. */
  signTransaction(transaction: Transaction): Promise<Transaction>;
  /** The Ed25519 signature of a message, 64 bytes. */
  signMessage(message: Uint8Array): Promise<Uint8Array>;
}

/** The wallet that signs; null: none is chosen. */
export const currentWallet = new Store<Wallet | null>(null);

/** The accounts that the connected wallet of the browser shares with this page. */
export const sharedAccounts = new Store<readonly Wallet[]>([]);

export const useWallet = (): Wallet | null => useStore(currentWallet);
