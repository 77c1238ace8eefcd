import { bySport, keysOfSport, SPORT_COUNTERS, SPORT_LAYOUTS, SPORT_PARTS, type Sport } from '@linesman/sdk/format';
import type { Stats } from '../../batch/record.js';
import { sportOfRecord } from './scoresRecord.js';

export type { Stats };

/** The fields that determine a record's stats. */
export interface ScoreShown {
  readonly SportId: number;
  readonly Action: string;
  readonly Confirmed?: boolean | undefined;
  /** Score blocks of both participants, in the form of the sport. */
  readonly Score?: object | undefined;
}

type Counters = Readonly<Partial<Record<string, number>>>;
/** The paths in a participant's score behind each block of stat keys (`floor(key / 1000)`); several are added up. */
type Sources = readonly (readonly [block: number, paths: readonly (readonly string[])[]])[];

const SOURCES = bySport(
  (sport): Sources =>
    SPORT_LAYOUTS[sport].blocks.map((block, i) => [
      block,
      (SPORT_PARTS[sport][i]?.score ?? []).map((path) => path.split('.')),
    ]),
);

/** Every key of a sport with 0. Copying it takes a tenth of the time that building it takes. */
const ZEROS = bySport((sport): Stats => Object.fromEntries(keysOfSport(sport).map((key) => [key, 0])));

/** The stats that a score determines: every key of the sport, zeros included. */
export function statsOfScore(record: { readonly SportId: number; readonly Score: object }): Stats {
  const sport = sportOfRecord(record);
  const stats: Record<string, number> = { ...ZEROS[sport] };
  const score = record.Score as Record<'Participant1' | 'Participant2', object>;
  for (const [side, participant] of [score.Participant1, score.Participant2].entries()) {
    for (const [block, paths] of SOURCES[sport]) {
      const parts = paths.map((path) => countersAt(participant, path));
      for (const [i, [name]] of SPORT_COUNTERS[sport].entries()) {
        const value = parts.reduce((sum, part) => sum + (part?.[name] ?? 0), 0);
        stats[1000 * block + 2 * i + 1 + side] = value;
      }
    }
  }
  return stats;
}

/**
 * The participant and the counter that the stat keys with this offset (1 and up) hold: odd offsets are participant 1's.
 * Throws a `RangeError` if the sport has no such keys.
 */
export function counterOf(sport: Sport, offset: number): { readonly side: 1 | 2; readonly counter: string } {
  const [counter] = SPORT_COUNTERS[sport][(offset - 1) >> 1] ?? [];
  if (counter === undefined) throw new RangeError(`${sport} has no stat key ${offset}`);
  return { side: offset % 2 === 1 ? 1 : 2, counter };
}

function countersAt(score: object, path: readonly string[]): Counters | undefined {
  let found: unknown = score;
  for (const name of path) found = (found as Readonly<Record<string, unknown>> | undefined)?.[name];
  return found as Counters | undefined;
}

/**
 * The `Stats` of a record, given those of the record before (`{}` for the first). Only a confirmed record or an
 * `action_amend` replaces them, with the stats of its score.
 */
export function nextStats(previous: Stats, { SportId, Score, Confirmed, Action }: ScoreShown): Stats {
  if (Score === undefined || (Confirmed !== true && Action !== 'action_amend')) return previous;
  return statsOfScore({ SportId, Score });
}
