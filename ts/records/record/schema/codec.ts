import { I32_MAX, I32_MIN } from '@linesman/sdk/format';
import type { Form } from './form.js';
import type { JsonSchema, ObjectSchema } from './jsonSchema.js';

/** A value type: its schema and its encoding in each form. The snapshot form is the value itself. */
export interface Codec<T> {
  schema(form: Form): JsonSchema;
  encode(value: T, form: Form): unknown;
  /** A value of the form with the names of the snapshot form. Fields that the form lacks stay unchanged. */
  renamed(value: unknown, form: Form): unknown;
}

export type TypeOf<C> = C extends Codec<infer T> ? T : never;

const itself = <T>(value: T): T => value;

/** The encoding is the same in every form. */
const plain = <T>(schema: JsonSchema): Codec<T> => ({ schema: () => schema, encode: itself, renamed: itself });

/**
 * The encoding of a list or map: the value itself if its items are plain. A record has hundreds of stats, and most
 * records have those of the record before, so copies would take most of a match's memory.
 */
const encodingOf = <T, V>(item: Codec<T>, each: (values: V, form: Form) => unknown): Codec<V>['encode'] =>
  item.encode === itself ? itself : each;

export const int32: Codec<number> = plain({ type: 'integer', format: 'int32', minimum: I32_MIN, maximum: I32_MAX });
/** An int32 from 1: ids of fixtures, teams, players and the like. */
export const positiveInt32: Codec<number> = plain({ type: 'integer', format: 'int32', minimum: 1, maximum: I32_MAX });
/** An int32 from 0: counters. */
export const count: Codec<number> = plain({ type: 'integer', format: 'int32', minimum: 0, maximum: I32_MAX });
/** An int64, limited to the range in which JSON numbers are exact. */
export const int64: Codec<number> = plain({
  type: 'integer',
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
});
/** Unix time in ms. */
export const time: Codec<number> = plain({
  type: 'integer',
  format: 'int64',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
});
export const bool: Codec<boolean> = plain({ type: 'boolean' });
export const text: Codec<string> = plain({ type: 'string', minLength: 1 });

/** A text that matches a pattern. */
export const textLike = (pattern: string): Codec<string> => plain({ type: 'string', pattern });

/** One of several texts. */
export const oneOf = <const T extends string>(...values: readonly T[]): Codec<T> =>
  plain({ type: 'string', enum: values });

/** One of several integers. */
export const oneOfNumbers = <const T extends number>(...values: readonly T[]): Codec<T> =>
  plain({ type: 'integer', enum: values });

export const list = <T>(item: Codec<T>): Codec<readonly T[]> => ({
  schema: (form) => ({ type: 'array', items: item.schema(form) }),
  encode: encodingOf(item, (values, form) => values.map((value) => item.encode(value, form))),
  renamed: (values, form) => (Array.isArray(values) ? values.map((value) => item.renamed(value, form)) : values),
});

/** Values by name; `pattern` must match the whole name. */
export const mapOf = <T>(pattern: string, item: Codec<T>): Codec<Readonly<Record<string, T>>> => ({
  schema: (form) => ({
    type: 'object',
    properties: {},
    required: [],
    patternProperties: { [pattern]: item.schema(form) },
    additionalProperties: false,
  }),
  encode: encodingOf(item, (values, form) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, item.encode(value, form)])),
  ),
  renamed: (values, form) =>
    isObject(values)
      ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, item.renamed(value, form)]))
      : values,
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of a field in forms other than snapshot; `null` if the form lacks the field. */
export type Names = Readonly<Partial<Record<Form, string | null>>>;

export interface Field<T, Required extends boolean = boolean> {
  readonly codec: Codec<T>;
  readonly required: Required;
  readonly names: Names;
}

/** A required field. */
export const required = <T>(codec: Codec<T>, names: Names = {}): Field<T, true> => ({ codec, required: true, names });
/** An optional field. */
export const optional = <T>(codec: Codec<T>, names: Names = {}): Field<T, false> => ({ codec, required: false, names });

