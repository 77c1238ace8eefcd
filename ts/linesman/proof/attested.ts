import { fail, MISSING_OPTION, NOT_ATTESTED } from '../error/index.js';
import { checkValue } from '../format/checkOptions.js';
import { BYTES, integerOf, shaped } from '../format/optionKinds.js';
import { fieldsOf } from '../format/shape.js';
import { ATTESTATION_LAYOUT, type AttestationAccount, readAttesterSet, vouchers } from './attestation.js';
import { checkProof } from './checkProof.js';
import type { Proof } from './proof.js';
import { rootsPlaceOf } from './rootsPlace.js';

/** The attesters that must vouch for the root of a proof, with the accounts that show whether they do. */
export interface RootAttesters {
  /** The oracle program, 32 bytes. */
  readonly oracle: Uint8Array;
  /** The attester set. */
  readonly set: AttestationAccount;
  /**
   * The set's attestation for the kind and day of `rootsPlaceOf`. Without bytes: none of the keys has vouched for a
   * root of that day.
   */
  readonly attestation: AttestationAccount;
  /** How many keys of the set must vouch, 1 to 16. */
  readonly least: number;
}

/** How many keys of an attester set vouch for a root. */
export interface Attested {
  /** Address of the set, 32 bytes. */
  readonly set: Uint8Array;
  readonly count: number;
  /** How many keys the set has, 1 to 16. */
  readonly keys: number;
}

const ACCOUNT = /* @__PURE__ */ fieldsOf<AttestationAccount>({ owner: BYTES, address: BYTES, data: BYTES });

export const ROOT_ATTESTERS = /* @__PURE__ */ shaped(
  'attesters, as rootAttesters of linesman/prove reads them',
  /* @__PURE__ */ fieldsOf<RootAttesters>({
    oracle: BYTES,
    set: ACCOUNT,
    attestation: ACCOUNT,
    least: /* @__PURE__ */ integerOf(1, ATTESTATION_LAYOUT.maxKeys),
  }),
);

interface AttestedOptions {
  readonly rootsAccount?: Uint8Array;
  readonly attesters?: RootAttesters;
}

/**
 * How many attesters vouch for the root of a proof; null if none are asked for. Attestations name a slot, not a root, so
 * the proof must have been compared with the roots account. Errors: MISSING_OPTION without that account;
 * WRONG_ATTESTER_SET; WRONG_ATTESTATION; NOT_ATTESTED.
 */
export function attestedOf(
  caller: string,
  proof: Proof,
  { rootsAccount, attesters }: AttestedOptions,
): Attested | null {
  if (attesters === undefined) return null;
  const { expected } = BYTES;
  if (rootsAccount === undefined)
    return fail(MISSING_OPTION, { function: caller, option: 'rootsAccount', value: undefined, expected });
  const attested = vouchersOfRoot(proof, attesters);
  const [{ count: found }, { least }] = [attested, attesters];
  if (found >= least) return attested;
  const { epochDay, index: slot } = rootsPlaceOf(proof);
  return fail(NOT_ATTESTED, { found, least, epochDay, slot });
}

/**
 * Counts the attesters that vouch for the root of a proof's slot, enough or not, to show them. It says nothing about
 * the proof: `verify` with `attesters` compares its root with the chain's, and refuses too few.
 *
 * Errors: MISSING_OPTION, WRONG_OPTION; WRONG_ATTESTER_SET; WRONG_ATTESTATION; OVERFLOW for a time without a day.
 *
 * @example
 * ```ts
 * import { type Proof, type RootAttesters, vouchersOfRoot } from 'linesman/proof';
 *
 * declare const proof: Proof;
 * declare const attesters: RootAttesters; // rootAttesters of linesman/prove
 * const { count, keys } = vouchersOfRoot(proof, attesters);
 * console.log(`vouched for by ${count} of ${keys}`);
 * ```
 */
export function vouchersOfRoot(proof: Proof, attesters: RootAttesters): Attested {
  checkProof('vouchersOfRoot', proof);
  checkValue('vouchersOfRoot', 'attesters', attesters, ROOT_ATTESTERS);
  const { oracle, set, attestation } = attesters;
  const { keys } = readAttesterSet(set, oracle);
  const { kind, epochDay: period, index: slot } = rootsPlaceOf(proof);
  const count = vouchers(attestation, { oracle, set: set.address, kind, period, slot });
  return { set: set.address, count, keys: keys.length };
}
