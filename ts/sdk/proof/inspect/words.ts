import { clipped } from '../../error/quoted.js';
import type { Fixture } from '../../format/fixture.js';
import { plainFixtureId } from '../../format/fixture.js';
import { shortHash } from '../../format/hash.js';
import type { Odds } from '../../format/odds.js';
import { periodName } from '../../format/period.js';
import type { ScoreStat } from '../../format/scoreStat.js';
import type { Sport } from '../../format/sports/sports.js';
import { statName } from '../../format/statName.js';
import type { UpdateStats } from '../../format/updateStats.js';

/** Text of a record may come from anyone, so every piece is cut, and stripped of control characters. */
const LONGEST_NAME = 40;

export const timeText = (ms: number): string => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? `${ms} ms` : date.toISOString().replace('.000Z', 'Z');
};

export const dayText = (epochDay: number): string => `${epochDay} (${timeText(epochDay * 86_400_000).slice(0, 10)})`;

/** Time of day of a slot or hour. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')} UTC`;

export const statKeyText = (sport: Sport, key: number): string =>
  `k${key} ${statName(sport, key) ?? '(no stat of this sport)'}`;

export function statText(sport: Sport, { key, value, period }: ScoreStat): string {
  const name = periodName(sport, period);
  return `${statKeyText(sport, key)}: ${value}, period ${period}${name && period !== 0 ? ` (${name})` : ''}`;
}

export const countText = ({ updateCount }: UpdateStats): string =>
  `${updateCount} ${updateCount === 1 ? 'record' : 'records'}`;

export const rangeText = ({ minTimestamp, maxTimestamp }: UpdateStats): string => spanText(minTimestamp, maxTimestamp);

/** Two times; their common part is written once. */
export function spanText(from: number, to: number): string {
  if (from === to) return timeText(from);
  const [first, last] = [timeText(from), timeText(to)];
  return `${first} to ${first.slice(0, 11) === last.slice(0, 11) ? last.slice(11) : last}`;
}

export const summaryText = (fixtureId: number, stats: UpdateStats): string =>
  `summary of fixture ${plainFixtureId(fixtureId)}: ${countText(stats)}, ${rangeText(stats)}`;

export const oddsText = ({ messageId, fixtureId, superOddsType, prices }: Odds): string =>
  `odds ${name(messageId)} of fixture ${fixtureId}: ${name(superOddsType)}, ${prices.length} prices`;

export const fixtureText = ({ participant1, participant2, fixtureId }: Fixture): string =>
  `record of fixture ${plainFixtureId(fixtureId)}: ${name(participant1)} - ${name(participant2)}`;

const name = (text: string): string => clipped(text, LONGEST_NAME);

export const keysText = (keys: readonly Uint8Array[]): string => keys.map(shortHash).join(', ');
