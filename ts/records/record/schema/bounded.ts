import { isObjectSchema, type JsonSchema, type ListSchema, type ScalarSchema } from './jsonSchema.js';

/** Maximum characters of a text that a record is read for: names are shown, indexed and drawn. */
export const LONGEST_TEXT = 200;

/** Control characters, line separators, and embeddings, overrides and isolates of the direction of writing. */
const PLAIN = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$';

const bounds = new WeakMap<JsonSchema, JsonSchema>();

/**
 * The schema for records that come in: texts have at most 200 characters, and none that would change how what is beside
 * them is shown. Stored records are read by the schema itself, because names are in leaves and stay as they are.
 */
export function bounded<S extends JsonSchema>(schema: S): S {
  const known = bounds.get(schema) ?? boundedOf(schema);
  bounds.set(schema, known);
  return known as S;
}

function boundedOf(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined) return schema;
  if (schema.type === 'array') return { ...schema, items: bounded((schema as ListSchema).items) };
  const ofEach = (all: Readonly<Record<string, JsonSchema>>) =>
    Object.fromEntries(Object.entries(all).map(([name, inner]) => [name, bounded(inner)]));
  if (isObjectSchema(schema)) {
    const { properties, patternProperties } = schema;
    return {
      ...schema,
      properties: ofEach(properties),
      ...(patternProperties && { patternProperties: ofEach(patternProperties) }),
    };
  }
  const { type, enum: values, pattern = PLAIN } = schema as ScalarSchema;
  return [type].flat().includes('string') && !values ? { ...schema, maxLength: LONGEST_TEXT, pattern } : schema;
}

/** Whether a text has at most this many characters. */
export const isWithin = (text: string, most = Number.POSITIVE_INFINITY): boolean =>
  text.length <= most || (text.length <= 2 * most && [...text].length <= most);

/** What a text that does not fit a pattern should be. */
export const formText = (pattern: string): string =>
  pattern === PLAIN ? 'a text without control characters and changes of direction' : `of the form ${pattern}`;
