import type { RpcNode } from 'linesman/program';
import { decodeSubscription } from './decodeSubscription.js';
import type { SubscriptionChain } from './subscriptionChain.js';

/** Transactions of a chain behind an RPC node, from the commitment `confirmed` up. */
export function rpcSubscriptionChain(node: Pick<RpcNode, 'transaction'>): SubscriptionChain {
  return {
    find: async (txSig) => {
      const found = await node.transaction(txSig);
      return found === null ? null : decodeSubscription(found);
    },
  };
}
