import { ACCOUNT_NOT_FOUND } from '../../error/codes/library.js';
import { fail } from '../../error/linesmanError.js';
import type { Address } from '../address/address.js';
import type { Chain } from '../chain.js';
import { checkOwner } from './checkOwner.js';
import type { AccountKind } from './define.js';

/**
 * Reads and decodes an account that `owner`, a program, must own.
 *
 * Errors: ACCOUNT_NOT_FOUND; UNEXPECTED_ACCOUNT when another program owns it or it is of another kind.
 *
 * @example
 * ```ts
 * import { type Address, type Chain, fetchAccount, LOCALNET_PROGRAM_IDS, marketAccount } from '@linesman/sdk/program';
 *
 * declare const chain: Chain; // rpcChain(connection) of '@linesman/sdk/web3', kitChain(rpc) of '@linesman/sdk/kit'
 * declare const address: Address;
 * const market = await fetchAccount(chain, marketAccount, address, LOCALNET_PROGRAM_IDS.settlement);
 * market.state; // 'Open', 'Proposed', 'Final' or 'Void'
 * ```
 */
export async function fetchAccount<T>(
  chain: Pick<Chain, 'account'>,
  kind: AccountKind<T>,
  address: Address,
  owner: Address,
): Promise<T> {
  const account = await chain.account(address);
  if (account === null) return fail(ACCOUNT_NOT_FOUND, { what: kind.name, address });
  checkOwner(account, address, owner);
  return kind.decode(account.data);
}
