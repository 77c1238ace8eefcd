import type { Moment } from '../../ts/sdk/program/wire/moment.js';

/** A moment on a chain with a slot each second, so that windows are over by both at once. */
export const momentAt = (seconds: number): Moment => ({ seconds, slot: seconds });

/** The data of the clock account. A number is a time on the chain of `momentAt`. */
export function clockBytes(now: Moment | number): Uint8Array {
  const { seconds, slot } = typeof now === 'number' ? momentAt(now) : now;
  const data = new Uint8Array(40);
  const view = new DataView(data.buffer);
  view.setBigUint64(0, BigInt(slot), true);
  view.setBigInt64(32, BigInt(seconds), true);
  return data;
}
