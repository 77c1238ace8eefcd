import { ACCOUNT_NOT_FOUND, isError, UNEXPECTED_ACCOUNT } from '@linesman/sdk/error';
import { type Address, type Chain, fetchOracleConfig, type OracleConfig } from '@linesman/sdk/program';

/** The configuration of an oracle; `null` for a program without one. */
export async function configOf(chain: Pick<Chain, 'account'>, oracle: Address): Promise<OracleConfig | null> {
  try {
    return await fetchOracleConfig(chain, oracle);
  } catch (error) {
    if (isError(error, ACCOUNT_NOT_FOUND, UNEXPECTED_ACCOUNT)) return null;
    throw error;
  }
}

/**
 * What a staker should know of the bound: seconds after the end of a slot in which the publisher alone may publish its
 * root, 0 without a bound.
 */
export function lateBoundText(lateAfter: number | null): string {
  if (lateAfter === null) return 'unknown: the oracle has no configuration that this release can read';
  if (lateAfter === 0) return 'no bound: the publisher alone can decide it by roots of any time, past or to come';
  return `later than ${lateAfter} s after their time only with the admin of the oracle`;
}
