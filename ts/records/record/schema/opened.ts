import type { JsonSchema, ObjectSchema } from './jsonSchema.js';

/**
 * The schema of records from foreign feeds: required fields are as in the closed schema, and those in `read` have the
 * schema given there. Every other known field may have any type, and unknown fields are allowed, because these are not
 * read and are stored as sent.
 */
export function opened(
  { properties, ...schema }: ObjectSchema,
  read: Readonly<Record<string, JsonSchema>>,
): ObjectSchema {
  const fields = Object.entries(properties).map(([name, field]): [string, JsonSchema] => [
    name,
    schema.required.includes(name) ? field : {},
  ]);
  return { ...schema, properties: { ...Object.fromEntries(fields), ...read }, additionalProperties: true };
}
