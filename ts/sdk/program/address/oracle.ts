import { DAYS_PER_WINDOW } from '../../format/slotTime.js';
import { ATTESTATION_LAYOUT } from '../../proof/attestation.js';
import { ROOTS_KINDS, type RootsKind } from '../../proof/rootsAccount.js';
import { type Address, addressBytes } from './address.js';
import { type ProgramAddress, programAddress } from './programAddress.js';
import { UPGRADEABLE_LOADER_ID } from './runtime.js';
import { checkFits, littleEndian, word } from './seed.js';

/**
 * The account with the 288 scores roots of one epoch day (u16), one for each 5-minute slot.
 *
 * @example
 * ```ts
 * import { type Chain, LOCALNET_PROGRAM_IDS, scoresRootsAddress } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * const { oracle } = LOCALNET_PROGRAM_IDS;
 * const roots = await chain.account(scoresRootsAddress(20_600, oracle).address); // 2026-05-27
 * ```
 */
export const scoresRootsAddress = (epochDay: number, oracle: Address): ProgramAddress =>
  programAddress(oracle, word('daily_scores_roots'), littleEndian('The epoch day', epochDay, 2));

/**
 * The account with the 288 odds roots of one epoch day (u16), one for each 5-minute slot.
 *
 * @example
 * ```ts
 * import { slotTimeOf } from '@linesman/sdk/format';
 * import { LOCALNET_PROGRAM_IDS, oddsRootsAddress } from '@linesman/sdk/program';
 *
 * const { epochDay } = slotTimeOf(Date.UTC(2026, 4, 27, 20, 15));
 * const { address } = oddsRootsAddress(epochDay, LOCALNET_PROGRAM_IDS.oracle);
 * ```
 */
export const oddsRootsAddress = (epochDay: number, oracle: Address): ProgramAddress =>
  programAddress(oracle, word('daily_batch_roots'), littleEndian('The epoch day', epochDay, 2));

/**
 * The first day of the ten-day window that contains `epochDay`.
 *
 * @example
 * ```ts
 * import { fixturesWindow } from '@linesman/sdk/program';
 *
 * fixturesWindow(20_609); // 20600
 * ```
 */
export const fixturesWindow = (epochDay: number): number => epochDay - (epochDay % DAYS_PER_WINDOW);

/**
 * The account with the 240 hourly fixtures roots of the ten-day window that contains `epochDay` (u16).
 *
 * @example
 * ```ts
 * import { fixturesRootsAddress, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * const { oracle } = LOCALNET_PROGRAM_IDS;
 * fixturesRootsAddress(20_609, oracle).address === fixturesRootsAddress(20_600, oracle).address; // true
 * ```
 */
export function fixturesRootsAddress(epochDay: number, oracle: Address): ProgramAddress {
  // Checks the day itself, because a fraction of a day, or 65,536, would fall into an existing window.
  checkFits('The epoch day', epochDay, 2);
  return programAddress(
    oracle,
    word('ten_daily_fixtures_roots'),
    littleEndian('The window', fixturesWindow(epochDay), 2),
  );
}

const ROOTS_ADDRESSES: Readonly<Record<RootsKind, typeof scoresRootsAddress>> = {
  scores: scoresRootsAddress,
  odds: oddsRootsAddress,
  fixtures: fixturesRootsAddress,
};

const FIRST_DAYS: Readonly<Record<RootsKind, (epochDay: number) => number>> = {
  scores: (epochDay) => epochDay,
  odds: (epochDay) => epochDay,
  fixtures: fixturesWindow,
};

/**
 * The first day of the roots account of a kind that holds the roots of a day.
 *
 * @example
 * ```ts
 * import { firstDayOf } from '@linesman/sdk/program';
 *
 * firstDayOf('fixtures', 20_643); // 20640
 * ```
 */
export const firstDayOf = (kind: RootsKind, epochDay: number): number => FIRST_DAYS[kind](epochDay);

/**
 * The roots account of a kind and a day (u16); for fixtures, of the ten-day window that contains it.
 *
 * @example
 * ```ts
 * import { LOCALNET_PROGRAM_IDS, rootsAddress } from '@linesman/sdk/program';
 * import { type Proof, rootsPlaceOf } from '@linesman/sdk/proof';
 *
 * declare const proof: Proof;
 * const { kind, epochDay } = rootsPlaceOf(proof);
 * const { address } = rootsAddress(kind, epochDay, LOCALNET_PROGRAM_IDS.oracle);
 * ```
 */
export const rootsAddress = (kind: RootsKind, epochDay: number, oracle: Address): ProgramAddress =>
  ROOTS_ADDRESSES[kind](epochDay, oracle);

/**
 * The attester set with the id (u64) that its creator chose.
 *
 * @example
 * ```ts
 * import { type Address, attesterSetAddress, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const creator: Address;
 * const { address: set } = attesterSetAddress(creator, 1n, LOCALNET_PROGRAM_IDS.oracle);
 * ```
 */
