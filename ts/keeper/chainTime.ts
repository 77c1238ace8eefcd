import { SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js';
import { fail } from '../error/index.js';
import type { Seconds } from '../format/index.js';
import type { Chain } from '../program/index.js';

/** The time behind slot, epoch start, epoch and leader schedule epoch. */
const TIME_OFFSET = 32;

/** The clock that the programs see, Unix seconds. 7022 on a chain without one. */
export async function chainTime(chain: Pick<Chain, 'account'>): Promise<Seconds> {
  const clock = await chain.account(SYSVAR_CLOCK_PUBKEY);
  if (clock === null || clock.data.length < TIME_OFFSET + 8)
    return fail(7022, { message: 'The chain has no clock account.' });
  return Number(new DataView(clock.data.buffer, clock.data.byteOffset).getBigInt64(TIME_OFFSET, true)) as Seconds;
}
