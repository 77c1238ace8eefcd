/**
 * The subset of JSON Schema (2020-12, the dialect of OpenAPI 3.1) that describes records. Objects are closed, except
 * in the observed form of incoming records: names outside `properties` and `patternProperties` are refused.
 */
export type JsonSchema = ScalarSchema | ListSchema | ObjectSchema | AnySchema;

/** Any value. */
export interface AnySchema {
  readonly type?: undefined;
  readonly title?: string;
  readonly description?: string;
}

export interface ScalarSchema {
  readonly type: ScalarType | readonly ScalarType[];
  readonly title?: string;
  readonly description?: string;
  /** Annotation only; `minimum` and `maximum` hold the range. */
  readonly format?: 'int32' | 'int64' | 'byte';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  /** In Unicode characters. */
  readonly maxLength?: number;
  /** A JavaScript regular expression for the whole text. */
  readonly pattern?: string;
  readonly enum?: readonly (string | number | null)[];
}

export interface ListSchema {
  readonly type: 'array';
  readonly title?: string;
  readonly description?: string;
  readonly items: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface ObjectSchema {
  readonly type: 'object' | readonly ['object', 'null'];
  readonly title?: string;
  readonly description?: string;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  /** For maps: schemas of the values, by a regular expression for the names. */
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties: boolean;
}

export const isObjectSchema = (schema: JsonSchema): schema is ObjectSchema =>
  schema.type === 'object' || schema.type?.[0] === 'object';

/** Whether the schema of an object allows null as well. */
export const isNullable = ({ type }: ObjectSchema): boolean => type !== 'object';

export type ScalarType = 'string' | 'integer' | 'number' | 'boolean' | 'null';
