import { OVERFLOW } from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import type { Brand, Unbranded } from './brand.js';
import { integer, U16_MAX } from './integer.js';

/** Unix time in milliseconds, as in proofs. The clock sysvar and the terms of markets use seconds. */
export type Milliseconds = Brand<number, 'Milliseconds'>;
/** Unix time in seconds. */
export type Seconds = Brand<number, 'Seconds'>;
/** Unix time in seconds where callers calculate it: takes `Seconds` and plain numbers, but never `Milliseconds`. */
export type UnixSeconds = Unbranded<number, 'Seconds'>;
/** Days since 1970-01-01 UTC, 0 to 65535. */
export type EpochDay = Brand<number, 'EpochDay'>;
/** 5-minute slot of a day, 0 to 287: `12 · hour + floor(minute / 5)`. */
export type SlotIndex = Brand<number, 'SlotIndex'>;
/** First epoch day of a fixtures roots account, a multiple of 10. */
export type FixturesWindow = Brand<number, 'FixturesWindow'>;
/** Hour in a fixtures window, 0 to 239: `24 · (day − window) + hour`. */
export type FixturesIndex = Brand<number, 'FixturesIndex'>;

export const MS_PER_SLOT = 300_000;
export const MS_PER_HOUR = 3_600_000;
export const MS_PER_DAY = 86_400_000;
export const SLOTS_PER_DAY = 288;
export const DAYS_PER_WINDOW = 10;
export const HOURS_PER_WINDOW = 240;

/**
 * Marks a number as Unix milliseconds. Errors: INVALID_NUMBER for anything but a safe integer.
 *
 * @example
 * ```ts
 * import { milliseconds } from '@linesman/sdk/format';
 *
 * const now = milliseconds(Date.now());
 * ```
 */
export function milliseconds(value: number): Milliseconds {
  return integer(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'time in ms') as Milliseconds;
}

/**
 * Marks a number as Unix seconds. Errors: INVALID_NUMBER for anything but a safe integer.
 *
 * @example
 * ```ts
 * import { seconds } from '@linesman/sdk/format';
 *
 * const now = seconds(Math.floor(Date.now() / 1000));
 * ```
 */
export function seconds(value: number): Seconds {
  return integer(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'time in s') as Seconds;
}

/**
 * Marks a number as an epoch day: days since 1970-01-01 UTC. Errors: INVALID_NUMBER unless an integer from 0 to 65535.
 *
 * @example
 * ```ts
 * import { epochDay } from '@linesman/sdk/format';
 *
 * const day = epochDay(20_833);
 * ```
 */
export function epochDay(value: number): EpochDay {
  return integer(value, 0, U16_MAX, 'epoch day') as EpochDay;
}

/**
 * Marks a number as a 5-minute slot of a day. Errors: INVALID_NUMBER unless an integer from 0 to 287.
 *
 * @example
 * ```ts
 * import { slotIndex } from '@linesman/sdk/format';
 *
 * const noon = slotIndex(144);
 * ```
 */
export function slotIndex(value: number): SlotIndex {
  return integer(value, 0, SLOTS_PER_DAY - 1, 'slot') as SlotIndex;
}

export interface SlotTime {
  readonly epochDay: EpochDay;
  readonly slot: SlotIndex;
}

/**
 * Returns day and slot of a time in Unix ms. Errors: OVERFLOW for a negative time or a day that does not fit a u16.
 *
 * @example
 * ```ts
 * import { slotTimeOf } from '@linesman/sdk/format';
 *
 * slotTimeOf(Date.UTC(2026, 0, 15, 12, 7)); // { epochDay: 20468, slot: 145 }
 * ```
 */
export function slotTimeOf(time: number): SlotTime {
  const day = Math.floor(time / MS_PER_DAY);
  if (!(time >= 0) || day > U16_MAX) {
    return fail(OVERFLOW, { problem: 'time', time });
  }
  return { epochDay: day as EpochDay, slot: Math.floor((time % MS_PER_DAY) / MS_PER_SLOT) as SlotIndex };
}

/**
 * Returns the Unix ms at which a slot starts.
 *
 * @example
 * ```ts
 * import { slotStart, slotTimeOf } from '@linesman/sdk/format';
 *
 * new Date(slotStart(slotTimeOf(Date.now())));
 * ```
 */
export function slotStart(time: SlotTime): Milliseconds {
  return (time.epochDay * MS_PER_DAY + time.slot * MS_PER_SLOT) as Milliseconds;
}

export interface FixturesTime {
  readonly epochDay: EpochDay;
  readonly window: FixturesWindow;
  readonly index: FixturesIndex;
}

/**
 * Returns the fixtures window and the hour in it of a time in Unix ms. Errors: OVERFLOW as in {@link slotTimeOf}.
 *
 * @example
 * ```ts
 * import { fixturesTimeOf } from '@linesman/sdk/format';
 *
 * const { window, index } = fixturesTimeOf(Date.UTC(2026, 0, 15, 12));
 * ```
 */
export function fixturesTimeOf(time: number): FixturesTime {
  const { epochDay: day } = slotTimeOf(time);
  const window = day - (day % DAYS_PER_WINDOW);
  const hour = Math.floor((time % MS_PER_DAY) / MS_PER_HOUR);
  return { epochDay: day, window: window as FixturesWindow, index: (24 * (day - window) + hour) as FixturesIndex };
}
