import { MISSING_OPTION } from '../error/codes/options.js';
import { NOT_ATTESTED } from '../error/codes/settlement.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, type OptionRules, required } from '../format/checkOptions.js';
import { BYTES, integerOf, shaped } from '../format/optionKinds.js';
import { fieldsOf } from '../format/shape.js';
import { ATTESTATION_LAYOUT, type AttestationAccount, readAttesterSet, vouchers } from './attestation.js';
import type { Proof } from './proof.js';
import { rootsPlaceOf } from './rootsPlace.js';

/** How many keys of an attester set vouch for a root. */
export interface Attested {
  /** Address of the set, 32 bytes. */
  readonly set: Uint8Array;
  readonly count: number;
  /** How many keys the set has, 1 to 16. */
  readonly keys: number;
}

/** An attester set and one of its attestations, as they are on chain. */
export interface AttesterAccounts {
  /** The oracle program, 32 bytes. */
  readonly oracle: Uint8Array;
  readonly set: AttestationAccount;
  /**
   * The set's attestation for the kind and day of `rootsPlaceOf`. Without bytes: none of the keys has vouched for a
   * root of that day.
   */
  readonly attestation: AttestationAccount;
  /** How many keys of the set must vouch, 1 to 16. */
  readonly least: number;
}

const ACCOUNT = /* @__PURE__ */ shaped(
  'an account with owner, address and data',
  /* @__PURE__ */ fieldsOf<AttestationAccount>({ owner: BYTES, address: BYTES, data: BYTES }),
);
const ACCOUNTS: OptionRules<AttesterAccounts> = {
  oracle: /* @__PURE__ */ required(BYTES),
  set: /* @__PURE__ */ required(ACCOUNT),
  attestation: /* @__PURE__ */ required(ACCOUNT),
  least: /* @__PURE__ */ required(/* @__PURE__ */ integerOf(1, ATTESTATION_LAYOUT.maxKeys)),
};

/**
 * The attesters that must vouch for the root of a proof: the value for `attesters` of the verifiers. `rootAttesters` of
 * `@linesman/sdk/prove` reads one from the chain. A class, so that programs which ask no attesters do not load its
 * code.
 *
 * Errors of the constructor: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION.
 *
 * @example
 * ```ts
 * import { type AttesterAccounts, type Proof, RootAttesters } from '@linesman/sdk/proof';
 *
 * declare const accounts: AttesterAccounts;
 * declare const proof: Proof;
 * const { count, keys } = new RootAttesters(accounts).count(proof);
 * console.log(`vouched for by ${count} of ${keys}`);
 * ```
 */
export class RootAttesters {
  readonly least: number;

  constructor(private readonly accounts: AttesterAccounts) {
    checkOptions('RootAttesters', accounts, ACCOUNTS);
    this.least = accounts.least;
  }

  /**
   * Counts the keys that vouch for the root of a proof's slot, enough or not, to show them. It says nothing about the
   * proof. Errors: WRONG_ATTESTER_SET; WRONG_ATTESTATION; OVERFLOW for a time without a day.
   */
  count(proof: Proof): Attested {
    const { oracle, set, attestation } = this.accounts;
    const { keys } = readAttesterSet(set, oracle);
    const { kind, epochDay: period, index: slot } = rootsPlaceOf(proof);
    const count = vouchers(attestation, { oracle, set: set.address, kind, period, slot });
    return { set: set.address, count, keys: keys.length };
  }

  /**
   * The same for a proof that a verifier has compared with the roots account, if there are enough. An attestation names
   * a slot, not a root, so without the account it says nothing about the root of the proof.
   *
   * Errors: MISSING_OPTION without the account; those of `count`; NOT_ATTESTED.
   */
  check(proof: Proof, rootsAccount: Uint8Array | undefined): Attested {
    if (rootsAccount === undefined)
      fail(MISSING_OPTION, {
        function: 'verify',
        option: 'rootsAccount',
        value: undefined,
        expected: `${BYTES.expected}, because attesters are asked for`,
      });
    const attested = this.count(proof);
    if (attested.count >= this.least) return attested;
    const { epochDay, index: slot } = rootsPlaceOf(proof);
    return fail(NOT_ATTESTED, { found: attested.count, least: this.least, epochDay, slot });
  }
}
