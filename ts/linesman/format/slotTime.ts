import { fail, OVERFLOW } from '../error/index.js';
import type { Brand } from './brand.js';
import { integer, U16_MAX } from './integer.js';

/** Unix time in milliseconds. Proofs count in ms, the clock of the chain and the terms of markets in seconds. */
export type Milliseconds = Brand<number, 'Milliseconds'>;
/** Unix time in seconds. */
export type Seconds = Brand<number, 'Seconds'>;
/** Days since 1970-01-01 UTC, 0 to 65535. */
export type EpochDay = Brand<number, 'EpochDay'>;
/** 5-minute slot of a day, 0 to 287: `12 · hour + floor(minute / 5)`. */
export type SlotIndex = Brand<number, 'SlotIndex'>;
/** First day of a fixtures roots account, a multiple of 10. */
export type FixturesWindow = Brand<number, 'FixturesWindow'>;
/** Hour in a fixtures window, 0 to 239: `24 · (day − window) + hour`. */
export type FixturesIndex = Brand<number, 'FixturesIndex'>;

export const MS_PER_SLOT = 300_000;
export const MS_PER_HOUR = 3_600_000;
export const MS_PER_DAY = 86_400_000;
export const SLOTS_PER_DAY = 288;
export const DAYS_PER_WINDOW = 10;
export const HOURS_PER_WINDOW = 240;

export function milliseconds(value: number): Milliseconds {
  return integer(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'time in ms') as Milliseconds;
}

export function seconds(value: number): Seconds {
  return integer(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'time in s') as Seconds;
}

export function epochDay(value: number): EpochDay {
  return integer(value, 0, U16_MAX, 'epoch day') as EpochDay;
}

export function slotIndex(value: number): SlotIndex {
  return integer(value, 0, SLOTS_PER_DAY - 1, 'slot') as SlotIndex;
}

export interface SlotTime {
  readonly epochDay: EpochDay;
  readonly slot: SlotIndex;
}

/**
 * Day and slot of a time. Errors: OVERFLOW a negative time or a day beyond 16 bits, before anything is derived from them.
 */
export function slotTimeOf(time: number): SlotTime {
  const day = Math.floor(time / MS_PER_DAY);
  if (!(time >= 0) || day > U16_MAX) {
    return fail(OVERFLOW, { problem: 'time', time });
  }
  return { epochDay: day as EpochDay, slot: Math.floor((time % MS_PER_DAY) / MS_PER_SLOT) as SlotIndex };
}

/** First millisecond of a slot. */
export function slotStart(time: SlotTime): Milliseconds {
  return (time.epochDay * MS_PER_DAY + time.slot * MS_PER_SLOT) as Milliseconds;
}

export interface FixturesTime {
  readonly epochDay: EpochDay;
  readonly window: FixturesWindow;
  readonly index: FixturesIndex;
}

/** Window and hour of a time, for the fixtures roots; the same OVERFLOW as `slotTimeOf`. */
export function fixturesTimeOf(time: number): FixturesTime {
  const { epochDay: day } = slotTimeOf(time);
  const window = day - (day % DAYS_PER_WINDOW);
  const hour = Math.floor((time % MS_PER_DAY) / MS_PER_HOUR);
  return { epochDay: day, window: window as FixturesWindow, index: (24 * (day - window) + hour) as FixturesIndex };
}
