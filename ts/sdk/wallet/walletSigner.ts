import { WALLET_NOT_SIGNED } from '../error/codes/world.js';
import { fail } from '../error/linesmanError.js';
import { type Address, isAddress } from '../program/address/address.js';
import { decodeTransaction, encodeTransaction, type Transaction } from '../program/transaction/transaction.js';
import { featureOf, isSolanaChain, type StandardAccount, type StandardWallet } from './standardWallet.js';

/** A Solana account of a wallet. Its key stays in the wallet. */
export interface WalletSigner {
  /** Of the wallet. */
  readonly name: string;
  readonly address: Address;
  /** Whether the wallet signs transactions of version 1; it signs earlier ones in any case. */
  readonly signsVersion1: boolean;
  /**
   * Returns the transaction with the account's signature. A wallet may add instructions, such as a fee, because its
   * owner has seen the signed transaction. Rejects with the wallet's error when its owner declines; WALLET_NOT_SIGNED;
   * INVALID_TRANSACTION.
   */
  signTransaction(transaction: Transaction): Promise<Transaction>;
  /**
   * Returns the Ed25519 signature of a message, 64 bytes. Rejects with the wallet's error when its owner declines;
   * WALLET_NOT_SIGNED, also if the wallet signs no messages.
   */
  signMessage(message: Uint8Array): Promise<Uint8Array>;
}

/**
 * Asks a wallet for its accounts, which its owner may have to approve, and returns those for Solana; an empty list if
 * the owner does not share any. Rejects with the wallet's error.
 *
 * @example
 * ```ts
 * import { type BuiltTransaction, signatureOf } from '@linesman/sdk/program';
 * import { connectWallet, type StandardWallet } from '@linesman/sdk/wallet';
 *
 * declare const wallet: StandardWallet;
 * declare const built: BuiltTransaction;
 * const [signer] = await connectWallet(wallet);
 * if (signer) console.log(signatureOf(await signer.signTransaction(built.transaction)));
 * ```
 */
export async function connectWallet(wallet: StandardWallet): Promise<WalletSigner[]> {
  const answer = await featureOf(wallet, 'standard:connect')?.connect();
  return signersOf(wallet, answer?.accounts ?? []);
}

/**
 * Watches the accounts that a connected wallet shares: `onChange` gets its Solana accounts after each change, an empty
 * list when the owner disconnects the page. Returns a function that stops the watch.
 *
 * @example
 * ```ts
 * import { followWallet, type StandardWallet } from '@linesman/sdk/wallet';
 *
 * declare const wallet: StandardWallet;
 * const end = followWallet(wallet, ([signer]) => console.log(signer?.address ?? 'disconnected'));
 * end();
 * ```
 */
export function followWallet(wallet: StandardWallet, onChange: (signers: readonly WalletSigner[]) => void): () => void {
  const end = featureOf(wallet, 'standard:events')?.on('change', ({ accounts }) => {
    if (accounts) onChange(signersOf(wallet, accounts));
  });
  return end ?? (() => {});
}

/** A signer for each Solana account. */
const signersOf = (wallet: StandardWallet, accounts: readonly StandardAccount[]): WalletSigner[] =>
  accounts.flatMap((account) => {
    const { address } = account;
    const chains = account.chains.filter(isSolanaChain);
    return isAddress(address) && chains.length > 0 ? [signerOf(wallet, account, address, chains)] : [];
  });

function signerOf(
  wallet: StandardWallet,
  account: StandardAccount,
  address: Address,
  chains: readonly string[],
): WalletSigner {
  const { name } = wallet;
  const refuse = (problem: 'no answer' | 'not signed' | 'no feature'): never =>
    fail(WALLET_NOT_SIGNED, { wallet: name, address, problem });
  // If there are several, the wallet knows the chain that its owner uses.
  const chain = chains.length === 1 ? chains[0] : undefined;
  return {
    name,
    address,
    signsVersion1: featureOf(wallet, 'solana:signTransaction')?.supportedTransactionVersions?.includes(1) ?? false,
    signTransaction: async (transaction) => {
      const feature = featureOf(wallet, 'solana:signTransaction') ?? refuse('no feature');
      const input = { account, transaction: encodeTransaction(transaction), ...(chain !== undefined && { chain }) };
      const [answer] = await feature.signTransaction(input);
      const signed = decodeTransaction(answer?.signedTransaction ?? refuse('no answer'));
      return isSignedBy(address, signed) ? signed : refuse('not signed');
    },
    signMessage: async (message) => {
      const feature = featureOf(wallet, 'solana:signMessage') ?? refuse('no feature');
      const [answer] = await feature.signMessage({ account, message });
      return answer?.signature ?? refuse('no answer');
    },
  };
}

function isSignedBy(address: Address, { message, signatures }: Transaction): boolean {
  const place = message.accounts.indexOf(address);
  return signatures[place]?.some((byte) => byte !== 0) ?? false;
}
