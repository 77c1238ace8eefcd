import { addressBytes } from '../../ts/sdk/program/address/address.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { decodeTransaction, encodeTransaction, signTransaction } from '../../ts/sdk/program/transaction/transaction.js';

type Version = 'legacy' | 0 | 1;

/** A wallet of the Wallet Standard with one key, which signs transactions of these versions and messages. */
export const standardWallet = (pair: KeyPair, supportedTransactionVersions: readonly Version[] = ['legacy', 0]) => {
  const chains = ['solana:localnet'] as const;
  const features = ['solana:signTransaction', 'solana:signMessage'] as const;
  const account = { address: pair.address as string, publicKey: addressBytes(pair.address), chains, features };
  return {
    version: '1.0.0' as const,
    name: 'Fake',
    icon: 'data:image/png;base64,' as const,
    chains,
    accounts: [account],
    features: {
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [account] }) },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions,
        signTransaction: async ({ transaction }: { readonly transaction: Uint8Array }) => {
          const given = decodeTransaction(transaction);
          const { version } = given.message;
          if (!supportedTransactionVersions.includes(version)) throw new Error(`the wallet cannot read ${version}`);
          return [{ signedTransaction: encodeTransaction(signTransaction(given, [pair])) }];
        },
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: async ({ message }: { readonly message: Uint8Array }) => [
          { signedMessage: message, signature: pair.sign(message) },
        ],
      },
    },
  };
};
