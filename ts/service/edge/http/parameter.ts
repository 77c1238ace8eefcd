import { I32_MAX, I32_MIN } from '@linesman/sdk/format';
import { type Fault, fault, shown } from '../fault.js';

/** The subset of JSON Schema (2020-12) that describes parameters. Both parsing and `/docs/openapi.yaml` use it. */
export type ParameterSchema =
  | {
      readonly type: 'integer';
      readonly format: 'int32' | 'int64';
      /** Default: the range of the format. */
      readonly minimum?: number;
      readonly maximum?: number;
    }
  | {
      readonly type: 'string';
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly enum?: readonly string[];
      /** A regular expression for the whole text. */
      readonly pattern?: string;
    }
  | {
      readonly type: 'array';
      readonly items: ParameterSchema;
      readonly minItems: number;
      readonly maxItems: number;
      readonly uniqueItems?: boolean;
    };

/** A parameter of an endpoint; `T` is the parsed type. */
export interface Parameter<T> {
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: ParameterSchema;
  /** Never set; carries the type. */
  readonly value?: T;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;
/** The same as entries, which are made once, since every request reads them. */
export type ParameterEntries = readonly (readonly [name: string, parameter: Parameter<unknown>])[];
export type ValuesOf<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};

export const INT32 = { type: 'integer', format: 'int32' } as const;
export const INT64 = { type: 'integer', format: 'int64' } as const;

const parameter = <T>(
  place: 'path' | 'query',
  required: boolean,
  schema: ParameterSchema,
  description: string,
): Parameter<T> => ({ in: place, required, schema, description });

export const pathInteger = (schema: ParameterSchema & { type: 'integer' }, description: string): Parameter<number> =>
  parameter('path', true, schema, description);

export const queryInteger = (schema: ParameterSchema & { type: 'integer' }, description: string): Parameter<number> =>
  parameter('query', true, schema, description);

export const optionalInteger = (
  schema: ParameterSchema & { type: 'integer' },
  description: string,
): Parameter<number | undefined> => parameter('query', false, schema, description);

export const queryText = (schema: ParameterSchema & { type: 'string' }, description: string): Parameter<string> =>
  parameter('query', true, schema, description);

export const optionalText = (
  schema: ParameterSchema & { type: 'string' },
  description: string,
): Parameter<string | undefined> => parameter('query', false, schema, description);

export const queryIntegers = (
  schema: ParameterSchema & { type: 'array' },
  description: string,
): Parameter<readonly number[]> => parameter('query', true, schema, description);

export const optionalIntegers = (
  schema: ParameterSchema & { type: 'array' },
  description: string,
): Parameter<readonly number[] | undefined> => parameter('query', false, schema, description);

export const optionalTexts = (
  { items, maxItems }: { readonly items: ParameterSchema & { type: 'string' }; readonly maxItems: number },
  description: string,
): Parameter<readonly string[] | undefined> =>
  parameter('query', false, { type: 'array', items, minItems: 1, maxItems, uniqueItems: true }, description);

/** Decoded texts by name; a repeated name has a list. */
export type Sent = Readonly<Record<string, unknown>>;

/** Parses all parameters. Returns the values, or all faults in the endpoint's order. */
export function readParameters<P extends Parameters>(
  parameters: ParameterEntries,
  path: Sent,
  query: Sent,
): { readonly values: ValuesOf<P>; readonly wrong: readonly Fault[] } {
  const values: Record<string, unknown> = {};
  const wrong: Fault[] = [];
  for (const [name, one] of parameters) {
    const place = one.in === 'path' ? path : query;
    const sent = Object.hasOwn(place, name) ? place[name] : undefined;
    if (sent === undefined && !one.required) continue;
    const value = typeof sent === 'string' ? parse(one.schema, sent) : undefined;
    if (value === undefined)
      wrong.push(fault(`${one.in} parameter ${name}`, ruleOf(one.schema), foundOf(one.schema, sent)));
    else values[name] = value;
  }
  return { values: values as ValuesOf<P>, wrong };
}

/** Parses a text; undefined if it does not fit the schema. */
export function parse(schema: ParameterSchema, text: string): unknown {
  switch (schema.type) {
    case 'integer':
      return parseInteger(schema, text);
    case 'string': {
      const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
      if (text.length < minLength || text.length > maxLength) return undefined;
      if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(text)) return undefined;
      return schema.enum && !schema.enum.includes(text) ? undefined : text;
    }
    case 'array': {
      const parts = text.split(',', schema.maxItems + 1);
      if (parts.length < schema.minItems || parts.length > schema.maxItems) return undefined;
      const items = parts.map((part) => parse(schema.items, part));
      if (items.includes(undefined)) return undefined;
      return schema.uniqueItems && new Set(items).size !== items.length ? undefined : items;
    }
  }
}

/** The values that a schema accepts, for refusals. */
function ruleOf(schema: ParameterSchema): string {
  switch (schema.type) {
    case 'integer': {
      const [lowest, highest] = RANGES[schema.format];
      return `an integer from ${schema.minimum ?? lowest} to ${schema.maximum ?? highest}`;
    }
    case 'string': {
      const { minLength = 0, maxLength } = schema;
      if (schema.enum) return schema.enum.join(' or ');
      if (schema.pattern !== undefined) return `text that fits ${schema.pattern}`;
      return maxLength === undefined ? 'text' : `${minLength} to ${maxLength} characters`;
    }
    case 'array':
      return `${schema.minItems} to ${schema.maxItems} ${schema.uniqueItems ? 'different ' : ''}${schema.items.type}s`;
  }
}

/** The value that was sent, for refusals. */
function foundOf(schema: ParameterSchema, sent: unknown): string {
  if (Array.isArray(sent)) return `sent ${sent.length} times`;
  if (typeof sent !== 'string') return shown(sent);
  if (schema.type === 'string' && !schema.enum && schema.pattern === undefined) return `${sent.length} given`;
  if (schema.type !== 'array') return shown(sent);
  const parts = sent.split(',');
  const unfit = parts.find((part) => parse(schema.items, part) === undefined);
  if (unfit !== undefined && parts.length <= schema.maxItems) return shown(unfit);
  if (parts.length < schema.minItems || parts.length > schema.maxItems) return `${parts.length} given`;
  return shown(sent);
}

const RANGES = {
  int32: [BigInt(I32_MIN), BigInt(I32_MAX)],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
} as const;

/** Accepts decimal digits with an optional minus sign and leading zeros; no plus, space, point or exponent. */
function parseInteger(schema: ParameterSchema & { type: 'integer' }, text: string): number | undefined {
  if (!/^-?\d{1,20}$/.test(text)) return undefined;
  // Exact as a number with up to 15 digits. `|| 0` turns −0 into 0.
  const value = text.length <= 15 ? Number(text) || 0 : BigInt(text);
  const [lowest, highest] = RANGES[schema.format];
  if (value < lowest || value > highest) return undefined;
  if (schema.minimum !== undefined && value < BigInt(schema.minimum)) return undefined;
  if (schema.maximum !== undefined && value > BigInt(schema.maximum)) return undefined;
  // Rounds integers beyond 2^53, but never to less than 2^53. Such ids do not exist, and such times are in the far
  // future.
  return Number(value);
}
