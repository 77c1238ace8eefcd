import type { Sport } from '@linesman/sdk/format';
import type { MatchBook } from './matchBook.js';
import type { Random } from './random.js';
import type { Phase } from './script.js';

/** An event at a planned time. */
export interface Due<S extends Sport> {
  /** ms since the phase began. */
  readonly at: number;
  play(book: MatchBook<S>): void;
}

/** The parameters for planning the scores of a match before it is played. */
export interface ScoringOptions {
  readonly random: Random;
  /** The share of incidents of side 1, in hundredths. */
  readonly share: number;
  /** Records in play as a share of those of a real match. */
  readonly tempo: number;
}

/** The scores of a part of the match, phase by phase, and the lead of side 1 at its end. */
export interface Stretch<S extends Sport> {
  readonly due: ReadonlyMap<Phase, readonly Due<S>[]>;
  readonly lead: number;
}

/** The required end of a part. */
export type Ending = 'level' | 'decided' | 'any';

/**
 * Draws a part again and again until it ends as required, so that a match is level after regular time because of its
 * course, not because of an extra incident after the last second.
 */
export function drawnUntil<S extends Sport>(ending: Ending, draw: () => Stretch<S>): Stretch<S>['due'] {
  for (;;) {
    const { due, lead } = draw();
    if (ending === 'any' || (lead === 0) === (ending === 'level')) return due;
  }
}
