import { INVALID_POLICY, INVALID_TERMS } from '../../error/codes/settlement.js';
import { fail } from '../../error/linesmanError.js';
import { checkValue, type OptionKind } from '../../format/checkOptions.js';
import { integerOf, OBJECT } from '../../format/optionKinds.js';
import { layoutByteOf } from '../../format/sport.js';
import type { Sport } from '../../format/sports/sports.js';
import { FINALITY_POLICIES, type FinalityPolicy } from '../finalityPolicy.js';
import { type Address, addressBytes } from './address.js';
import { ADDRESS } from './addressOption.js';
import { type ProgramAddress, programAddress } from './programAddress.js';
import { ZERO_ADDRESS } from './runtime.js';
import { littleEndian, signedLittleEndian, word } from './seed.js';

/**
 * The market with the id (u64) that its creator chose.
 *
 * @example
 * ```ts
 * import { type Address, LOCALNET_PROGRAM_IDS, marketAddress } from '@linesman/sdk/program';
 *
 * declare const creator: Address;
 * const { address: market } = marketAddress(creator, 1n, LOCALNET_PROGRAM_IDS.settlement);
 * ```
 */
export const marketAddress = (creator: Address, id: bigint, settlement: Address): ProgramAddress =>
  programAddress(settlement, word('market'), addressBytes(creator), littleEndian('The market id', id, 8));

/**
 * The parlay with the id (u64) that its creator chose.
 *
 * @example
 * ```ts
 * import { type Address, LOCALNET_PROGRAM_IDS, parlayAddress } from '@linesman/sdk/program';
 *
 * declare const creator: Address;
 * const { address: parlay } = parlayAddress(creator, 1n, LOCALNET_PROGRAM_IDS.settlement);
 * ```
 */
export const parlayAddress = (creator: Address, id: bigint, settlement: Address): ProgramAddress =>
  programAddress(settlement, word('parlay'), addressBytes(creator), littleEndian('The parlay id', id, 8));

/**
 * The vault of a market or parlay: the token account that holds its stakes.
 *
 * @example
 * ```ts
 * import { type Address, type Chain, LOCALNET_PROGRAM_IDS, tokenBalance, vaultAddress } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const market: Address;
 * const { address: vault } = vaultAddress(market, LOCALNET_PROGRAM_IDS.settlement);
 * const stakes = await tokenBalance(chain, vault);
 * ```
 */
export const vaultAddress = (market: Address, settlement: Address): ProgramAddress =>
  programAddress(settlement, word('vault'), addressBytes(market));

/**
 * The position of `owner` on one outcome (u8) of a market or parlay.
 *
 * @example
 * ```ts
 * import {
 *   type Address,
 *   type Chain,
 *   fetchAccount,
 *   LOCALNET_PROGRAM_IDS,
 *   positionAccount,
 *   positionAddress,
 * } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const market: Address;
 * declare const owner: Address;
 * const { settlement } = LOCALNET_PROGRAM_IDS;
 * const { address } = positionAddress(market, owner, 0, settlement);
 * const { amount } = await fetchAccount(chain, positionAccount, address, settlement);
 * ```
 */
export const positionAddress = (
  market: Address,
  owner: Address,
  outcome: number,
  settlement: Address,
): ProgramAddress =>
  programAddress(
    settlement,
    word('position'),
    addressBytes(market),
    addressBytes(owner),
    littleEndian('The outcome', outcome, 1),
  );

/**
 * The proof buffer with the id (u64) that its owner chose.
 *
 * @example
 * ```ts
 * import { type Address, bufferAddress, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const owner: Address;
 * const { address: buffer } = bufferAddress(owner, 1n, LOCALNET_PROGRAM_IDS.settlement);
 * ```
 */
export const bufferAddress = (owner: Address, id: bigint, settlement: Address): ProgramAddress =>
  programAddress(settlement, word('buffer'), addressBytes(owner), littleEndian('The buffer id', id, 8));

/** The subject of a result. The terms of a market name the only result that can settle it. */
export interface ResultSubject {
  /** The owner of the roots accounts for the proofs. */
  readonly oracleProgram: Address;
  readonly fixtureId: number;
  readonly sport: Sport;
  /** Results of `signed-final` do not exist. */
  readonly finality: FinalityPolicy;
  /**
   * Who must vouch for the root behind each post; `null`, on purpose, for the result that believes the oracle alone. It
   * is another account.
   */
  readonly attesters: { readonly set: Address; readonly least: number } | null;
}

type SetAndLeast = NonNullable<ResultSubject['attesters']>;

/** Of attesters, `null` for none. */
export const SET_AND_LEAST: OptionKind = {
  expected: 'null, or an object with set, an address, and least, an integer',
  fits: (value) =>
    value === null ||
    (OBJECT.fits(value) &&
      ADDRESS.fits((value as Partial<SetAndLeast>).set) &&
      KEYS_OF_SET.fits((value as Partial<SetAndLeast>).least)),
};
const KEYS_OF_SET = /* @__PURE__ */ integerOf(0, 255);

/**
 * The result of a match under a finality policy, by what these attesters vouch for.
 *
 * Errors: MISSING_OPTION without `attesters`, WRONG_OPTION for others; INVALID_TERMS for a set or `least` of zero,
 * which is half of none; INVALID_POLICY for `signed-final`, which has no results; SPORT_NOT_TRUSTED for an unknown
 * sport; INVALID_NUMBER for a fixture id beyond 2^53; INVALID_ADDRESS.
 *
 * @example
 * ```ts
 * import { LOCALNET_PROGRAM_IDS, type Market, resultAddress } from '@linesman/sdk/program';
 *
 * declare const market: Market;
 * const { address: result } = resultAddress(market.terms, LOCALNET_PROGRAM_IDS.settlement);
 * ```
 */
export function resultAddress(subject: ResultSubject, settlement: Address): ProgramAddress {
  const { oracleProgram, fixtureId, sport, finality, attesters } = subject;
  checkValue('resultAddress', 'attesters', attesters, SET_AND_LEAST);
  const { set, least } = attesters ?? { set: ZERO_ADDRESS, least: 0 };
  if (attesters && (set === ZERO_ADDRESS || least === 0)) fail(INVALID_TERMS, { set, least });
  const policy = FINALITY_POLICIES.indexOf(finality);
  if (policy < 0 || finality === 'signed-final') return fail(INVALID_POLICY, { finality });
  return programAddress(
    settlement,
    word('result'),
    addressBytes(oracleProgram),
    signedLittleEndian('The fixture id', fixtureId),
    Uint8Array.of(layoutByteOf(sport)),
    Uint8Array.of(policy),
    addressBytes(set),
    Uint8Array.of(least),
  );
}
