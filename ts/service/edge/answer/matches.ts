import type { Match } from 'linesman/client';
import type { MatchFilter } from '../../data/store/index.js';

/** A match as clients read it, without the slot, which depends on the time of the answer. */
export type MatchEntry = Omit<Match, 'nextSlot'>;

/** A page of matches without a filter by league. */
export type MatchQuestion = Omit<MatchFilter, 'competitionIds'>;

/** The matches that a caller may see. */
export interface Matches {
  page(question: MatchQuestion, seesLeague: (leagueId: number) => boolean): Promise<readonly MatchEntry[]>;
}
