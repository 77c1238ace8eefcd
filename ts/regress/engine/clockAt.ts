import type { Clock } from 'litesvm';

/** Slots in a second, at 400 ms. */
const SLOTS = 2.5;

/**
 * A runtime's clock at another time, s, with `slots` made in each second between them. The same time brings back the
 * same slot.
 */
export function clockAt(library: { readonly Clock: typeof Clock }, before: Clock, time: number, slots = SLOTS): Clock {
  const { slot, epochStartTimestamp, epoch, leaderScheduleEpoch, unixTimestamp } = before;
  const madeBy = (seconds: number): number => Math.floor(seconds * slots);
  const now = Math.floor(time);
  const next = slot + BigInt(madeBy(now) - madeBy(Number(unixTimestamp)));
  return new library.Clock(next < 0n ? 0n : next, epochStartTimestamp, epoch, leaderScheduleEpoch, BigInt(now));
}
