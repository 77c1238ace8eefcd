import type { AnswerObject } from '@linesman/sdk/internal/client/answerPart';
import type { Wire } from '../answer/wire.js';

/** A schema with a title, under which it becomes a component of the OpenAPI document. */
export type Titled = object & { readonly title: string };

/** An object with these fields and no others. */
export const closed = <P extends Readonly<Record<string, object>>>(title: string, properties: P) => ({
  type: 'object' as const,
  title,
  properties,
  required: Object.keys(properties),
  additionalProperties: false as const,
});

/** The schema of an answer in each wire; `T` is the type of the answer. */
export type AnswerSchema<T = unknown> = Readonly<Record<Wire, Titled>> & {
  /** Never set; carries the type. */
  readonly value?: T;
};

/** An answer that is the same in both wires. */
export const inBoth = <T>(schema: Titled | (Titled & Readonly<Record<string, unknown>>)): AnswerSchema<T> => ({
  described: schema,
  observed: schema,
});

/** An answer that differs between the wires. */
export const inEach = (schemaOn: (wire: Wire) => object): AnswerSchema => ({
  described: schemaOn('described') as Titled,
  observed: schemaOn('observed') as Titled,
});

/** An answer that clients read by the same parts; `texts` describe its fields. */
export const answerOf = <W>({ schema }: AnswerObject<W, unknown>, texts: Texts<W> = {}): AnswerSchema<W> =>
  inBoth(explained(schema, texts) as Titled);

/** Descriptions of fields. That of a field with fields of its own is under the empty name. */
type Texts<W> = { readonly [K in keyof W]?: Text<NonNullable<W[K]>> } & { readonly ''?: string };
type Text<V> = string | (V extends readonly (infer E)[] ? Texts<E> : V extends object ? Texts<V> : never);
type AnyText = string | { readonly [name: string]: AnyText };

type AnySchema = Readonly<Record<string, unknown>>;
interface Inner {
  readonly title?: string;
  readonly properties?: Readonly<Record<string, AnySchema>>;
  readonly items?: AnySchema;
  readonly oneOf?: readonly AnySchema[];
}

function explained(schema: AnySchema, text: AnyText = {}): object {
  const { '': own, ...texts } = typeof text === 'string' ? { '': text } : text;
  const { title = '', properties, items, oneOf }: Inner = schema;
  const inside = Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, one]) => [name, explained(one, texts[name])]),
  );
  return {
    ...(properties ? closed(title, inside) : schema),
    ...(items && { items: explained(items, texts) }),
    ...(oneOf && { oneOf: oneOf.map((one) => explained(one, texts)) }),
    ...(own !== undefined && { description: own }),
  };
}
