import type { ServiceRow } from '../wire/serviceRow.js';

/** How the leagues of a subscription are chosen. */
export type SubscriptionMode =
  | { readonly mode: 'legacy' }
  /** A fixed bundle of leagues; bundle 0 is all of them. */
  | { readonly mode: 'standard'; readonly bundle: number }
  /** The subscriber chooses up to `limit` leagues. */
  | { readonly mode: 'custom'; readonly limit: number };

/**
 * The mode of a service level. Level 0 is the legacy one; in other rows a negative bundle id -n means a custom
 * selection of up to n leagues.
 *
 * @example
 * ```ts
 * import { modeOf } from '@linesman/sdk/program';
 *
 * modeOf(3, { leagueBundleId: 0 }); // { mode: 'standard', bundle: 0 }
 * modeOf(4, { leagueBundleId: -5 }); // { mode: 'custom', limit: 5 }
 * ```
 */
export function modeOf(level: number, row: Pick<ServiceRow, 'leagueBundleId'>): SubscriptionMode {
  if (level === 0) return { mode: 'legacy' };
  if (row.leagueBundleId < 0) return { mode: 'custom', limit: -row.leagueBundleId };
  return { mode: 'standard', bundle: row.leagueBundleId };
}
