import type { StatKey } from '../format/statKey.js';

/**
 * A proven stat with its value. An absent one is 0 by the zero map, and has no period, because a zero proof does not
 * bind one.
 */
export type Fact =
  | { readonly kind: 'present'; readonly key: StatKey; readonly value: number; readonly period: number }
  | { readonly kind: 'absent'; readonly key: StatKey; readonly value: 0 };
