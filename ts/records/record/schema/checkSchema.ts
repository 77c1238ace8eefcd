import { fail, fieldPath, INVALID_RECORD, UNKNOWN_FIELD } from '@linesman/sdk/error';
import { formText, isWithin } from './bounded.js';
import {
  isNullable,
  isObjectSchema,
  type JsonSchema,
  type ListSchema,
  type ObjectSchema,
  type ScalarSchema,
  type ScalarType,
} from './jsonSchema.js';
import { IS_TYPE, matcherOf } from './matcher.js';

/**
 * Checks a JSON value against a schema. Errors name the place (`$.Clock.seconds`): UNKNOWN_FIELD when the schema lacks
 * a field, INVALID_RECORD otherwise.
 */
export function checkSchema(schema: JsonSchema, value: unknown, path = '$'): void {
  if (!matcherOf(schema)(value)) explain(schema, value, path);
}

/** Locates the fault. Separate from the matcher, which is fast because it tracks no paths. */
function explain(schema: JsonSchema, value: unknown, path: string): void {
  if (schema.type === undefined) return;
  if (isObjectSchema(schema)) checkObject(schema, value, path);
  else if (schema.type === 'array') checkList(schema as ListSchema, value, path);
  else checkScalar(schema as ScalarSchema, value, path);
}

function wrong(value: unknown, path: string, expected: string): never {
  return fail(INVALID_RECORD, { problem: 'wrong value', path, value, expected });
}

const missing = (path: string): never => fail(INVALID_RECORD, { problem: 'missing', path });

function checkObject(schema: ObjectSchema, value: unknown, path: string): void {
  if (value === null && isNullable(schema)) return;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) wrong(value, path, 'an object');
  const object = value as Record<string, unknown>;
  for (const name of schema.required) {
    if (!Object.hasOwn(object, name)) missing(fieldPath(path, name));
  }
  for (const [name, field] of Object.entries(object)) {
    const at = fieldPath(path, name);
    const known = schemaOfField(schema, name);
    if (known) explain(known, field, at);
    else if (!schema.additionalProperties) fail(UNKNOWN_FIELD, { problem: 'unknown', path: at });
  }
}

function schemaOfField(schema: ObjectSchema, name: string): JsonSchema | undefined {
  // Not `properties[name]`, because a field called "constructor" would be found there.
  if (Object.hasOwn(schema.properties, name)) return schema.properties[name];
  return Object.entries(schema.patternProperties ?? {}).find(([pattern]) => new RegExp(pattern).test(name))?.[1];
}

function checkList(schema: ListSchema, value: unknown, path: string): void {
  if (!Array.isArray(value)) wrong(value, path, 'a list');
  const { length } = value;
  const { minItems: minimum = 0, maxItems: maximum = Number.POSITIVE_INFINITY } = schema;
  if (length < minimum || length > maximum)
    fail(INVALID_RECORD, { problem: 'wrong length', path, length, minimum, maximum });
  value.forEach((item: unknown, i) => {
    explain(schema.items, item, `${path}[${i}]`);
  });
}

function checkScalar(schema: ScalarSchema, value: unknown, path: string): void {
  const types: readonly ScalarType[] = typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (!types.some((type) => IS_TYPE[type](value))) wrong(value, path, types.join(' or '));
  if (schema.enum && !schema.enum.includes(value as string)) wrong(value, path, `one of ${schema.enum.join(', ')}`);
  if (typeof value === 'number') {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
    if (value < minimum || value > maximum) wrong(value, path, `from ${minimum} to ${maximum}`);
  }
  if (typeof value === 'string') {
    if (value.length < (schema.minLength ?? 0)) wrong(value, path, `at least ${schema.minLength} characters long`);
    if (!isWithin(value, schema.maxLength)) wrong(value, path, `at most ${schema.maxLength} characters long`);
    if (schema.pattern && !new RegExp(schema.pattern).test(value)) wrong(value, path, formText(schema.pattern));
  }
}
