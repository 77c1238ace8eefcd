import { bySport, type Sport } from '@linesman/sdk/format';
import { SEASON_OF } from '../../../ts/season/sports/sports.js';
import { type Scoreline, type ScorelineOptions, type ScorelineScript, scorelineOf } from './scoreline.js';

/** A score line with a known course. */
interface NamedScoreline {
  readonly script: ScorelineScript;
  /**
   * Final count of each stat by sport (see `ScorelineOptions`); `null`: drawn from the seed. A sport left out has no
   * such score line.
   */
  readonly totals: Partial<Readonly<Record<Sport, Readonly<Record<number, number>> | null>>>;
}

const DRAWN = bySport(() => null);
const WON = bySport((sport) => SEASON_OF[sport].scoreline.won);

/**
 * Score lines by name, for tests, demonstrations and rehearsals. `goalless` is 0–0 with corners, so that there is a
 * non-zero stat to prove; in `twoNil` one side has nothing.
 */
export const SCORELINES = {
  normal: { script: 'normal', totals: DRAWN },
  twoNil: { script: 'normal', totals: { soccer: { 1: 2, 7: 4, 8: 3 }, 'us-football': { 1: 2 } } },
  goalless: { script: 'normal', totals: { soccer: { 7: 5, 8: 3 } } },
  allZero: { script: 'allZero', totals: DRAWN },
  extraTime: { script: 'extraTime', totals: WON },
  penalties: { script: 'penalties', totals: { soccer: { 1: 1, 2: 1, 7: 6, 8: 2 } } },
  abandoned: { script: 'abandoned', totals: WON },
  cancelled: { script: 'cancelled', totals: DRAWN },
  varReversal: { script: 'varReversal', totals: WON },
  correctionAfterFinalised: { script: 'correctionAfterFinalised', totals: WON },
  correctionInSlot: { script: 'correctionInSlot', totals: WON },
  withoutStatus: { script: 'withoutStatus', totals: WON },
  halfTime: { script: 'halfTime', totals: WON },
} as const satisfies Readonly<Record<string, NamedScoreline>>;

export type ScorelineName = keyof typeof SCORELINES;

/** The sports that have this score line. */
export const sportsOf = (name: ScorelineName): readonly Sport[] => Object.keys(SCORELINES[name].totals) as Sport[];

/**
 * Generates a score line by its name. `options` override its own numbers. Throws a `RangeError` if the sport has no
 * such score line.
 */
export function namedScoreline(name: ScorelineName, options: Omit<ScorelineOptions, 'script'>): Scoreline {
  const { script, totals: bySport }: NamedScoreline = SCORELINES[name];
  const totals = bySport[options.sport];
  if (totals === undefined) throw new RangeError(`${options.sport} has no score line ${name}`);
  return scorelineOf({ ...(totals !== null && { totals }), ...options, script });
}
