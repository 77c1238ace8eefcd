import { isError, UNEXPECTED_ACCOUNT } from '../../error/index.js';
import type { Seconds } from '../../format/index.js';
import type { Address } from '../address/address.js';
import { configAddress } from '../address/oracle.js';
import type { Chain } from '../chain.js';
import { checkOwner } from './checkOwner.js';
import { oracleConfigAccount } from './oracleConfig.js';

/**
 * Seconds after the end of a slot in which the publisher of an oracle may publish its root without the admin's
 * signature; 0 = no bound, `null` for a program without the configuration of an oracle. Errors: those of the chain.
 */
export async function fetchLateAfter(chain: Pick<Chain, 'account'>, oracle: Address): Promise<Seconds | null> {
  const { address } = configAddress(oracle);
  const account = await chain.account(address);
  if (account === null) return null;
  try {
    checkOwner(account, address, oracle);
    return oracleConfigAccount.decode(account.data).lateAfter as Seconds;
  } catch (error) {
    if (isError(error, UNEXPECTED_ACCOUNT)) return null;
    throw error;
  }
}

/** The rules for late roots. */
export const lateAfterText = (lateAfter: number): string =>
  lateAfter === 0
    ? 'the publisher alone may publish a root at any time'
    : `the publisher alone may publish a root until ${lateAfter} s after its slot, then only with the admin`;
