import type { PublicKey } from '@solana/web3.js';
import { ACCOUNT_NOT_FOUND, fail, UNEXPECTED_ACCOUNT } from '../../error/index.js';
import type { Chain } from '../chain.js';
import type { AccountKind } from './define.js';

/**
 * Reads an account that `owner` must own. Errors: ACCOUNT_NOT_FOUND; UNEXPECTED_ACCOUNT another program owns it, or its
 * bytes are of another kind.
 */
export async function fetchAccount<T>(
  chain: Pick<Chain, 'account'>,
  kind: AccountKind<T>,
  address: PublicKey,
  owner: PublicKey,
): Promise<T> {
  const account = await chain.account(address);
  if (account === null) return fail(ACCOUNT_NOT_FOUND, { what: kind.name, address: address.toBase58() });
  // Anybody can own an account with the same bytes; only the program's own say what the program did.
  if (!account.owner.equals(owner))
    return fail(UNEXPECTED_ACCOUNT, {
      problem: 'other owner',
      address: address.toBase58(),
      owner: account.owner.toBase58(),
      expected: owner.toBase58(),
    });
  return kind.decode(account.data);
}
