import { INDEX_OUT_OF_BOUNDS } from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import { checkValue } from '../format/checkOptions.js';
import { TRUST } from '../format/optionKinds.js';
import { layoutByteOf, sportOfLayout } from '../format/sport.js';
import type { Sport } from '../format/sports/sports.js';

/**
 * The sport that decides how a zero proof is read. Never take it from the proof: a bit stands for different stats in
 * different sports. `any-one` accepts any layout, but only one per call, like the oracle program, which does not know
 * the sport; do not rely on its zero stats unless you know the sport.
 */
export type Trust = Sport | 'any-one';

/**
 * Refuses a missing or misspelt sport from plain JavaScript, which must not count as `any-one`. Errors:
 * SPORT_NOT_TRUSTED.
 */
export const checkTrust = (caller: string, trust: unknown): void => checkValue(caller, 'trust', trust, TRUST);

/** Accepts the layout bytes of one call. */
export class TrustedLayout {
  private expected: Sport | undefined;

  /** Errors: SPORT_NOT_TRUSTED, also where no zero proof follows. */
  constructor(trust: Trust) {
    if (trust === 'any-one') return;
    layoutByteOf(trust);
    this.expected = trust;
  }

  /** The sport of the layout. Errors: INDEX_OUT_OF_BOUNDS for an unknown layout or that of another sport. */
  accept(byte: number): Sport {
    const sport = sportOfLayout(byte);
    if (!sport) return fail(INDEX_OUT_OF_BOUNDS, { problem: 'no sport', byte });
    this.expected ??= sport;
    if (sport === this.expected) return sport;
    return fail(INDEX_OUT_OF_BOUNDS, { problem: 'other sport', layout: sport, expected: this.expected });
  }
}
