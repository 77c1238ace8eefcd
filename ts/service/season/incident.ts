import type { Sport } from 'linesman/format';
import type { About, MatchBook, RealEvent, Side } from './matchBook.js';

/** A kind of thing that happens in a match of a sport. */
export interface Incident<S extends Sport> {
  /** It changes the score or a counter. */
  readonly counts: boolean;
  /** How often, compared to the others. */
  readonly weight: number;
  play(book: MatchBook<S>, side: Side): void;
}

export const other = (side: Side): Side => (side === 1 ? 2 : 1);

/** Seen in the records of a sport: what happens, and what a review can take back. */
export interface Incidents<S extends Sport> {
  readonly all: readonly Incident<S>[];
  /** What happens in a shoot-out, where there is one. */
  readonly shootOut: readonly Incident<S>[];
  /** Before the first whistle. */
  before(book: MatchBook<S>): void;
  /** What a change of status says besides the status. */
  status(status: number): About<S>;
  /** A goal, or the like. */
  score(book: MatchBook<S>, side: Side): RealEvent;
  /** A score that is confirmed, looked at again and discarded. */
  reversal(book: MatchBook<S>, side: Side): void;
  /** The result is put right after the last whistle: a score did not count. */
  correction(book: MatchBook<S>, side: Side, scored: RealEvent): void;
}
