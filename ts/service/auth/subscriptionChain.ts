import type { ServiceRow } from 'linesman/program';

/** A transaction that may have bought a subscription. Addresses are Base58. */
export type SubscriptionTransaction =
  | { readonly status: 'failed' }
  /** It succeeded, but is not one top-level `subscribe`. */
  | { readonly status: 'other' }
  | {
      readonly status: 'confirmed';
      /** The wallet that the instruction names as its user. */
      readonly signer: string;
      /** Everybody who signed the transaction. */
      readonly signers: readonly string[];
      /** The program that was called. */
      readonly program: string;
      readonly level: number;
      /** The level as it was charged, from the transaction itself; `null` where its log does not say. */
      readonly row: ServiceRow | null;
      readonly weeks: number;
      /** When, Unix time in ms. */
      readonly time: number;
    };

/** Where transactions are looked up. */
export interface SubscriptionChain {
  /** `null`: the chain does not know it (yet). Rejects when the chain cannot be asked. */
  find(txSig: string): Promise<SubscriptionTransaction | null>;
}
