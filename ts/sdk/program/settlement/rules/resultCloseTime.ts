import type { MatchResult } from '../../account/matchResult.js';
import { MAX_AGE } from './resultPost.js';

const DAY = 86_400;
/** How long a result can be read after its latest fact, at least, s. */
const KEPT = 180 * DAY;
/** Facts after this time do not postpone the closing, s after the event. */
const MAX_KEPT = 270 * DAY;

/**
 * From when the payer of a result may close it and get its rent back, in Unix seconds of the chain's clock: 180 days
 * after its latest fact, at the latest 270 days after its event, and not within 90 days of it.
 *
 * @example
 * ```ts
 * import { type MatchResult, resultCloseTime } from '@linesman/sdk/program';
 *
 * declare const result: MatchResult;
 * const closesAt = new Date(resultCloseTime(result) * 1000);
 * ```
 */
export const resultCloseTime = ({ facts, maxTimestamp }: Pick<MatchResult, 'facts' | 'maxTimestamp'>): number =>
  Math.max(
    Math.min(Math.max(...facts.map(({ since }) => since.seconds)) + KEPT, Math.ceil(maxTimestamp / 1_000) + MAX_KEPT),
    // The result must not be closed while the event could be posted again.
    Math.floor((maxTimestamp + MAX_AGE) / 1_000) + 1,
  );
