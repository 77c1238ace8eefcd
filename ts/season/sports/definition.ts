import type { Odds, Sport } from '@linesman/sdk/format';
import type { Incidents } from '../incident.js';
import type { OddsFeedOptions } from '../odds/oddsFeed.js';
import type { Plan, Script } from '../script.js';

/** Everything that the generator knows of one sport. */
export interface SeasonOfSport<S extends Sport> {
  /** The default league, the one of score lines. Nothing here may resemble a real team or competition. */
  readonly competition: { readonly id: number; readonly name: string };
  /** The default league's name in a feed, if the league is free. */
  readonly freeName?: string;
  /** Second parts of the names of other leagues, after the name of a region. */
  readonly leagues: readonly string[];
  /** Second parts of team names, after the name of a place. */
  readonly secondNames: readonly string[];
  /** Number of starters and of substitutes. */
  readonly squad: readonly [starters: number, substitutes: number];
  /** Counters that a score shows even when zero. */
  readonly shown: readonly string[];
  /** Scripts of this sport only. */
  readonly scripts: readonly Script[];
  plan(script: Script): Plan;
  /** Statuses whose scores are not in the total. */
  readonly shootOuts: readonly number[];
  readonly hasDraws: boolean;
  readonly incidents: Incidents<S>;
  /** Prices the lines of a match. */
  readonly odds: ((options: OddsFeedOptions) => Odds[]) | null;
  readonly scoreline: ScorelineOfSport;
}

/** The facts about a sport for score lines. */
export interface ScorelineOfSport {
  /** The waits around the phases of play of the longest match, in order. */
  readonly around: readonly Around[];
  /** Action name and highest random count of each pair of offsets. */
  readonly actions: readonly { readonly name: string; readonly most: number }[];
  /** Action before a score is taken back. */
  readonly review: string;
  /** Totals with a winner. */
  readonly won: Readonly<Record<number, number>>;
}

/** A phase of play for score lines, with its duration. */
export interface Around {
  /** Status of the wait before the phase. */
  readonly waitStatus?: number;
  readonly breakStatus: number;
  readonly breakMinutes: number;
  /** Default: those of the course. */
  readonly minutes?: number;
}

/** The waits around four quarters and two overtimes with a break between them. */
export const fourQuarters = (breakOfOvertime: number): readonly Around[] => [
  { breakStatus: 3, breakMinutes: 2 },
  { breakStatus: 5, breakMinutes: 15 },
  { breakStatus: 7, breakMinutes: 2 },
  { breakStatus: 9, breakMinutes: 5 },
  { waitStatus: 10, breakStatus: breakOfOvertime, breakMinutes: 2 },
  { breakStatus: 13, breakMinutes: 5 },
];
