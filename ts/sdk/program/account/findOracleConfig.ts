import { ACCOUNT_NOT_FOUND, UNEXPECTED_ACCOUNT } from '../../error/codes/library.js';
import { isError } from '../../error/linesmanError.js';
import type { Address } from '../address/address.js';
import type { Chain } from '../chain.js';
import { fetchOracleConfig } from './fetchOracleConfig.js';
import type { OracleConfig } from './oracleConfig.js';

/** The configuration of an oracle; `null` for a program without one. Errors: those of the chain. */
export async function findOracleConfig(chain: Pick<Chain, 'account'>, oracle: Address): Promise<OracleConfig | null> {
  try {
    return await fetchOracleConfig(chain, oracle);
  } catch (error) {
    if (isError(error, ACCOUNT_NOT_FOUND, UNEXPECTED_ACCOUNT)) return null;
    throw error;
  }
}
