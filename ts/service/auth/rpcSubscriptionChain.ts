import type { Connection } from '@solana/web3.js';
import { decodeSubscription } from './decodeSubscription.js';
import type { SubscriptionChain } from './subscriptionChain.js';

/** Transactions of a chain behind an RPC connection, from the commitment `confirmed` up. */
export function rpcSubscriptionChain(connection: Pick<Connection, 'getParsedTransaction'>): SubscriptionChain {
  return {
    find: async (txSig) => {
      const found = await connection.getParsedTransaction(txSig, {
        commitment: 'confirmed',
        maxSupportedTransactionVersion: 0,
      });
      return found === null ? null : decodeSubscription(found);
    },
  };
}
