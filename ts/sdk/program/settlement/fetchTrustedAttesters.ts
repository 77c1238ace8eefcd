import { fetchAttesterSet } from '../account/fetchAttesterSet.js';
import type { Address } from '../address/address.js';
import type { Chain } from '../chain.js';
import type { NamedAttesters, TrustedAttesters } from './rules/checkStakeTrust.js';

/**
 * The attesters that a staker trusts, with the number of keys of each set, for `attesters` of the guards.
 *
 * Errors: ACCOUNT_NOT_FOUND; WRONG_ATTESTER_SET for anything else at the address of a set; those of the chain.
 *
 * @example
 * ```ts
 * import { type Address, type Chain, fetchTrustedAttesters, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const set: Address;
 * const attesters = await fetchTrustedAttesters(chain, [{ set, least: 2 }], LOCALNET_PROGRAM_IDS.oracle);
 * ```
 */
export const fetchTrustedAttesters = (
  chain: Pick<Chain, 'account'>,
  trusted: readonly NamedAttesters[],
  oracle: Address,
): Promise<TrustedAttesters[]> =>
  Promise.all(
    trusted.map(async (one) => {
      const { keys } = await fetchAttesterSet(chain, { set: one.set, oracle });
      return { ...one, keys: keys.length };
    }),
  );