export const attesterSetAddress = (creator: Address, id: bigint, oracle: Address): ProgramAddress =>
  programAddress(
    oracle,
    word(ATTESTATION_LAYOUT.setSeed),
    addressBytes(creator),
    littleEndian('The id of the attester set', id, 8),
  );

/**
 * The account that says which keys of an attester set vouch for the roots of a kind and a day (u16); for fixtures, of
 * the ten-day window that contains it.
 *
 * @example
 * ```ts
 * import { type Address, attestationAddress, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const set: Address;
 * const { address } = attestationAddress(set, 'scores', 20_600, LOCALNET_PROGRAM_IDS.oracle);
 * ```
 */
export function attestationAddress(set: Address, kind: RootsKind, epochDay: number, oracle: Address): ProgramAddress {
  checkFits('The epoch day', epochDay, 2);
  return programAddress(
    oracle,
    word(ATTESTATION_LAYOUT.seed),
    addressBytes(set),
    littleEndian('The kind', ROOTS_KINDS.indexOf(kind), 1),
    littleEndian('The period', firstDayOf(kind, epochDay), 2),
  );
}

/**
 * The configuration of an oracle deployment: authorities, oracle keys, mints and the price of credits.
 *
 * @example
 * ```ts
 * import {
 *   type Chain,
 *   configAddress,
 *   fetchAccount,
 *   LOCALNET_PROGRAM_IDS,
 *   oracleConfigAccount,
 * } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * const { oracle } = LOCALNET_PROGRAM_IDS;
 * const config = await fetchAccount(chain, oracleConfigAccount, configAddress(oracle).address, oracle);
 * ```
 */
export const configAddress = (oracle: Address): ProgramAddress => programAddress(oracle, word('config'));

/**
 * The price list of an oracle deployment.
 *
 * @example
 * ```ts
 * import {
 *   type Chain,
 *   fetchAccount,
 *   LOCALNET_PROGRAM_IDS,
 *   pricingMatrixAccount,
 *   pricingMatrixAddress,
 * } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * const { oracle } = LOCALNET_PROGRAM_IDS;
 * const { rows } = await fetchAccount(chain, pricingMatrixAccount, pricingMatrixAddress(oracle).address, oracle);
 * ```
 */
export const pricingMatrixAddress = (oracle: Address): ProgramAddress => programAddress(oracle, word('pricing_matrix'));

/**
 * The authority of the service token vault, which is also the freeze authority of the service token's mint.
 *
 * @example
 * ```ts
 * import { LOCALNET_PROGRAM_IDS, tokenTreasuryAddress } from '@linesman/sdk/program';
 *
 * const { address: authority } = tokenTreasuryAddress(LOCALNET_PROGRAM_IDS.oracle);
 * ```
 */
export const tokenTreasuryAddress = (oracle: Address): ProgramAddress =>
  programAddress(oracle, word('token_treasury_v2'));

/**
 * The authority of the stablecoin vault.
 *
 * @example
 * ```ts
 * import { LOCALNET_PROGRAM_IDS, usdtTreasuryAddress } from '@linesman/sdk/program';
 *
 * const { address: authority } = usdtTreasuryAddress(LOCALNET_PROGRAM_IDS.oracle);
 * ```
 */
export const usdtTreasuryAddress = (oracle: Address): ProgramAddress => programAddress(oracle, word('usdt_treasury'));

/**
 * The account with the validation credits of `user`.
 *
 * @example
 * ```ts
 * import {
 *   type Address,
 *   type Chain,
 *   fetchAccount,
 *   LOCALNET_PROGRAM_IDS,
 *   userValidationStateAccount,
 *   userValidationStateAddress,
 * } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const user: Address;
 * const { oracle } = LOCALNET_PROGRAM_IDS;
 * const { address } = userValidationStateAddress(user, oracle);
 * const { credits } = await fetchAccount(chain, userValidationStateAccount, address, oracle);
 * ```
 */
export const userValidationStateAddress = (user: Address, oracle: Address): ProgramAddress =>
  programAddress(oracle, word('user_state'), addressBytes(user));

/**
 * The account that records when `user` last used the faucet of a test build.
 *
 * @example
 * ```ts
 * import { type Address, type Chain, faucetTrackerAddress, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const user: Address;
 * const tracker = await chain.account(faucetTrackerAddress(user, LOCALNET_PROGRAM_IDS.oracle).address);
 * const neverAsked = tracker === null;
 * ```
 */
export const faucetTrackerAddress = (user: Address, oracle: Address): ProgramAddress =>
  programAddress(oracle, word('faucet_tracker'), addressBytes(user));

/**
 * The loader's account for a deployed program, which names the upgrade authority.
 *
 * @example
 * ```ts
 * import { LOCALNET_PROGRAM_IDS, programDataAddress } from '@linesman/sdk/program';
 *
 * const { address: programData } = programDataAddress(LOCALNET_PROGRAM_IDS.oracle);
 * ```
 */
export const programDataAddress = (program: Address): ProgramAddress =>
  programAddress(UPGRADEABLE_LOADER_ID, addressBytes(program));
