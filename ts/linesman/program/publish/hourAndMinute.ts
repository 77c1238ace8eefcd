import type { SlotTime } from '../../format/index.js';

const SLOTS_PER_HOUR = 12;
const MINUTES_PER_SLOT = 5;

/** The start of a 5-minute slot as the oracle program takes it. */
export const hourAndMinute = (slot: SlotTime['slot']) => ({
  hourOfDay: Math.floor(slot / SLOTS_PER_HOUR),
  minuteOfHour: MINUTES_PER_SLOT * (slot % SLOTS_PER_HOUR),
});
