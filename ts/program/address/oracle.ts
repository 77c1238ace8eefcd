import { PublicKey } from '@solana/web3.js';
import { type Derived, derive } from './derived.js';
import { littleEndian, word } from './seed.js';

/** The account that holds the 288 scores roots of one epoch day (u16). */
export const scoresRootsAddress = (epochDay: number, oracle: PublicKey): Derived =>
  derive(oracle, word('daily_scores_roots'), littleEndian(epochDay, 2));

/** The account that holds the 288 odds roots of one epoch day (u16). */
export const oddsRootsAddress = (epochDay: number, oracle: PublicKey): Derived =>
  derive(oracle, word('daily_batch_roots'), littleEndian(epochDay, 2));

/** The first day of the ten-day window that `epochDay` lies in. */
export const fixturesWindow = (epochDay: number): number => epochDay - (epochDay % 10);

/** The account that holds the 240 hourly fixtures roots of the ten-day window of `epochDay` (u16). */
export const fixturesRootsAddress = (epochDay: number, oracle: PublicKey): Derived =>
  derive(oracle, word('ten_daily_fixtures_roots'), littleEndian(fixturesWindow(epochDay), 2));

/** The deployment's configuration: authorities, oracle keys, mints, credit price. */
export const configAddress = (oracle: PublicKey): Derived => derive(oracle, word('config'));

export const pricingMatrixAddress = (oracle: PublicKey): Derived => derive(oracle, word('pricing_matrix'));

export const tokenTreasuryAddress = (oracle: PublicKey): Derived => derive(oracle, word('token_treasury_v2'));

export const usdtTreasuryAddress = (oracle: PublicKey): Derived => derive(oracle, word('usdt_treasury'));

/** The validation credits of `user`. */
export const userValidationStateAddress = (user: PublicKey, oracle: PublicKey): Derived =>
  derive(oracle, word('user_state'), user.toBytes());

/** When `user` last asked the faucet of a test build. */
export const faucetTrackerAddress = (user: PublicKey, oracle: PublicKey): Derived =>
  derive(oracle, word('faucet_tracker'), user.toBytes());

const UPGRADEABLE_LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111');

/** The loader's account about a deployed program; it names the upgrade authority. */
export const programDataAddress = (program: PublicKey): Derived => derive(UPGRADEABLE_LOADER, program.toBytes());
