import type { Address } from 'linesman/program';

/** The roots account that a proof is compared with. */
export interface Roots {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Source of the roots: the chain (read by this browser), a file, or a case. */
  readonly from: 'chain' | 'file' | 'case';
  /** The oracle program that published them; null for a file, because a file does not name the program. */
  readonly program: Address | null;
}
