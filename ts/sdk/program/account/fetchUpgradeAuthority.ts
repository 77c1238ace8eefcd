import { PROGRAM_NOT_DEPLOYED } from '../../error/codes/operation.js';
import { fail } from '../../error/linesmanError.js';
import type { Address } from '../address/address.js';
import { programDataAddress } from '../address/oracle.js';
import { UPGRADEABLE_LOADER_ID } from '../address/runtime.js';
import type { Chain } from '../chain.js';
import { readProgramData } from './programData.js';

/** The upgrade authority of a program; `null` once it is frozen. Errors: PROGRAM_NOT_DEPLOYED; those of the chain. */
export async function fetchUpgradeAuthority(chain: Pick<Chain, 'account'>, program: Address): Promise<Address | null> {
  const account = await chain.account(programDataAddress(program).address);
  const found = account?.owner === UPGRADEABLE_LOADER_ID ? readProgramData(account.data) : undefined;
  return found === undefined ? fail(PROGRAM_NOT_DEPLOYED, { program }) : found.upgradeAuthority;
}
