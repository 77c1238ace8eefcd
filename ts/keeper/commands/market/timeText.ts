import { timeOf } from 'linesman/cli';
import { type Seconds, timeDistance } from 'linesman/format';
import { isoTime } from 'linesman/internal';

/** Parses ISO 8601 or Unix time in ms, and returns seconds. Errors: MALFORMED_TIME. */
export const secondsOf = (option: string, value: string): Seconds =>
  Math.floor(timeOf(option, value) / 1_000) as Seconds;

/** A time, and its rough distance from now. */
export const timeText = (seconds: number, now: number): string => `${isoTime(seconds)} (${timeDistance(seconds, now)})`;
