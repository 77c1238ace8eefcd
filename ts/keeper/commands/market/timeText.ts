import { timeOf } from 'linesman/cli';
import type { Seconds } from 'linesman/format';
import { isoTime } from 'linesman/internal';

/** Parses ISO 8601 or Unix time in ms, and returns seconds. Errors: MALFORMED_TIME. */
export const secondsOf = (option: string, value: string): Seconds =>
  Math.floor(timeOf(option, value) / 1_000) as Seconds;

/** The rough distance of a time from now: `in 12 min`, `3 h ago`. */
export function distance(seconds: number, now: number): string {
  const left = Math.abs(seconds - now);
  const [size, unit] =
    left < 120 ? [1, 's'] : left < 2 * 3_600 ? [60, 'min'] : left < 172_800 ? [3_600, 'h'] : [86_400, 'days'];
  const amount = `${Math.round(left / size)} ${unit}`;
  return seconds >= now ? `in ${amount}` : `${amount} ago`;
}

/** Both. */
export const timeText = (seconds: number, now: number): string => `${isoTime(seconds)} (${distance(seconds, now)})`;
