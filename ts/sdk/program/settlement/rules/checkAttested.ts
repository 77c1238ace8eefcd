import { NOT_ATTESTED } from '../../../error/codes/settlement.js';
import { fail } from '../../../error/linesmanError.js';
import type { OptionKind } from '../../../format/checkOptions.js';
import { integerOf, OBJECT } from '../../../format/optionKinds.js';
import { ATTESTATION_LAYOUT, vouchers } from '../../../proof/attestation.js';
import { accountBytes } from '../../account/accountBytes.js';
import { type Address, addressBytes } from '../../address/address.js';
import { ADDRESS } from '../../address/addressOption.js';
import { attestationAddress } from '../../address/oracle.js';
import type { Attesters } from '../../wire/terms.js';
import { type UpdatePlace, updatePlaceOf } from './orderKey.js';

/**
 * The account at `attestationAddress` of the set, kind and day, as `account` of a chain returns it; `null` if it does
 * not exist, because no root of the day is attested yet.
 */
export type AttestationContent = { readonly owner: Address; readonly data: Uint8Array } | null;

export const ATTESTATION: OptionKind = {
  expected: 'an account with owner and data, or null where there is none',
  fits: (value) => value === null || OBJECT.fits(value),
};

/** A number of keys that a set can have. */
export const KEY_COUNT: OptionKind = /* @__PURE__ */ integerOf(1, ATTESTATION_LAYOUT.maxKeys);

/** Whether a value is {@link Attesters} with a set, of which 1 to 16 keys are required. */
export const isAttesters = (value: unknown): value is Attesters => {
  if (!OBJECT.fits(value)) return false;
  const { set, least } = value as Partial<Attesters>;
  return ADDRESS.fits(set) && KEY_COUNT.fits(least);
};

export const ATTESTERS: OptionKind = {
  expected: 'an object with set, an address, and least, an integer from 1 to 16',
  fits: isAttesters,
};

/** A set of an oracle program, and the day and slot of a scores root. */
export interface VouchedSlot extends Pick<UpdatePlace, 'epochDay' | 'slot'> {
  readonly oracleProgram: Address;
  readonly set: Address;
}

/**
 * How many keys of an attester set vouch for the scores root of a slot, 0 to 16. Errors: WRONG_ATTESTATION for any
 * other account than the attestation of the set and day.
 *
 * @example
 * ```ts
 * import {
 *   type Address,
 *   attestationAddress,
 *   type Chain,
 *   LOCALNET_PROGRAM_IDS,
 *   vouchersOf,
 * } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const set: Address;
 * const { oracle } = LOCALNET_PROGRAM_IDS;
 * const attestation = await chain.account(attestationAddress(set, 'scores', 20_643, oracle).address);
 * console.log(vouchersOf(attestation, { oracleProgram: oracle, set, epochDay: 20_643, slot: 243 })); // 3
 * ```
 */
export function vouchersOf(
  attestation: AttestationContent,
  { oracleProgram, set, epochDay, slot }: VouchedSlot,
): number {
  if (attestation === null) return 0;
  const { address } = attestationAddress(set, 'scores', epochDay, oracleProgram);
  const account = accountBytes(address, attestation);
  const [oracle, setBytes] = [oracleProgram, set].map(addressBytes) as [Uint8Array, Uint8Array];
  return vouchers(account, { oracle, set: setBytes, kind: 'scores', period: epochDay, slot });
}

/** A source that names attesters: the terms of a market, or the question of a reader. */
export interface AttestedTerms {
  readonly oracleProgram: Address;
  readonly attesters: Attesters | null;
}

/**
 * How many attesters vouch for the root of the slot that an order key names; 0 if none are asked for. Errors:
 * NOT_ATTESTED; WRONG_ATTESTATION.
 */
export function checkAttested(
  { oracleProgram, attesters }: AttestedTerms,
  orderKey: bigint,
  attestation: AttestationContent,
): number {
  return attesters === null ? 0 : checkVouched({ oracleProgram, attesters }, updatePlaceOf(orderKey), attestation);
}

/** The same for a slot of scores. Errors: NOT_ATTESTED; WRONG_ATTESTATION. */
export function checkVouched(
  { oracleProgram, attesters: { set, least } }: { readonly oracleProgram: Address; readonly attesters: Attesters },
  { epochDay, slot }: Pick<UpdatePlace, 'epochDay' | 'slot'>,
  attestation: AttestationContent,
): number {
  const found = vouchersOf(attestation, { oracleProgram, set, epochDay, slot });
  return found >= least ? found : fail(NOT_ATTESTED, { found, least, epochDay, slot });
}
