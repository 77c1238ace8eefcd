import { timeDistance } from 'linesman/format';
import { isoTime } from 'linesman/internal';

/** A time, and its rough distance from now. */
export const timeText = (seconds: number, now: number): string => `${isoTime(seconds)} (${timeDistance(seconds, now)})`;
