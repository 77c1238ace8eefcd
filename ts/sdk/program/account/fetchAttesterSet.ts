import { ACCOUNT_NOT_FOUND } from '../../error/codes/library.js';
import { fail } from '../../error/linesmanError.js';
import { readAttesterSet } from '../../proof/attestation.js';
import { type Address, addressBytes, addressOf } from '../address/address.js';
import type { Chain } from '../chain.js';
import { accountBytes } from './accountBytes.js';

/** A set of attesters on chain: 1 to 16 distinct keys, which never change. */
export interface SetOnChain {
  readonly address: Address;
  readonly creator: Address;
  readonly id: bigint;
  /** The index of a key is its bit in attestations. */
  readonly keys: readonly Address[];
}

/**
 * An attester set of an oracle program on chain.
 *
 * Errors: ACCOUNT_NOT_FOUND; WRONG_ATTESTER_SET for anything else at the address; those of the chain.
 *
 * @example
 * ```ts
 * import { type Address, type Chain, fetchAttesterSet, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const set: Address;
 * const { keys } = await fetchAttesterSet(chain, { set, oracle: LOCALNET_PROGRAM_IDS.oracle });
 * ```
 */
export async function fetchAttesterSet(
  chain: Pick<Chain, 'account'>,
  { set, oracle }: { readonly set: Address; readonly oracle: Address },
): Promise<SetOnChain> {
  const account = await chain.account(set);
  if (account === null) return fail(ACCOUNT_NOT_FOUND, { what: 'attester set', address: set });
  const { creator, id, keys } = readAttesterSet(accountBytes(set, account), addressBytes(oracle));
  return { address: set, creator: addressOf(creator), id, keys: keys.map(addressOf) };
}
