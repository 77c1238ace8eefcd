import { getWallets } from '@wallet-standard/app';
import type { Wallet as StandardWallet, WalletAccount } from '@wallet-standard/base';
import { fail, WALLET_NOT_SIGNED } from 'linesman/error';
import { type Address, decodeTransaction, encodeTransaction, isAddress, type Transaction } from 'linesman/program';
import { chooseWallet } from './chooseWallet.js';
import { closeTestWallet } from './testWallets.js';
import { currentWallet, sharedAccounts, type Wallet } from './wallet.js';

/**
 * Wallets of the browser, by the Wallet Standard. Loaded only when somebody asks for one. No key ever comes into this
 * page: they get transactions, and return them signed.
 */

interface Connecting {
  connect(): Promise<{ readonly accounts: readonly WalletAccount[] }>;
}
interface SigningTransactions {
  signTransaction(
    ...inputs: readonly {
      readonly account: WalletAccount;
      readonly transaction: Uint8Array;
      readonly chain?: string;
    }[]
  ): Promise<readonly ({ readonly signedTransaction?: Uint8Array } | undefined)[]>;
}
interface SigningMessages {
  signMessage(
    ...inputs: readonly { readonly account: WalletAccount; readonly message: Uint8Array }[]
  ): Promise<readonly ({ readonly signature?: Uint8Array } | undefined)[]>;
}
interface Events {
  on(event: 'change', listener: (changed: { readonly accounts?: readonly WalletAccount[] }) => void): () => void;
}

const EVENTS = 'standard:events';
const CONNECT = 'standard:connect';
const SIGN_TRANSACTION = 'solana:signTransaction';
const SIGN_MESSAGE = 'solana:signMessage';

const featureOf = <T>({ features }: StandardWallet, name: string): T | undefined =>
  (features as Readonly<Record<string, unknown>>)[name] as T | undefined;

const isUsable = (wallet: StandardWallet): boolean =>
  wallet.chains.some(isSolana) &&
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

/** What ends following the wallet that was connected last. */
let unfollow = (): void => {};

/**
 * Asks a wallet for its Solana accounts, opens the first, and from then on follows what its owner does in the wallet:
 * another account that is chosen there is the one here, and none when this page is disconnected. False when its owner
 * shares none.
 */
export async function connectStandardWallet(wallet: StandardWallet): Promise<boolean> {
  const { accounts } = (await featureOf<Connecting>(wallet, CONNECT)?.connect()) ?? { accounts: [] };
  const shared = walletsOf(wallet, accounts);
  const [first] = shared;
  if (!first) return false;
  unfollow();
  closeTestWallet();
  sharedAccounts.set(shared);
  chooseWallet(first);
  const end = featureOf<Events>(wallet, EVENTS)?.on('change', (changed) => {
    if (changed.accounts) onAccounts(walletsOf(wallet, changed.accounts));
  });
  unfollow = end ?? (() => {});
  return true;
}

function onAccounts(shared: readonly Wallet[]): void {
  const current = currentWallet.value;
  const isOurs = sharedAccounts.value.some(({ address }) => address === current?.address);
  sharedAccounts.set(shared);
  // Somebody has chosen a test wallet since.
  if (!isOurs || current?.kind !== 'standard') return;
  chooseWallet(shared.find(({ address }) => address === current.address) ?? shared[0] ?? null);
}

const isSolana = (chain: string): boolean => chain.startsWith('solana:');

/** A wallet of this page for each Solana account. */
function walletsOf(wallet: StandardWallet, accounts: readonly WalletAccount[]): Wallet[] {
  const signing = featureOf<SigningTransactions>(wallet, SIGN_TRANSACTION);
  const messages = featureOf<SigningMessages>(wallet, SIGN_MESSAGE);
  if (!signing || !messages) return [];
  const { name } = wallet;
  return accounts.flatMap((account) => {
    const { address } = account;
    const chains = account.chains.filter(isSolana);
    if (!isAddress(address) || chains.length === 0) return [];
    // Of several, the wallet knows which one its owner is on.
    const [chain] = chains.length === 1 ? chains : [];
    return [
      {
        name,
        address,
        kind: 'standard' as const,
        signTransaction: async (transaction: Transaction) => {
          const input = { account, transaction: encodeTransaction(transaction), ...(chain !== undefined && { chain }) };
          const [answer] = await signing.signTransaction(input);
          if (!answer?.signedTransaction)
            return fail(WALLET_NOT_SIGNED, { wallet: name, address, problem: 'no answer' });
          // A wallet may add instructions of its own, such as a fee: its owner has seen what it signed.
          const signed = decodeTransaction(answer.signedTransaction);
          if (!isSignedBy(address, signed)) fail(WALLET_NOT_SIGNED, { wallet: name, address, problem: 'not signed' });
          return signed;
        },
        signMessage: async (message: Uint8Array) => {
          const [answer] = await messages.signMessage({ account, message });
          return answer?.signature ?? fail(WALLET_NOT_SIGNED, { wallet: name, address, problem: 'no answer' });
        },
      },
    ];
  });
}

function isSignedBy(address: Address, { message, signatures }: Transaction): boolean {
  const place = message.accounts.indexOf(address);
  return signatures[place]?.some((byte) => byte !== 0) ?? false;
}
