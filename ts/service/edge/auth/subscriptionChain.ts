import { CHAIN_NOT_REACHABLE, fail } from '@linesman/sdk/error';
import type { RpcNode } from '@linesman/sdk/program';
import { decodeSubscription, type SubscriptionTransaction } from './decodeSubscription.js';

/** Looks up transactions. */
export interface SubscriptionChain {
  /** `null` if the chain does not know the transaction (yet). Rejects if the chain does not answer. */
  find(txSig: string): Promise<SubscriptionTransaction | null>;
}

/**
 * Looks up transactions through an RPC node, at commitment `confirmed` or above. Rejects as well if the node knows the
 * transaction without its outcome, or a subscription without its logs.
 */
export function rpcSubscriptionChain(node: Pick<RpcNode, 'transaction'>): SubscriptionChain {
  return {
    find: async (txSig) => {
      const found = await node.transaction(txSig);
      if (found === null) return null;
      if (found.meta === null) return fail(CHAIN_NOT_REACHABLE, { asked: `the outcome of ${txSig}` });
      const decoded = decodeSubscription(found);
      // The logs contain the terms of the purchase. A node without logs says nothing about it.
      return decoded.status === 'confirmed' && found.meta.logMessages === null
        ? fail(CHAIN_NOT_REACHABLE, { asked: `the logs of ${txSig}, which are not available from this node` })
        : decoded;
    },
  };
}
