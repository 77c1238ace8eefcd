import { BROKEN_INVARIANT } from '../error/codes/arguments.js';
import { fail } from '../error/linesmanError.js';

/**
 * Asserts what always holds here, as a second net: work stops before a fault of our own becomes a record, a root or a
 * transaction. Never for input, which has errors of its own.
 *
 * Errors: BROKEN_INVARIANT.
 *
 * @example
 * ```ts
 * import { invariant } from '@linesman/sdk/internal/format/invariant';
 *
 * const inFlight = 3;
 * invariant(inFlight <= 64, 'at most 64 transactions are in flight');
 * ```
 */
export function invariant(holds: boolean, rule: string): asserts holds {
  if (!holds) fail(BROKEN_INVARIANT, { rule });
}
