import type { StatKey } from '../format/index.js';

/** A proven stat. An absent one (0 by the zero map) has no period, because a zero proof does not bind one. */
export type Fact =
  | { readonly kind: 'present'; readonly key: StatKey; readonly value: number; readonly period: number }
  | { readonly kind: 'absent'; readonly key: StatKey };

/**
 * Returns the value of a fact for predicates: 0 for an absent stat.
 *
 * @example
 * ```ts
 * import { factValue, type ProvenEvent } from 'linesman/proof';
 *
 * declare const event: ProvenEvent;
 * const [home = 0, away = 0] = event.facts.map(factValue);
 * ```
 */
export function factValue(fact: Fact): number {
  return fact.kind === 'present' ? fact.value : 0;
}
