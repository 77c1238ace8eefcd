import { ACCOUNT_NOT_FOUND } from '../../error/codes/library.js';
import { fail } from '../../error/linesmanError.js';
import type { Seconds } from '../../format/slotTime.js';
import { CLOCK_SYSVAR } from '../address/runtime.js';
import type { Chain } from '../chain.js';
import type { Moment } from '../wire/moment.js';

/** Offset of the time: after slot, epoch start, epoch and leader schedule epoch. */
const TIME_OFFSET = 32;

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
  const clock = await chain.account(CLOCK_SYSVAR);
  if (clock === null || clock.data.length < TIME_OFFSET + 8)
    return fail(ACCOUNT_NOT_FOUND, { what: 'clock', address: CLOCK_SYSVAR });
  const view = new DataView(clock.data.buffer, clock.data.byteOffset);
  return { seconds: Number(view.getBigInt64(TIME_OFFSET, true)), slot: Number(view.getBigUint64(0, true)) };
}
