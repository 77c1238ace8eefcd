import type { PublicKey } from '@solana/web3.js';
import { fail } from '../../error/index.js';
import type { Chain } from '../chain.js';
import type { AccountKind } from './define.js';

/**
 * Reads an account that `owner` must own. Errors: 7022 there is none; 7023 another program owns it, or its bytes are of another
 * kind.
 */
export async function fetchAccount<T>(
  chain: Pick<Chain, 'account'>,
  kind: AccountKind<T>,
  address: PublicKey,
  owner: PublicKey,
): Promise<T> {
  const account = await chain.account(address);
  if (account === null)
    return fail(7022, { message: `There is no ${kind.name} account at ${address.toBase58()}.`, address });
  // Anybody can own an account with the same bytes; only the program's own say what the program did.
  if (!account.owner.equals(owner))
    return fail(7023, {
      message: `The account at ${address.toBase58()} belongs to ${account.owner.toBase58()}, not to ${owner.toBase58()}.`,
      address,
    });
  return kind.decode(account.data);
}
