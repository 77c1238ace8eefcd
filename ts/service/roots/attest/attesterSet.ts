import { ACCOUNT_NOT_FOUND, fail } from 'linesman/error';
import { type Address, addressBytes, addressOf, type Chain } from 'linesman/program';
import { readAttesterSet } from 'linesman/proof';

/** A set of attesters on chain. */
export interface SetOnChain {
  readonly address: Address;
  readonly creator: Address;
  readonly id: bigint;
  /** The place of a key is its bit in attestations. */
  readonly keys: readonly Address[];
}

/** Errors: ACCOUNT_NOT_FOUND; WRONG_ATTESTER_SET for anything else at the address; those of the chain. */
export async function readSet(
  chain: Pick<Chain, 'account'>,
  { set, oracle }: { readonly set: Address; readonly oracle: Address },
): Promise<SetOnChain> {
  const account = await chain.account(set);
  if (account === null) return fail(ACCOUNT_NOT_FOUND, { what: 'attester set', address: set });
  const bytes = { owner: addressBytes(account.owner), address: addressBytes(set), data: account.data };
  const { creator, id, keys } = readAttesterSet(bytes, addressBytes(oracle));
  return { address: set, creator: addressOf(creator), id, keys: keys.map(addressOf) };
}
