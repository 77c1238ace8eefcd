import { ACCOUNT_NOT_FOUND, fail, UNEXPECTED_ACCOUNT } from '../../error/index.js';
import type { Address } from '../address/address.js';
import type { Chain } from '../chain.js';
import type { AccountKind } from './define.js';

/**
 * Reads an account that `owner` must own. Errors: ACCOUNT_NOT_FOUND; UNEXPECTED_ACCOUNT another program owns it, or its
 * bytes are of another kind.
 */
export async function fetchAccount<T>(
  chain: Pick<Chain, 'account'>,
  kind: AccountKind<T>,
  address: Address,
  owner: Address,
): Promise<T> {
  const account = await chain.account(address);
  if (account === null) return fail(ACCOUNT_NOT_FOUND, { what: kind.name, address });
  // Anybody can own an account with the same bytes; only the program's own say what the program did.
  if (account.owner !== owner)
    return fail(UNEXPECTED_ACCOUNT, {
      problem: 'other owner',
      address,
      owner: account.owner,
      expected: owner,
    });
  return kind.decode(account.data);
}
