import type { RpcNode } from 'linesman/program';
import { decodeSubscription } from './decodeSubscription.js';
import type { SubscriptionChain } from './subscriptionChain.js';

/** Looks up transactions through an RPC node, at commitment `confirmed` or above. */
export function rpcSubscriptionChain(node: Pick<RpcNode, 'transaction'>): SubscriptionChain {
  return {
    find: async (txSig) => {
      const found = await node.transaction(txSig);
      return found === null ? null : decodeSubscription(found);
    },
  };
}
