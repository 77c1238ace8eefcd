import { NUMBERS, SENTENCES } from './table.js';

type RuleNumber = (typeof NUMBERS)[keyof typeof NUMBERS];

/** A rule of strict verification, as `crates/verifier/src/rule.rs` lists it. */
export interface RuleText {
  readonly number: RuleNumber;
  readonly name: string;
  /** The sentence that holds for a proof that passes. */
  readonly sentence: string;
  /** The group that it belongs to, in docs/rules.md. */
  readonly group: string;
}

/**
 * Every rule that a proof has to pass, by group.
 *
 * @example
 * ```ts
 * import { RULES } from '@linesman/sdk/proof';
 *
 * for (const { number, name, sentence } of RULES) console.log(number, name, sentence);
 * ```
 */
export const RULES: readonly RuleText[] = /* @__PURE__ */ Object.entries(SENTENCES).flatMap(([group, sentences]) =>
  Object.entries(sentences).map(([name, sentence]) => ({
    number: NUMBERS[name as keyof typeof NUMBERS],
    name,
    sentence,
    group,
  })),
);
