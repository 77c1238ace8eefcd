import { PROGRAM_NOT_DEPLOYED } from '../../error/codes/operation.js';
import { fail } from '../../error/linesmanError.js';
import type { Address } from '../address/address.js';
import type { Chain } from '../chain.js';
import { findProgramData } from './programData.js';

/** The upgrade authority of a program; `null` once it is frozen. Errors: PROGRAM_NOT_DEPLOYED; those of the chain. */
export async function fetchUpgradeAuthority(chain: Pick<Chain, 'account'>, program: Address): Promise<Address | null> {
  const found = await findProgramData(chain, program);
  return found === undefined ? fail(PROGRAM_NOT_DEPLOYED, { program }) : found.upgradeAuthority;
}
