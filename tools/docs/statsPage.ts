import { periodWords } from '../../ts/explorer/shared/periods.js';
import { FINALISED, keysOfSport, periodName, SPORTS, type Sport, statName } from '../../ts/linesman/format/index.js';
import { table } from './table.js';

/** Every period with a name. US football counts overtimes without an end: the page describes them. */
const periodsOf = (sport: Sport): number[] =>
  Array.from({ length: FINALISED + 1 }, (_, period) => period).filter((period) => periodName(sport, period));

/** What a key counts, apart from the participant, and the part of the match. */
function partsOf(sport: Sport, key: number): { readonly stat: string; readonly block: string } | undefined {
  const [, stat = '', block = 'total'] = /^participant 1 (.+?)(?:, (.+))?$/.exec(statName(sport, key) ?? '') ?? [];
  return stat === '' ? undefined : { stat, block };
}

/** A row per stat, a column per part of the match; a cell has the keys of both participants. */
function keys(sport: Sport): string {
  const named = keysOfSport(sport).flatMap((key) => {
    const parts = partsOf(sport, key);
    return parts ? [{ key, ...parts }] : [];
  });
  const blocks = [...new Set(named.map(({ block }) => block))];
  const stats = [...new Set(named.map(({ stat }) => stat))];
  return table(
    ['stat', ...blocks],
    stats.map((stat) => [
      stat,
      ...blocks.map((block) => {
        const first = named.find((one) => one.stat === stat && one.block === block);
        return first ? `${first.key}, ${first.key + 1}` : '–';
      }),
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
