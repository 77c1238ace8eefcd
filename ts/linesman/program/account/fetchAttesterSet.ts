import { ACCOUNT_NOT_FOUND, fail } from '../../error/index.js';
import { readAttesterSet } from '../../proof/index.js';
import { type Address, addressBytes, addressOf } from '../address/address.js';
import type { Chain } from '../chain.js';

/** A set of attesters on chain. */
export interface SetOnChain {
  readonly address: Address;
  readonly creator: Address;
  readonly id: bigint;
  /** The place of a key is its bit in attestations. */
  readonly keys: readonly Address[];
}

/** Errors: ACCOUNT_NOT_FOUND; WRONG_ATTESTER_SET for anything else at the address; those of the chain. */
export async function fetchAttesterSet(
  chain: Pick<Chain, 'account'>,
  { set, oracle }: { readonly set: Address; readonly oracle: Address },
): Promise<SetOnChain> {
  const account = await chain.account(set);
  if (account === null) return fail(ACCOUNT_NOT_FOUND, { what: 'attester set', address: set });
  const bytes = { owner: addressBytes(account.owner), address: addressBytes(set), data: account.data };
  const { creator, id, keys } = readAttesterSet(bytes, addressBytes(oracle));
  return { address: set, creator: addressOf(creator), id, keys: keys.map(addressOf) };
}
