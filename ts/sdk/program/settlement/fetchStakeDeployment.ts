import { ACCOUNT_NOT_FOUND, UNEXPECTED_ACCOUNT } from '../../error/codes/library.js';
import { PROGRAM_NOT_DEPLOYED } from '../../error/codes/operation.js';
import { isError } from '../../error/linesmanError.js';
import { fetchOracleConfig } from '../account/fetchOracleConfig.js';
import { fetchUpgradeAuthority } from '../account/fetchUpgradeAuthority.js';
import type { Chain } from '../chain.js';
import type { ProgramIds } from '../programId.js';
import type { StakeDeployment } from './rules/checkStakeTrust.js';

/**
 * What a staker has to know about the two programs of a market, for `deployment` of the guards: the oracle's bound for
 * late roots, and who can replace either program. `null` if the chain has no such oracle, or if another than the
 * upgradeable loader holds a program: then it is not known, and the guards refuse it unless told. Errors: those of the
 * chain.
 *
 * @example
 * ```ts
 * import { type Chain, fetchStakeDeployment, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * const deployment = await fetchStakeDeployment(chain, LOCALNET_PROGRAM_IDS);
 * if (deployment?.upgradeAuthorities.length === 0) console.log('nobody can replace the programs');
 * ```
 */
export async function fetchStakeDeployment(
  chain: Pick<Chain, 'account'>,
  { oracle, settlement }: ProgramIds,
): Promise<StakeDeployment | null> {
  try {
    const [{ lateAfter }, ...authorities] = await Promise.all([
      fetchOracleConfig(chain, oracle),
      fetchUpgradeAuthority(chain, oracle),
      fetchUpgradeAuthority(chain, settlement),
    ]);
    return { oracle, lateAfter, upgradeAuthorities: authorities.filter((one) => one !== null) };
  } catch (error) {
    if (isError(error, ACCOUNT_NOT_FOUND, UNEXPECTED_ACCOUNT, PROGRAM_NOT_DEPLOYED)) return null;
    throw error;
  }
}
