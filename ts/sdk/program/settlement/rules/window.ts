import type { Moment } from '../../wire/moment.js';

/** The usual time of a slot, s. The programs count slots and never this. */
const SLOT = 0.4;

/** Slots from one to the other; their counts wrap. One that was set back is almost all of them away, never negative. */
const slotsBetween = (from: Moment, to: Moment): number => (to.slot - from.slot) >>> 0;

const isInEarlierSlot = (one: Moment, other: Moment): boolean => ((one.slot - other.slot) | 0) < 0;

/** The moment as accounts have it. */
export const storedMoment = ({ seconds, slot }: Moment): Moment => ({
  seconds: Math.min(Math.max(seconds, 0), 2 ** 32 - 1),
  slot: slot >>> 0,
});

/** The latest of two, each half by itself. */
export const latestOf = (one: Moment, other: Moment): Moment => ({
  seconds: Math.max(one.seconds, other.seconds),
  slot: isInEarlierSlot(one, other) ? other.slot : one.slot,
});

/** The earlier of two as a pair: by its time, and at equal times by its slot. */
export function earlierOf(one: Moment, other: Moment): Moment {
  const isOther = one.seconds === other.seconds ? isInEarlierSlot(other, one) : other.seconds < one.seconds;
  return isOther ? other : one;
}

/** Whether as many seconds and as many slots have passed. */
export const isOver = (since: Moment, window: number, now: Moment): boolean =>
  now.seconds - since.seconds >= window && slotsBetween(since, now) >= window;

/** The end of a window. */
export interface WindowEnd {
  /** Unix seconds of the chain's clock. In the past once the window is over. */
  readonly at: number;
  /** Slots are missing for longer than time is, so that the time is a guess, by slots of 0.4 s. */
  readonly isAbout: boolean;
}

/** When a window is over, by what the chain says now. */
export function endOfWindow(since: Moment, window: number, now: Moment): WindowEnd {
  const byTime = since.seconds + window;
  const missing = window - slotsBetween(since, now);
  const bySlots = missing > 0 ? now.seconds + Math.ceil(missing * SLOT) : byTime;
  return bySlots > byTime ? { at: bySlots, isAbout: true } : { at: byTime, isAbout: false };
}
