import type { Match, MatchState } from 'linesman/client';
import type { MatchFilter } from '../../data/store/index.js';

/** States of a match: the values of `GameState` of a fixture, and what its latest status says beyond them. */
export const MATCH_STATES = [
  'scheduled',
  'live',
  'finished',
  'abandoned',
  'cancelled',
  'postponed',
  'uncovered',
] as const satisfies readonly MatchState[];

/** A match as clients read it, without the slot, which depends on the time of the answer. */
export type MatchEntry = Omit<Match, 'nextSlot'>;

/** A page of matches without a filter by league. */
export type MatchQuestion = Omit<MatchFilter, 'competitionIds'>;

/** The matches that a caller may see. */
export interface Matches {
  page(question: MatchQuestion, seesLeague: (leagueId: number) => boolean): Promise<readonly MatchEntry[]>;
}
