import { periodWords } from '../../ts/explorer/shared/periods.js';
import { FINALISED, periodName } from '../../ts/sdk/format/period.js';
import { SPORT_COUNTERS, SPORT_LAYOUTS, SPORT_PARTS, SPORTS, type Sport } from '../../ts/sdk/format/sports/sports.js';
import { table } from './table.js';

/**
 * Every period with a name. The number of overtimes in US football is unlimited, so the page describes them in words.
 */
const periodsOf = (sport: Sport): number[] =>
  Array.from({ length: FINALISED + 1 }, (_, period) => period).filter((period) => periodName(sport, period));

/** A row per stat, a column per part of the match; a cell has the keys of both participants. */
function keys(sport: Sport): string {
  const { blocks } = SPORT_LAYOUTS[sport];
  return table(
    ['stat', ...SPORT_PARTS[sport].map(({ name }) => name)],
    SPORT_COUNTERS[sport].map(([, stat], i) => [
      stat,
      ...blocks.map((block) => `${1000 * block + 2 * i + 1}, ${1000 * block + 2 * i + 2}`),
    ]),
  );
}

const periods = (sport: Sport): string =>
  table(
    ['period', 'short', 'meaning'],
    periodsOf(sport).map((period) => [period, periodName(sport, period) ?? '', periodWords(sport, period)]),
  );

/** The generated parts of docs/stats.md, by name. */
export const statsParts = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    SPORTS.flatMap((sport) => [
      [`keys-${sport}`, keys(sport)],
      [`periods-${sport}`, periods(sport)],
    ]),
  );
