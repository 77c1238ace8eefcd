import { ACCOUNT_NOT_FOUND } from '../../error/codes/library.js';
import { fail } from '../../error/linesmanError.js';
import { CLOCK_SYSVAR } from '../address/runtime.js';
import type { Chain } from '../chain.js';

/** Slot, start of the epoch, epoch, epoch of the leader schedule, time: 8 bytes each. */
const SIZE = 40;

/** What the clock sysvar says. Times are Unix seconds. */
export interface SysvarClock {
  readonly slot: number;
  readonly time: number;
  /** The time of the first slot of the epoch. */
  readonly epochStart: number;
}

/** Reads the clock sysvar; `null` if it is none. */
export function clockIn(account: { readonly data: Uint8Array } | null | undefined): SysvarClock | null {
  if (!account || account.data.length < SIZE) return null;
  const view = new DataView(account.data.buffer, account.data.byteOffset, account.data.byteLength);
  const at = (offset: number): number => Number(view.getBigInt64(offset, true));
  return { slot: at(0), epochStart: at(8), time: at(32) };
}

/** Reads the clock of a chain. Errors: ACCOUNT_NOT_FOUND; those of the chain. */
export async function fetchClock(chain: Pick<Chain, 'account'>): Promise<SysvarClock> {
  return (
    clockIn(await chain.account(CLOCK_SYSVAR)) ?? fail(ACCOUNT_NOT_FOUND, { what: 'clock', address: CLOCK_SYSVAR })
  );
}