/** Fields by snapshot name, in the order of writing. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The TypeScript type of an object with these fields. */
export type Shape<F extends Fields> = {
  readonly [K in keyof F as F[K]['required'] extends true ? K : never]: TypeOf<F[K]['codec']>;
} & {
  readonly [K in keyof F as F[K]['required'] extends true ? never : K]?: TypeOf<F[K]['codec']>;
};

/** The codec of an object, which knows the name of a field in each form. */
export interface ObjectCodec<T> extends Codec<T> {
  /** `key`: the name in the snapshot form. */
  nameOf(key: string, form: Form): string;
}

/** A closed object. */
export function object<F extends Fields>(fields: F, options: ObjectOptions = {}): ObjectCodec<Shape<F>> {
  const { title, rename = {}, spellings = {} } = options;
  const rowsOf = (form: Form) => Object.entries(fields).flatMap(([key, field]) => rowOf(key, field, form));
  const rows: Readonly<Record<Form, readonly Row[]>> = {
    snapshot: rowsOf('snapshot'),
    historical: rowsOf('historical'),
    observed: rowsOf('observed'),
  };

  function rowOf(key: string, field: Field<unknown>, form: Form): Row[] {
    const given = field.names[form];
    if (given === null) return [];
    return [{ key, name: given ?? rename[form]?.(key) ?? key, codec: field.codec, required: field.required }];
  }

  const untitled = (form: Form): ObjectSchema => ({
    type: 'object',
    properties: Object.fromEntries(rows[form].map(({ name, codec }) => [name, codec.schema(form)])),
    required: rows[form].filter((row) => row.required).map(({ name }) => name),
    additionalProperties: false,
  });

  /** A title identifies a schema, so forms with different schemas have different titles. */
  function schemaOf(form: Form): ObjectSchema {
    const schema = untitled(form);
    if (!title) return schema;
    const differs = JSON.stringify(schema) !== JSON.stringify(untitled('snapshot'));
    return { ...schema, title: differs ? TITLE_PREFIX[form] + title : title };
  }

  // Schemas are cached because every incoming record is checked.
  const schemas = new Map<Form, ObjectSchema>();

  /** Fields by name in a form, second spellings included. */
  const named = (form: Form): ReadonlyMap<string, Row> =>
    new Map([
      ...rows[form].flatMap((row) => (spellings[form] ? [[spellings[form](row.name), row] as const] : [])),
      ...rows[form].map((row) => [row.name, row] as const),
    ]);
  const byName = { snapshot: named('snapshot'), historical: named('historical'), observed: named('observed') };

  return {
    nameOf: (key, form) => rows[form].find((row) => row.key === key)?.name ?? key,
    renamed: (value, form) => {
      if (!isObject(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => {
          const row = byName[form].get(name);
          if (!row) return [name, inner];
          // If both spellings are present, the second is a separate field.
          const isTwice = name !== row.name && (Object.hasOwn(value, row.name) || Object.hasOwn(value, row.key));
          return [isTwice ? name : row.key, row.codec.renamed(inner, form)];
        }),
      );
    },
    schema: (form) => {
      const schema = schemas.get(form) ?? schemaOf(form);
      schemas.set(form, schema);
      return schema;
    },
    encode: (value, form) => {
      const out: Record<string, unknown> = {};
      for (const { key, name, codec } of rows[form]) {
        const field = (value as Readonly<Record<string, unknown>>)[key];
        if (field !== undefined) out[name] = codec.encode(field, form);
      }
      return out;
    },
  };
}

const TITLE_PREFIX: Readonly<Record<Form, string>> = { snapshot: '', historical: 'Historical', observed: 'Observed' };

export interface ObjectOptions {
  /** Title of the snapshot form; other forms that differ get the prefix `Historical` or `Observed`. */
  readonly title?: string;
  /** The spelling, in each form, of field names that are not given explicitly. */
  readonly rename?: Readonly<Partial<Record<Form, (name: string) => string>>>;
  /** Other spellings that senders of a form use. They are read, never written. */
  readonly spellings?: Readonly<Partial<Record<Form, (name: string) => string>>>;
}

interface Row {
  readonly key: string;
  readonly name: string;
  readonly codec: Codec<unknown>;
  readonly required: boolean;
}
