import type { Address } from '../address/address.js';
import { configAddress } from '../address/oracle.js';
import type { Chain } from '../chain.js';
import { fetchAccount } from './fetchAccount.js';
import { type OracleConfig, oracleConfigAccount } from './oracleConfig.js';

/**
 * The configuration of an oracle program. Errors: ACCOUNT_NOT_FOUND; UNEXPECTED_ACCOUNT; those of the chain.
 *
 * @example
 * ```ts
 * import { type Chain, fetchOracleConfig, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * const { publisher, lateAfter } = await fetchOracleConfig(chain, LOCALNET_PROGRAM_IDS.oracle);
 * ```
 */
export function fetchOracleConfig(chain: Pick<Chain, 'account'>, oracle: Address): Promise<OracleConfig> {
  return fetchAccount(chain, oracleConfigAccount, configAddress(oracle).address, oracle);
}
