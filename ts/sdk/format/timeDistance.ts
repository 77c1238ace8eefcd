import { isoTime } from './isoTime.js';

/**
 * The rough distance of a time from now, both in Unix seconds: `in 12 min`, `3 h ago`.
 *
 * @example
 * ```ts
 * import { timeDistance } from '@linesman/sdk/format';
 *
 * timeDistance(1_783_000_720, 1_783_000_000); // 'in 12 min'
 * ```
 */
export function timeDistance(seconds: number, now: number): string {
  const left = Math.abs(seconds - now);
  const [size, unit] =
    left < 120 ? [1, 's'] : left < 2 * 3_600 ? [60, 'min'] : left < 172_800 ? [3_600, 'h'] : [86_400, 'days'];
  const amount = `${Math.round(left / size)} ${unit}`;
  return seconds >= now ? `in ${amount}` : `${amount} ago`;
}

/**
 * A time with its rough distance from now, both in Unix seconds.
 *
 * @example
 * ```ts
 * import { timeText } from '@linesman/sdk/format';
 *
 * timeText(1_783_000_720, 1_783_000_000); // '2026-07-02T13:58:40Z (in 12 min)'
 * ```
 */
export const timeText = (seconds: number, now: number): string => `${isoTime(seconds)} (${timeDistance(seconds, now)})`;
