import type { StatKey } from '../format/index.js';

/** What a proof says about one stat. An absent stat (value 0 by the zero map) has no period: a zero proof does not bind one. */
export type Fact =
  | { readonly kind: 'present'; readonly key: StatKey; readonly value: number; readonly period: number }
  | { readonly kind: 'absent'; readonly key: StatKey };

/** The value that predicates see. */
export function factValue(fact: Fact): number {
  return fact.kind === 'present' ? fact.value : 0;
}
