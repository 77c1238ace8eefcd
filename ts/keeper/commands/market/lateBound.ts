import { ACCOUNT_NOT_FOUND, isError, UNEXPECTED_ACCOUNT } from '@linesman/sdk/error';
import { type Address, type Chain, fetchOracleConfig } from '@linesman/sdk/program';

/**
 * Seconds after the end of a slot in which the publisher of an oracle alone may publish its root, 0 without a bound;
 * `null` for a program without the configuration of an oracle.
 */
export async function lateBoundOf(chain: Pick<Chain, 'account'>, oracle: Address): Promise<number | null> {
  try {
    return (await fetchOracleConfig(chain, oracle)).lateAfter;
  } catch (error) {
    if (isError(error, ACCOUNT_NOT_FOUND, UNEXPECTED_ACCOUNT)) return null;
    throw error;
  }
}

/** What a staker should know of the bound. */
export function lateBoundText(lateAfter: number | null): string {
  if (lateAfter === null) return 'unknown: the oracle has no configuration that this release can read';
  if (lateAfter === 0) return 'no bound: the publisher alone can decide it by roots of any time, past or to come';
  return `later than ${lateAfter} s after their time only with the admin of the oracle`;
}
