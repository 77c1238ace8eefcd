import type { Match } from '@linesman/sdk/client';
import type { StatedKeys } from '@linesman/sdk/format';
import type { MatchFilter } from '../../data/store/matchStore.js';

/** A match in the form for clients, without the slot, because that depends on the time of the answer. */
export interface MatchEntry extends Omit<Match, 'nextSlot'> {
  /** The stats that the fixture record declares: what is known of them before the match. It is not shown to clients. */
  readonly declared: StatedKeys;
  /**
   * The latest record that says that the match is over and confirmed. It proves the result, and is not shown to
   * clients.
   */
  readonly final: FinalRecord | null;
}

export interface FinalRecord {
  readonly seq: number;
  /** Unix ms. */
  readonly ts: number;
}

/** A page of matches without a filter by league. */
export type MatchQuestion = Omit<MatchFilter, 'competitionIds'>;

/** The matches that a caller may see. */
export interface Matches {
  /** Matches of the leagues that the caller sees, or of all leagues. */
  page(question: MatchQuestion, seesLeague?: (leagueId: number) => boolean): Promise<readonly MatchEntry[]>;
}
