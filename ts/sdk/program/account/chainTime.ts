import type { Seconds } from '../../format/slotTime.js';
import type { Chain } from '../chain.js';
import { fetchClock } from '../network/networkClock.js';
import type { Moment } from '../wire/moment.js';

/**
 * The time that the programs see, in Unix seconds. Errors: ACCOUNT_NOT_FOUND on a chain without a clock sysvar.
 *
 * @example
 * ```ts
 * import type { Chain } from '@linesman/sdk/program';
 * import { chainTime } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * const now = await chainTime(chain);
 * ```
 */
export async function chainTime(chain: Pick<Chain, 'account'>): Promise<Seconds> {
  return (await chainMoment(chain)).seconds as Seconds;
}

/**
 * The time and the slot that the programs see, of one reading. Windows and ages count both. Errors: ACCOUNT_NOT_FOUND
 * on a chain without a clock sysvar.
 *
 * @example
 * ```ts
 * import { type Chain, chainMoment } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * const { seconds, slot } = await chainMoment(chain);
 * ```
 */
export async function chainMoment(chain: Pick<Chain, 'account'>): Promise<Moment> {
  const { time, slot } = await fetchClock(chain);
  return { seconds: time, slot };
}
