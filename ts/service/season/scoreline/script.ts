import type { Sport } from 'linesman/format';
import { type Ending, generateMatch, type Match, type MatchOptions } from './match.js';

/** A match with a known course. */
interface Script {
  readonly ending: Ending;
  /**
   * Final count of each stat by sport (see `MatchOptions`); `null`: drawn from the seed. A sport left out has no such
   * match.
   */
  readonly totals: Partial<Readonly<Record<Sport, Readonly<Record<number, number>> | null>>>;
}

const DRAWN = { soccer: null, basketball: null, 'us-football': null } as const;
/** Totals with a winner. */
const WON = {
  soccer: { 1: 2, 2: 1, 3: 2, 7: 5, 8: 3 },
  basketball: { 1: 31, 2: 24, 3: 6, 4: 7, 9: 12, 10: 15 },
  'us-football': { 1: 20, 2: 17, 3: 2, 4: 2, 5: 2, 6: 1 },
} as const;

/**
 * Matches by name, for tests, demonstrations and rehearsals. `goalless` is 0–0 with corners, so that there is a
 * non-zero stat to prove; in `twoNil` one side has nothing.
 */
export const SCRIPTS = {
  normal: { ending: 'normal', totals: DRAWN },
  twoNil: { ending: 'normal', totals: { soccer: { 1: 2, 7: 4, 8: 3 }, 'us-football': { 1: 2 } } },
  goalless: { ending: 'normal', totals: { soccer: { 7: 5, 8: 3 } } },
  allZero: { ending: 'allZero', totals: DRAWN },
  extraTime: { ending: 'extraTime', totals: WON },
  penalties: { ending: 'penalties', totals: { soccer: { 1: 1, 2: 1, 7: 6, 8: 2 } } },
  abandoned: { ending: 'abandoned', totals: WON },
  cancelled: { ending: 'cancelled', totals: DRAWN },
  reversal: { ending: 'reversal', totals: WON },
  correction: { ending: 'correction', totals: WON },
  correctionInSlot: { ending: 'correctionInSlot', totals: WON },
  withoutStatus: { ending: 'withoutStatus', totals: WON },
  halfTime: { ending: 'halfTime', totals: WON },
} as const satisfies Readonly<Record<string, Script>>;

export type ScriptName = keyof typeof SCRIPTS;

/** The sports that have this script. */
export const sportsOf = (name: ScriptName): readonly Sport[] => Object.keys(SCRIPTS[name].totals) as Sport[];

/**
 * Generates the match of a script. `options` override the script's own numbers. Throws a `RangeError` if the sport has
 * no such match.
 */
export function scriptedMatch(name: ScriptName, options: Omit<MatchOptions, 'ending'>): Match {
  const { ending, totals: bySport }: Script = SCRIPTS[name];
  const totals = bySport[options.sport];
  if (totals === undefined) throw new RangeError(`${options.sport} has no match ${name}`);
  return generateMatch({ ...(totals !== null && { totals }), ...options, ending });
}
