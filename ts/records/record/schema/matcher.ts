import { isWithin } from './bounded.js';
import {
  isNullable,
  isObjectSchema,
  type JsonSchema,
  type ListSchema,
  type ObjectSchema,
  type ScalarSchema,
  type ScalarType,
} from './jsonSchema.js';

/** Whether a value fits, without saying why not. */
export type Matcher = (value: unknown) => boolean;

const matchers = new WeakMap<JsonSchema, Matcher>();

/** The compiled check of a schema, cached. It avoids all look-ups in the schema and builds no paths. */
export function matcherOf(schema: JsonSchema): Matcher {
  const known = matchers.get(schema);
  if (known) return known;
  const made = make(schema);
  matchers.set(schema, made);
  return made;
}

function make(schema: JsonSchema): Matcher {
  if (schema.type === undefined) return () => true;
  if (isObjectSchema(schema)) return objectMatcher(schema);
  if (schema.type === 'array') return listMatcher(schema as ListSchema);
  return scalarMatcher(schema as ScalarSchema);
}

function objectMatcher(schema: ObjectSchema): Matcher {
  const { properties, required, patternProperties = {}, additionalProperties: isOpen } = schema;
  const fields = new Map(
    Object.entries(properties).map(([name, field]) => [
      name,
      { matches: matcherOf(field), isRequired: required.includes(name) },
    ]),
  );
  const isComplete = required.every((name) => fields.has(name));
  const count = required.length;
  const patterns = Object.entries(patternProperties).map(([pattern, field]) => ({
    regExp: new RegExp(pattern),
    matches: matcherOf(field),
  }));
  const ofPattern = (name: string): Matcher | undefined => {
    for (const { regExp, matches } of patterns) if (regExp.test(name)) return matches;
    return undefined;
  };
  return (value) => {
    if (value === null && isNullable(schema)) return true;
    if (!isComplete || typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    let found = 0;
    for (const name of Object.keys(value)) {
      const inner = (value as Readonly<Record<string, unknown>>)[name];
      const field = fields.get(name);
      const matches = field?.matches ?? ofPattern(name);
      if (!matches && isOpen) continue;
      if (!matches?.(inner)) return false;
      if (field?.isRequired) found++;
    }
    return found === count;
  };
}

function listMatcher({ items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: ListSchema): Matcher {
  const matches = matcherOf(items);
  return (value) =>
    Array.isArray(value) &&
    value.length >= minItems &&
    value.length <= maxItems &&
    value.every((item) => matches(item));
}

export const IS_TYPE: Readonly<Record<ScalarType, Matcher>> = {
  string: (value) => typeof value === 'string',
  // JSON numbers beyond 2^53 have already lost digits.
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

function scalarMatcher(schema: ScalarSchema): Matcher {
  const types = (typeof schema.type === 'string' ? [schema.type] : schema.type).map((type) => IS_TYPE[type]);
  const [only] = types;
  const isOfType = only && types.length === 1 ? only : (value: unknown) => types.some((is) => is(value));
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const { minLength = 0, maxLength } = schema;
  const values = schema.enum && new Set<unknown>(schema.enum);
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern);
  return (value) => {
    if (!isOfType(value) || (values && !values.has(value))) return false;
    if (typeof value === 'number') return value >= minimum && value <= maximum;
    if (typeof value === 'string')
      return value.length >= minLength && isWithin(value, maxLength) && (!pattern || pattern.test(value));
    return true;
  };
}
