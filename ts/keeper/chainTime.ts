import { ACCOUNT_NOT_FOUND, fail } from 'linesman/error';
import type { Seconds } from 'linesman/format';
import { type Chain, CLOCK_SYSVAR } from 'linesman/program';

/** The time behind slot, epoch start, epoch and leader schedule epoch. */
const TIME_OFFSET = 32;

/** The clock that the programs see, Unix seconds. Errors: ACCOUNT_NOT_FOUND on a chain without one. */
export async function chainTime(chain: Pick<Chain, 'account'>): Promise<Seconds> {
  const clock = await chain.account(CLOCK_SYSVAR);
  if (clock === null || clock.data.length < TIME_OFFSET + 8)
    return fail(ACCOUNT_NOT_FOUND, { what: 'clock', address: CLOCK_SYSVAR });
  return Number(new DataView(clock.data.buffer, clock.data.byteOffset).getBigInt64(TIME_OFFSET, true)) as Seconds;
}
