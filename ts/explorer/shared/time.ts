import type { MatchClock } from '@linesman/sdk/client';
import { MS_PER_DAY, MS_PER_SLOT, SHOWN_SPORTS, type Sport } from '@linesman/sdk/format';

type Options = Omit<Intl.DateTimeFormatOptions, 'timeZone'>;
/** In the visitor's zone, where `zone` does not name one. */
const format = (options: Options, zone?: 'UTC'): ((ms: number) => string) => {
  const formatter = new Intl.DateTimeFormat('en-GB', { ...options, ...(zone && { timeZone: zone }) });
  return (ms) => formatter.format(ms);
};

const MINUTES = { hour: '2-digit', minute: '2-digit' } as const;
const SECONDS = { ...MINUTES, second: '2-digit' } as const;

/** Slots and days on chain are in UTC, and so are the times on the pages of roots. */
export const utcClock = format(MINUTES, 'UTC');
export const utcSecond = format(SECONDS, 'UTC');
export const utcDay = format({ dateStyle: 'full' }, 'UTC');
export const utcMoment = format({ dateStyle: 'medium', timeStyle: 'medium' }, 'UTC');

/** Everything else is in the visitor's time zone. */
export const clockText = format(MINUTES);
export const secondText = format(SECONDS);
export const dayAndTime = format({ weekday: 'short', day: 'numeric', month: 'short', ...MINUTES });

/** First ms of the day around a time, in the visitor's zone, and of the next one. */
export function dayAround(ms: number): { readonly from: number; readonly until: number } {
  const day = new Date(ms);
  const at = (days: number): number => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime();
  return { from: at(0), until: at(1) };
}

export const epochDayOf = (ms: number): number => Math.floor(ms / MS_PER_DAY);
export const slotOf = (ms: number): number => Math.floor(ms / MS_PER_SLOT) * MS_PER_SLOT;

/** The minutes of a clock that counts up; the time left on one that counts down. */
export function matchClockText(sport: Sport, { seconds }: MatchClock): string {
  const minutes = Math.floor(seconds / 60);
  return SHOWN_SPORTS[sport].clock === 'up' ? `${minutes}′` : `${minutes}:${`${seconds % 60}`.padStart(2, '0')}`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** How long something took, in the largest unit that fits: “21 seconds”. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const [name, length] = UNITS.find(([, one]) => seconds >= one) ?? ['second', 1];
  const count = Math.round(seconds / length);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
