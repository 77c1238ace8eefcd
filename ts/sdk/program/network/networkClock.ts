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
