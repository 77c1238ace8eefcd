/**
 * The part of JSON Schema (2020-12, the dialect of OpenAPI 3.1) that records are described with. Objects are always closed: a name that neither
 * `properties` nor `patternProperties` has is refused.
 */
export type JsonSchema = ScalarSchema | ListSchema | ObjectSchema;

export interface ScalarSchema {
  readonly type: ScalarType | readonly ScalarType[];
  readonly title?: string;
  readonly description?: string;
  /** Annotation only: the range stands in `minimum` and `maximum`. */
  readonly format?: 'int32' | 'int64' | 'byte';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  /** A JavaScript regular expression over the whole text. */
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
  readonly type: 'object';
  readonly title?: string;
  readonly description?: string;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  /** For maps: schemas of the values by a regular expression on the names. */
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties: false;
}

export type ScalarType = 'string' | 'integer' | 'number' | 'boolean' | 'null';
