import type { JsonSchema, ListSchema, ObjectSchema } from './jsonSchema.js';
import { matcherOf } from './matcher.js';

/**
 * The part of a value that a closed schema describes: fields that the schema lacks and optional fields that do not fit
 * are left out. `undefined` if a required part is missing or does not fit.
 */
export function fitted(schema: JsonSchema, value: unknown): unknown {
  if (matcherOf(schema)(value)) return value;
  if (schema.type === 'object') return fittedObject(schema as ObjectSchema, value);
  if (schema.type === 'array') return fittedList(schema as ListSchema, value);
  return undefined;
}

function fittedObject({ properties, patternProperties = {}, required }: ObjectSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const patterns = Object.entries(patternProperties).map(([pattern, inner]) => [new RegExp(pattern), inner] as const);
  const found = Object.entries(value).flatMap(([name, inner]) => {
    const schema = Object.hasOwn(properties, name)
      ? properties[name]
      : patterns.find(([pattern]) => pattern.test(name))?.[1];
    const part = schema && fitted(schema, inner);
    return part === undefined ? [] : [[name, part] as const];
  });
  const object = Object.fromEntries(found);
  return required.every((name) => Object.hasOwn(object, name)) ? object : undefined;
}

/** Lists are all or nothing: without one of its items, a list would say something else. */
function fittedList(schema: ListSchema, value: unknown): unknown {
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item: unknown) => fitted(schema.items, item));
  return matcherOf(schema)(items) ? items : undefined;
}
