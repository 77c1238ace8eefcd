import type { RootsKind } from './vector.js';

/** The shape of one entry of `attestation.json`; README.md explains each field. */

/** How many keys vouch, or the error. */
export type VouchersResult = { vouchers: number } | { error: number };

export interface AttestationVector {
  name: string;
  class: string;
  about: string;
  /** The oracle program that the caller trusts, hex. */
  oracle: string;
  account: { owner: string; address: string; data: string };
  question: { set: string; kind: RootsKind; period: number; slot: number; least: number };
  expect: {
    host: VouchersResult;
    typescript: VouchersResult;
    settlement: { decided: true } | { error: number } | { skip: string };
  };
}
