import { getWallets } from '@wallet-standard/app';
import type { Wallet as StandardWallet, WalletAccount } from '@wallet-standard/base';
import { type Address, decodeTransaction, encodeTransaction, isAddress } from 'linesman/program';
import type { Wallet } from './wallet.js';

/**
 * Wallets of the browser, by the Wallet Standard. Loaded only when somebody asks for one. No key ever comes into this
 * page: they get transactions, and return them signed.
 */

interface Connecting {
  connect(): Promise<{ readonly accounts: readonly WalletAccount[] }>;
}
interface SigningTransactions {
  signTransaction(
    ...inputs: readonly { readonly account: WalletAccount; readonly transaction: Uint8Array }[]
  ): Promise<readonly { readonly signedTransaction: Uint8Array }[]>;
}
interface SigningMessages {
  signMessage(
    ...inputs: readonly { readonly account: WalletAccount; readonly message: Uint8Array }[]
  ): Promise<readonly { readonly signature: Uint8Array }[]>;
}

const CONNECT = 'standard:connect';
const SIGN_TRANSACTION = 'solana:signTransaction';
const SIGN_MESSAGE = 'solana:signMessage';

const featureOf = <T>({ features }: StandardWallet, name: string): T | undefined =>
  (features as Readonly<Record<string, unknown>>)[name] as T | undefined;

const isUsable = (wallet: StandardWallet): boolean =>
  wallet.chains.some((chain) => chain.startsWith('solana:')) &&
  [CONNECT, SIGN_TRANSACTION, SIGN_MESSAGE].every((name) => featureOf(wallet, name) !== undefined);

/** Wallets that can sign for Solana, now and whenever another one registers. Returns what ends it. */
export function watchStandardWallets(onChange: (wallets: readonly StandardWallet[]) => void): () => void {
  const { get, on } = getWallets();
  const tell = (): void => onChange(get().filter(isUsable));
  const ends = [on('register', tell), on('unregister', tell)];
  tell();
  return () => {
    for (const end of ends) end();
  };
}

/** Asks the wallet for its first Solana account. Null when its owner shares none. */
export async function connectStandardWallet(wallet: StandardWallet): Promise<Wallet | null> {
  const { accounts } = (await featureOf<Connecting>(wallet, CONNECT)?.connect()) ?? { accounts: [] };
  const account = accounts.find(
    ({ address, chains }) => isAddress(address) && chains.some((one) => one.startsWith('solana:')),
  );
  const signing = featureOf<SigningTransactions>(wallet, SIGN_TRANSACTION);
  const messages = featureOf<SigningMessages>(wallet, SIGN_MESSAGE);
  if (!account || !signing || !messages) return null;
  return {
    name: wallet.name,
    address: account.address as Address,
    kind: 'standard',
    signTransaction: async (transaction) => {
      const [signed] = await signing.signTransaction({ account, transaction: encodeTransaction(transaction) });
      // A wallet may add instructions of its own, such as a fee: its owner has seen what it signed.
      return signed ? decodeTransaction(signed.signedTransaction) : transaction;
    },
    signMessage: async (message) => {
      const [signed] = await messages.signMessage({ account, message });
      return signed?.signature ?? new Uint8Array();
    },
  };
}
