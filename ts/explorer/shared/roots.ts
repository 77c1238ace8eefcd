import type { Address, Attesters } from '@linesman/sdk/program';

/** How many keys of a trusted attester set vouch for a root. `attested` is the error where that could not be read. */
export interface Vouched extends Attesters {
  readonly attested: { readonly count: number; readonly keys: number } | Error;
}

/** The roots account that a proof is compared with. */
export interface Roots {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Source of the roots: the chain (read by this browser), a file, or a case. */
  readonly from: 'chain' | 'file' | 'case';
  /** The oracle program that published them; null for a file, because a file does not name the program. */
  readonly program: Address | null;
  /** By each attester set of the settings; only for roots on chain. */
  readonly vouched?: readonly Vouched[];
}
