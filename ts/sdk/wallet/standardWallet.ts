/**
 * The part of a wallet of the Wallet Standard that is used here. A `Wallet` of `@wallet-standard/base`, which
 * `getWallets` of `@wallet-standard/app` returns, fits this type.
 */
export interface StandardWallet {
  readonly name: string;
  /** Such as `solana:mainnet`. */
  readonly chains: readonly string[];
  /** By name, such as `solana:signTransaction`. */
  readonly features: object;
  readonly accounts: readonly StandardAccount[];
}

/** An account that a wallet shares with the page. */
export interface StandardAccount {
  /** Base58. */
  readonly address: string;
  readonly chains: readonly string[];
}

interface Features {
  readonly 'standard:connect': { connect(): Promise<{ readonly accounts: readonly StandardAccount[] }> };
  readonly 'standard:events': {
    on(event: 'change', listener: (changed: { readonly accounts?: readonly StandardAccount[] }) => void): () => void;
  };
  readonly 'solana:signTransaction': {
    readonly supportedTransactionVersions?: readonly ('legacy' | number)[];
    signTransaction(
      ...inputs: readonly {
        readonly account: StandardAccount;
        readonly transaction: Uint8Array;
        readonly chain?: string;
      }[]
    ): Promise<readonly ({ readonly signedTransaction?: Uint8Array } | undefined)[]>;
  };
  readonly 'solana:signMessage': {
    signMessage(
      ...inputs: readonly { readonly account: StandardAccount; readonly message: Uint8Array }[]
    ): Promise<readonly ({ readonly signature?: Uint8Array } | undefined)[]>;
  };
}

/** A feature of a wallet; undefined if it lacks it. */
export const featureOf = <N extends keyof Features>({ features }: StandardWallet, name: N): Features[N] | undefined =>
  (features as Partial<Features>)[name];

/** Whether the name of a chain is one of Solana's. */
export const isSolanaChain = (chain: string): boolean => chain.startsWith('solana:');

/**
 * Whether a wallet can be connected and signs transactions for Solana. `messages`: whether it must also sign messages,
 * which the activation of a subscription needs.
 *
 * @example
 * ```ts
 * import { isSolanaWallet, type StandardWallet } from '@linesman/sdk/wallet';
 *
 * declare const installed: readonly StandardWallet[]; // getWallets().get()
 * const usable = installed.filter((wallet) => isSolanaWallet(wallet));
 * ```
 */
export function isSolanaWallet(wallet: StandardWallet, needs?: 'messages'): boolean {
  const signsMessages = needs === undefined || featureOf(wallet, 'solana:signMessage') !== undefined;
  const signs = featureOf(wallet, 'standard:connect') && featureOf(wallet, 'solana:signTransaction');
  return wallet.chains.some(isSolanaChain) && signs !== undefined && signsMessages;
}
