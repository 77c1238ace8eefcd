import { fail, INDEX_OUT_OF_BOUNDS } from '../error/index.js';
import { checkValue } from '../format/checkOptions.js';
import { type LayoutByte, layoutByteOf, type Sport, sportOfLayout } from '../format/index.js';
import { TRUST } from '../format/optionKinds.js';

/**
 * Whose word is taken for the sport of a zero proof. Never the proof's own: a bit of one sport's map means another stat in another
 * sport's. `any-one` accepts any of the three layouts but one per call; it is what the oracle program does, which is not told the
 * sport, and a caller who does not know the sport must not rely on it for zero stats.
 */
export type Trust = Sport | 'any-one';

/**
 * Errors: SPORT_NOT_TRUSTED for anything but a sport or 'any-one': from plain JavaScript, a sport that is missing or
 * misspelt must not count as any.
 */
export const checkTrust = (of: string, trust: unknown): void => checkValue(of, 'trust', trust, TRUST);

/** Accepts the layout bytes of one call. */
export class TrustedLayout {
  private expected: LayoutByte | undefined;

  constructor(trust: Trust) {
    this.expected = trust === 'any-one' ? undefined : layoutByteOf(trust);
  }

  /** Errors: INDEX_OUT_OF_BOUNDS a layout of no sport, or of another one. */
  accept(byte: number): LayoutByte {
    const sport = sportOfLayout(byte);
    if (!sport) return fail(INDEX_OUT_OF_BOUNDS, { problem: 'no sport', byte });
    const layout = layoutByteOf(sport);
    this.expected ??= layout;
    if (layout === this.expected) return layout;
    const expected = sportOfLayout(this.expected) ?? 'another sport';
    return fail(INDEX_OUT_OF_BOUNDS, { problem: 'other sport', layout: sport, expected });
  }
}
