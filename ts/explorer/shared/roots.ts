import type { Address } from 'linesman/program';

/** The roots account that a proof is compared with. */
export interface Roots {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Who says that these are the roots: the chain, read by this browser, a file, or a case. */
  readonly from: 'chain' | 'file' | 'case';
  /** The oracle program that they are of; null for a file, which names none. */
  readonly program: Address | null;
}
