import { isError, UNEXPECTED_ACCOUNT } from '../../error/index.js';
import type { Address } from '../address/address.js';
import { configAddress } from '../address/oracle.js';
import type { Chain } from '../chain.js';
import { checkOwner } from './checkOwner.js';
import { type OracleConfig, oracleConfigAccount } from './oracleConfig.js';

/** The configuration of an oracle; `null` for a program without one. Errors: those of the chain. */
export async function fetchOracleConfig(chain: Pick<Chain, 'account'>, oracle: Address): Promise<OracleConfig | null> {
  const { address } = configAddress(oracle);
  const account = await chain.account(address);
  if (account === null) return null;
  try {
    checkOwner(account, address, oracle);
    return oracleConfigAccount.decode(account.data);
  } catch (error) {
    if (isError(error, UNEXPECTED_ACCOUNT)) return null;
    throw error;
  }
}
