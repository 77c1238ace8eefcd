import type { ServiceRow } from '../wire/serviceRow.js';

/** How a service level chooses its leagues. */
export type SubscriptionMode =
  | { readonly mode: 'legacy' }
  /** Bundle 0: all leagues. */
  | { readonly mode: 'standard'; readonly bundle: number }
  | { readonly mode: 'custom'; readonly limit: number };

/** The mode of a level: row 0 is the legacy one, a bundle below 0 a custom selection of up to so many leagues. */
export function modeOf(level: number, row: Pick<ServiceRow, 'leagueBundleId'>): SubscriptionMode {
  if (level === 0) return { mode: 'legacy' };
  if (row.leagueBundleId < 0) return { mode: 'custom', limit: -row.leagueBundleId };
  return { mode: 'standard', bundle: row.leagueBundleId };
}
