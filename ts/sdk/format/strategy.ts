import type { Schema } from './borsh.js';

/** A strict comparison of i32 values. */
export type Comparison =
  | { readonly greaterThan: object }
  | { readonly lessThan: object }
  | { readonly equalTo: object };
export type BinaryExpression = { readonly add: object } | { readonly subtract: object };

export interface TraderPredicate {
  readonly threshold: number;
  readonly comparison: Comparison;
}

/** A condition on one or two stats. An index is the position of a proven stat, from 0. */
export type StatPredicate =
  | { readonly single: { readonly index: number; readonly predicate: TraderPredicate } }
  | {
      readonly binary: {
        readonly indexA: number;
        readonly indexB: number;
        readonly op: BinaryExpression;
        readonly predicate: TraderPredicate;
      };
    };

export interface GeometricTarget {
  readonly statIndex: number;
  readonly prediction: number;
}

/** Conditions that must all hold. Shape and names are those of the instruction argument in Anchor's client. */
export interface NDimensionalStrategy {
  readonly geometricTargets: readonly GeometricTarget[];
  readonly distancePredicate: TraderPredicate | null;
  readonly discretePredicates: readonly StatPredicate[];
}

const unit: Schema = { struct: {} };

export const COMPARISON_SCHEMA: Schema = {
  enum: [{ struct: { greaterThan: unit } }, { struct: { lessThan: unit } }, { struct: { equalTo: unit } }],
};
export const BINARY_EXPRESSION_SCHEMA: Schema = {
  enum: [{ struct: { add: unit } }, { struct: { subtract: unit } }],
};
export const TRADER_PREDICATE_SCHEMA: Schema = { struct: { threshold: 'i32', comparison: COMPARISON_SCHEMA } };
export const STAT_PREDICATE_SCHEMA: Schema = {
  enum: [
    { struct: { single: { struct: { index: 'u8', predicate: TRADER_PREDICATE_SCHEMA } } } },
    {
      struct: {
        binary: {
          struct: { indexA: 'u8', indexB: 'u8', op: BINARY_EXPRESSION_SCHEMA, predicate: TRADER_PREDICATE_SCHEMA },
        },
      },
    },
  ],
};
export const STRATEGY_SCHEMA: Schema = {
  struct: {
    geometricTargets: { array: { type: { struct: { statIndex: 'u8', prediction: 'i32' } } } },
    distancePredicate: { option: TRADER_PREDICATE_SCHEMA },
    discretePredicates: { array: { type: STAT_PREDICATE_SCHEMA } },
  },
};
