import type { MatchFilter } from '../../data/store/index.js';

/** A count of both sides. */
export interface Sides {
  readonly participant1: number;
  readonly participant2: number;
}

/** A match in a few fields. */
export interface MatchEntry {
  readonly fixtureId: number;
  readonly sport: string;
  /** `GameState` of the latest fixture record. */
  readonly state: string;
  /** ms. */
  readonly startTime: number;
  readonly competitionId: number;
  readonly competition: string;
  readonly participant1: string;
  readonly participant2: string;
  /** Total of the latest confirmed score, without a shoot-out: what proofs are about. `null` before the first one. */
  readonly score: Sides | null;
  /** Goals of the shoot-out; `null` before one, and in other sports. */
  readonly shootOut: Sides | null;
  /** `null` if none of the latest records carries one. */
  readonly statusId: number | null;
  readonly clock: { readonly running: boolean; readonly seconds: number } | null;
  /** Number of score records. The `Seq` of the latest is one less. */
  readonly updates: number;
  /** `Ts` of the latest score record, ms; `null` before the first. */
  readonly latestTs: number | null;
}

/** A page of matches without a filter by league. */
export type MatchQuestion = Omit<MatchFilter, 'competitionIds'>;

/** The matches that a caller may see. */
export interface Matches {
  page(question: MatchQuestion, seesLeague: (leagueId: number) => boolean): Promise<readonly MatchEntry[]>;
}
