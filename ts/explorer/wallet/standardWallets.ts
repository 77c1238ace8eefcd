import {
  connectWallet,
  followWallet,
  isSolanaWallet,
  type StandardWallet,
  type WalletSigner,
} from '@linesman/sdk/wallet';
import { getWallets } from '@wallet-standard/app';
import { chooseWallet } from './chooseWallet.js';
import { closeTestWallet } from './testWallets.js';
import { currentWallet, sharedAccounts, type Wallet } from './wallet.js';

/**
 * Wallets of the browser, by the Wallet Standard. Loaded only on demand. Keys never reach this page. Wallets get
 * transactions, and return them signed.
 */

/** Wallets that can sign for Solana, now and whenever another one registers. Returns a function that stops it. */
export function watchStandardWallets(onChange: (wallets: readonly StandardWallet[]) => void): () => void {
  const { get, on } = getWallets();
  const tell = (): void => onChange(get().filter((wallet) => isSolanaWallet(wallet, 'messages')));
  const ends = [on('register', tell), on('unregister', tell)];
  tell();
  return () => {
    for (const end of ends) end();
  };
}

/** Stops watching the wallet that was connected last. */
let unfollow = (): void => {};

/**
 * Asks a wallet for its Solana accounts, opens the first, and watches the wallet from then on: if its owner chooses
 * another account there, this page uses that account; if the owner disconnects this page, it uses none. Returns false
 * if the owner does not share an account.
 */
export async function connectStandardWallet(wallet: StandardWallet): Promise<boolean> {
  const shared = (await connectWallet(wallet)).map(ofBrowser);
  const [first] = shared;
  if (!first) return false;
  unfollow();
  closeTestWallet();
  sharedAccounts.set(shared);
  chooseWallet(first);
  unfollow = followWallet(wallet, (signers) => onAccounts(signers.map(ofBrowser)));
  return true;
}

function onAccounts(shared: readonly Wallet[]): void {
  const current = currentWallet.value;
  const isOurs = sharedAccounts.value.some(({ address }) => address === current?.address);
  sharedAccounts.set(shared);
  // The visitor has chosen a test wallet in the meantime.
  if (!isOurs || current?.kind !== 'standard') return;
  chooseWallet(shared.find(({ address }) => address === current.address) ?? shared[0] ?? null);
}

const ofBrowser = (signer: WalletSigner): Wallet => ({ ...signer, kind: 'standard' });
