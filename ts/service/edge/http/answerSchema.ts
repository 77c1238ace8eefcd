import type { Wire } from '../answer/wire.js';

/** A schema with a title, under which it becomes a component of the OpenAPI document. */
export type Titled = object & { readonly title: string };

interface Scalars {
  readonly string: string;
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
  readonly null: null;
}

type OfType<T, S> = T extends 'array'
  ? readonly (S extends { readonly items: infer I } ? TypeOf<I> : unknown)[]
  : T extends keyof Scalars
    ? Scalars[T]
    : unknown;

/** The values that fit a schema which is written as a constant. */
export type TypeOf<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly oneOf: readonly (infer O)[] }
      ? TypeOf<O>
      : S extends { readonly type: 'object'; readonly properties: infer P }
        ? { readonly [K in keyof P]: TypeOf<P[K]> }
        : S extends { readonly type: readonly (infer T)[] }
          ? OfType<T, S>
          : S extends { readonly type: infer T }
            ? OfType<T, S>
            : unknown;

/** An object with these fields and no others. */
export const closed = <const T extends string, const P extends Readonly<Record<string, object>>>(
  title: T,
  properties: P,
) =>
  ({
    type: 'object',
    title,
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }) as const;

/** The schema of an answer in each wire; `T` is the type of the answer. */
export type AnswerSchema<T = unknown> = Readonly<Record<Wire, Titled>> & {
  /** Never set; carries the type. */
  readonly value?: T;
};

/** An answer that is the same in both wires: its type, its check in tests, and its part of the document. */
export const inBoth = <const S extends Titled>(schema: S): AnswerSchema<TypeOf<S>> => ({
  described: schema,
  observed: schema,
});

/** An answer that differs between the wires. */
export const inEach = (schemaOn: (wire: Wire) => object): AnswerSchema => ({
  described: schemaOn('described') as Titled,
  observed: schemaOn('observed') as Titled,
});

// Parts of answers.

export const AMOUNT = { type: 'number', minimum: 0 } as const;
export const TIME = { type: 'integer', format: 'int64', minimum: 0, description: 'Unix time, ms.' } as const;
export const BASE58_KEY = { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' } as const;
export const I32 = { type: 'integer', format: 'int32' } as const;
export const COUNT = { ...I32, minimum: 0 } as const;
export const TIME_OR_NULL = { ...TIME, type: ['integer', 'null'] } as const;
export const orNull = <const S extends object>(schema: S) => ({ oneOf: [schema, { type: 'null' }] }) as const;
