import { type EpochDay, MS_PER_SLOT, type SlotIndex, type SlotTime, slotStart } from 'linesman/format';

/** The slot of a path, if it has ended at `now` (ms). */
export function pastSlot(
  path: { readonly epochDay: number; readonly hourOfDay: number; readonly interval: number },
  now: number,
): SlotTime | undefined {
  const slot: SlotTime = {
    epochDay: path.epochDay as EpochDay,
    slot: (12 * path.hourOfDay + path.interval) as SlotIndex,
  };
  return slotStart(slot) + MS_PER_SLOT <= now ? slot : undefined;
}

/**
 * The latest `Ts` (ms) in a snapshot: `asOf`, or unlimited if that is missing or not before `now`, whatever the clocks
 * say.
 */
export const snapshotEnd = (asOf: number | undefined, now: number): number =>
  asOf === undefined || asOf >= now ? Number.MAX_SAFE_INTEGER - 1 : asOf;
