import { type Address, addressBytes } from './address.js';
import { type ProgramAddress, programAddress } from './programAddress.js';
import { UPGRADEABLE_LOADER_ID } from './runtime.js';
import { littleEndian, word } from './seed.js';

/** The account that holds the 288 scores roots of one epoch day (u16). */
export const scoresRootsAddress = (epochDay: number, oracle: Address): ProgramAddress =>
  programAddress(oracle, word('daily_scores_roots'), littleEndian(epochDay, 2));

/** The account that holds the 288 odds roots of one epoch day (u16). */
export const oddsRootsAddress = (epochDay: number, oracle: Address): ProgramAddress =>
  programAddress(oracle, word('daily_batch_roots'), littleEndian(epochDay, 2));

/** The first day of the ten-day window that `epochDay` lies in. */
export const fixturesWindow = (epochDay: number): number => epochDay - (epochDay % 10);

/** The account that holds the 240 hourly fixtures roots of the ten-day window of `epochDay` (u16). */
export const fixturesRootsAddress = (epochDay: number, oracle: Address): ProgramAddress =>
  programAddress(oracle, word('ten_daily_fixtures_roots'), littleEndian(fixturesWindow(epochDay), 2));

/** The deployment's configuration: authorities, oracle keys, mints, credit price. */
export const configAddress = (oracle: Address): ProgramAddress => programAddress(oracle, word('config'));

export const pricingMatrixAddress = (oracle: Address): ProgramAddress => programAddress(oracle, word('pricing_matrix'));

export const tokenTreasuryAddress = (oracle: Address): ProgramAddress =>
  programAddress(oracle, word('token_treasury_v2'));

export const usdtTreasuryAddress = (oracle: Address): ProgramAddress => programAddress(oracle, word('usdt_treasury'));

/** The validation credits of `user`. */
export const userValidationStateAddress = (user: Address, oracle: Address): ProgramAddress =>
  programAddress(oracle, word('user_state'), addressBytes(user));

/** When `user` last asked the faucet of a test build. */
export const faucetTrackerAddress = (user: Address, oracle: Address): ProgramAddress =>
  programAddress(oracle, word('faucet_tracker'), addressBytes(user));

/** The loader's account about a deployed program; it names the upgrade authority. */
export const programDataAddress = (program: Address): ProgramAddress =>
  programAddress(UPGRADEABLE_LOADER_ID, addressBytes(program));
