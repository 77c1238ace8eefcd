import type { Sport } from '@linesman/sdk/format';
import type { About, MatchBook, RealEvent } from './matchBook.js';
import type { Random } from './random.js';
import type { Side } from './scoreBoard.js';
import type { Due, ScoringOptions, Stretch } from './scoring.js';
import type { Phase } from './script.js';

/** A kind of event in matches of one sport. */
export interface Incident<S extends Sport> {
  /** Whether it changes the score or a counter. */
  readonly counts: boolean;
  /** Expected number in a minute of play, of both sides together. `goals`: by the rates of the match. */
  readonly perMinute: number | 'goals';
  play(book: MatchBook<S>, side: Side): void;
}

export const other = (side: Side): Side => (side === 1 ? 2 : 1);

/** The incidents of a sport, modelled on recorded matches, and the ways to take a score back. */
export interface Incidents<S extends Sport> {
  readonly all: readonly Incident<S>[];
  /** Plays a whole shoot-out, in sports that have one. `minutes`: about as long as it lasts. */
  shootOut(book: MatchBook<S>, minutes: number): void;
  /** A phase with the time that is added to it. */
  lengthened?(phase: Phase, random: Random): Phase;
  /** Records at a fixed time of a phase. */
  fixed?(phase: Phase): readonly Due<S>[];
  /**
   * Draws the scores of phases of play, in sports that plan them together with the play that leads to them. Soccer
   * draws goals by the rates of the match.
   */
  scores?(phases: readonly Phase[], options: ScoringOptions): Stretch<S>;
  /** Writes the records before kick-off. */
  before(book: MatchBook<S>): void;
  /** Fields of a status record other than the status. */
  status(status: number): About<S>;
  /** A goal, or the sport's equivalent. */
  score(book: MatchBook<S>, side: Side): RealEvent;
  /** A score that is confirmed, reviewed and discarded. */
  reversal(book: MatchBook<S>, side: Side): void;
  /** A correction after the final whistle: a score did not count. */
  correction(book: MatchBook<S>, side: Side, scored: RealEvent): void;
}
