import { type FlagsOf, refuseWithout } from '@linesman/cli';
import { type Address, type Attesters, type Chain, fetchAttesterSet, usualLeast } from '@linesman/sdk/program';
import type { ATTESTER_ROWS } from './marketOptions.js';

/**
 * The attesters that the options name, `null` for none. Unless told otherwise, the same number of keys for every market
 * of a set, so that they share a result. Errors: OPTION_NOT_APPLICABLE; those of `fetchAttesterSet`.
 */
export async function attestersOf(
  { attesters, least }: FlagsOf<typeof ATTESTER_ROWS>,
  chain: Pick<Chain, 'account'>,
  oracle: Address,
): Promise<Attesters | null> {
  if (attesters === undefined) {
    refuseWithout('--attesters', 'attesters', { least });
    return null;
  }
  if (least !== undefined) return { set: attesters, least };
  const { keys } = await fetchAttesterSet(chain, { set: attesters, oracle });
  return { set: attesters, least: usualLeast(keys.length) };
}
