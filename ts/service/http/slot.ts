import { type EpochDay, MS_PER_SLOT, type SlotIndex, type SlotTime, slotStart } from '../../format/index.js';

/** The slot of a path, if it is over at `now` (ms). */
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
