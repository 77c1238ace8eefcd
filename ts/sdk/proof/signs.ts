import { OBJECT } from '../format/optionKinds.js';
import { variantOf } from '../format/shape.js';
import type { BinaryExpression, Comparison, TraderPredicate } from '../format/strategy.js';

/**
 * Names, shapes and effects of the operators and comparisons of conditions. Nothing else distinguishes them. The
 * compiler reports an error at each shape and `satisfies` when one is added. Tables would make every bundle that
 * verifies larger.
 */

export type OperatorSign = '+' | '-';
type ComparisonSign = '>' | '<' | '==';

export const OPERATORS: Readonly<Record<OperatorSign, BinaryExpression>> = { '+': { add: {} }, '-': { subtract: {} } };
export const COMPARISONS: Readonly<Record<ComparisonSign, Comparison>> = {
  '>': { greaterThan: {} },
  '<': { lessThan: {} },
  '==': { equalTo: {} },
};

/** The shapes of an operator and of a comparison in a strategy. */
export const OPERATION = /* @__PURE__ */ variantOf<BinaryExpression>({ add: OBJECT, subtract: OBJECT });
export const COMPARISON = /* @__PURE__ */ variantOf<Comparison>({
  greaterThan: OBJECT,
  lessThan: OBJECT,
  equalTo: OBJECT,
});

/** Whether a text is the sign of an operator. */
export const isOperator = (text: string): text is OperatorSign => Object.hasOwn(OPERATORS, text);

export function operatorSign(op: BinaryExpression): OperatorSign {
  if ('add' in op) return '+';
  op satisfies { readonly subtract: object };
  return '-';
}

export function comparisonSign(comparison: Comparison): ComparisonSign {
  if ('greaterThan' in comparison) return '>';
  if ('lessThan' in comparison) return '<';
  comparison satisfies { readonly equalTo: object };
  return '==';
}

/** The result of an operator, as a double. */
export function combined(a: number, op: BinaryExpression, b: number): number {
  if ('add' in op) return a + b;
  op satisfies { readonly subtract: object };
  return a - b;
}

/** Compares a value with the threshold. */
export function meets(value: number, { threshold, comparison }: TraderPredicate): boolean {
  if ('greaterThan' in comparison) return value > threshold;
  if ('lessThan' in comparison) return value < threshold;
  comparison satisfies { readonly equalTo: object };
  return value === threshold;
}
