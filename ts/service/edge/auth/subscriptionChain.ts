import { CHAIN_NOT_REACHABLE, fail } from 'linesman/error';
import type { RpcNode, ServiceRow } from 'linesman/program';
import { decodeSubscription } from './decodeSubscription.js';

/** A transaction that may have bought a subscription. Addresses are in Base58. */
export type SubscriptionTransaction =
  | { readonly status: 'failed' }
  /** Succeeded, but is not exactly one top-level `subscribe`. */
  | { readonly status: 'other' }
  | {
      readonly status: 'confirmed';
      /** The wallet named as the instruction's user. */
      readonly signer: string;
      /** All signers of the transaction. */
      readonly signers: readonly string[];
      /** The called program. */
      readonly program: string;
      readonly level: number;
      /** The level's terms as charged, from the transaction itself; `null` if its log lacks them. */
      readonly row: ServiceRow | null;
      readonly weeks: number;
      /** Time of purchase, Unix ms. */
      readonly time: number;
    };

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
      // What was bought stands in the logs. That this node lacks them says nothing about the purchase.
      return decoded.status === 'confirmed' && found.meta.logMessages === null
        ? fail(CHAIN_NOT_REACHABLE, { asked: `the logs of ${txSig}, which are not to be had from this node` })
        : decoded;
    },
  };
}
