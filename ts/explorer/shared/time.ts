import type { MatchClock } from 'linesman/client';
import { MS_PER_DAY, MS_PER_SLOT, SHOWN_SPORTS, type Sport } from 'linesman/format';

const format = (options: Intl.DateTimeFormatOptions): ((ms: number) => string) => {
  const formatter = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return (ms) => formatter.format(ms);
};

/** All times of the pages are UTC, as slots and days on chain are. */
export const clockText = format({ hour: '2-digit', minute: '2-digit' });
export const secondText = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
export const dayText = format({ dateStyle: 'full' });
export const dayAndTime = format({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

export const epochDayOf = (ms: number): number => Math.floor(ms / MS_PER_DAY);
export const slotOf = (ms: number): number => Math.floor(ms / MS_PER_SLOT) * MS_PER_SLOT;

/** The minutes of a clock that counts up; the time left on one that counts down. */
export function matchClockText(sport: Sport, { seconds }: MatchClock): string {
  const minutes = Math.floor(seconds / 60);
  return SHOWN_SPORTS[sport].clock === 'up' ? `${minutes}′` : `${minutes}:${`${seconds % 60}`.padStart(2, '0')}`;
}
