import type { JsonSchema, ListSchema, ObjectSchema, ScalarSchema } from './jsonSchema.js';

/**
 * The schema of records as foreign feeds send them: required fields and those in `exact` are as in the closed schema,
 * every other known field only has its JSON type, and unknown fields are allowed.
 */
export function opened(schema: ObjectSchema, exact: readonly string[]): ObjectSchema {
  const strict = new Set([...schema.required, ...exact]);
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, strict.has(name) ? field : loosened(field)]),
    ),
    additionalProperties: true,
  };
}

function loosened(schema: JsonSchema): JsonSchema {
  if (schema.type === 'object') return loosenedObject(schema as ObjectSchema);
  if (schema.type === 'array') return { type: 'array', items: loosened((schema as ListSchema).items) };
  return { type: (schema as ScalarSchema).type };
}

function loosenedObject({ properties, patternProperties }: ObjectSchema): ObjectSchema {
  const open = (fields: Readonly<Record<string, JsonSchema>>) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, loosened(field)]));
  return {
    type: 'object',
    properties: open(properties),
    ...(patternProperties && { patternProperties: open(patternProperties) }),
    required: [],
    additionalProperties: true,
  };
}
