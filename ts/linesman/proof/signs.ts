import type { BinaryExpression, Comparison } from '../format/index.js';

/** The signs of conditions as text, and what they stand for. */

export const OPERATORS: Readonly<Record<'+' | '-', BinaryExpression>> = { '+': { add: {} }, '-': { subtract: {} } };
export const COMPARISONS: Readonly<Record<'>' | '<' | '==', Comparison>> = {
  '>': { greaterThan: {} },
  '<': { lessThan: {} },
  '==': { equalTo: {} },
};

export function operatorSign(op: BinaryExpression): keyof typeof OPERATORS {
  if ('add' in op) return '+';
  // The compiler stops here when an operator is added.
  op satisfies { readonly subtract: object };
  return '-';
}

export function comparisonSign(comparison: Comparison): keyof typeof COMPARISONS {
  if ('greaterThan' in comparison) return '>';
  if ('lessThan' in comparison) return '<';
  comparison satisfies { readonly equalTo: object };
  return '==';
}
