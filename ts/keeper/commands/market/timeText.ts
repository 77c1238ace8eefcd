import { timeDistance } from '@linesman/sdk/format';
import { isoTime } from '@linesman/sdk/internal/format/isoTime';

/** A time, and its rough distance from now. */
export const timeText = (seconds: number, now: number): string => `${isoTime(seconds)} (${timeDistance(seconds, now)})`;
