import { errorOf, fieldPath, INVALID_RECORD, isError, type RecordFault, UNKNOWN_FIELD } from '@linesman/sdk/error';
import { checkSchema } from './checkSchema.js';
import { isObjectSchema, type JsonSchema, type ListSchema, type ObjectSchema } from './jsonSchema.js';

/** A fault in a value. */
export interface SchemaFault extends RecordFault {
  readonly code: typeof UNKNOWN_FIELD | typeof INVALID_RECORD;
}

/** All faults that `checkSchema` finds in a value, up to `most`. For values that it has refused. */
export function schemaFaults(schema: JsonSchema, value: unknown, most: number): SchemaFault[] {
  const faults: SchemaFault[] = [];
  for (const fault of faultsOf(schema, value, '$')) {
    if (faults.length === most) break;
    faults.push(fault);
  }
  return faults;
}

function* faultsOf(schema: JsonSchema, value: unknown, path: string): Generator<SchemaFault> {
  if (isObjectSchema(schema) && typeof value === 'object' && value !== null && !Array.isArray(value))
    yield* faultsOfObject(schema, value as Record<string, unknown>, path);
  else if (schema.type === 'array' && Array.isArray(value)) yield* faultsOfList(schema as ListSchema, value, path);
  else yield* faultOf(schema, value, path);
}

function* faultsOfObject(
  schema: ObjectSchema,
  object: Readonly<Record<string, unknown>>,
  path: string,
): Generator<SchemaFault> {
  for (const name of schema.required)
    if (!Object.hasOwn(object, name)) {
      const at = fieldPath(path, name);
      const { message } = errorOf(INVALID_RECORD, { problem: 'missing', path: at });
      yield { path: at, message, code: INVALID_RECORD };
    }
  for (const [name, inner] of Object.entries(object)) {
    const known = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (known) yield* faultsOf(known, inner, fieldPath(path, name));
    // For map keys and unknown names: checks this field as if it were the object's only one.
    else yield* faultOf({ ...schema, required: [] }, { [name]: inner }, path);
  }
}

function* faultsOfList(schema: ListSchema, list: readonly unknown[], path: string): Generator<SchemaFault> {
  yield* faultOf({ ...schema, items: ANYTHING }, list.length > 0 ? Array(list.length).fill(null) : list, path);
  for (const [i, item] of list.entries()) yield* faultsOf(schema.items, item, `${path}[${i}]`);
}

/** Stands for every item while the length of a list is checked. */
const ANYTHING: JsonSchema = { type: 'null' };

function* faultOf(schema: JsonSchema, value: unknown, path: string): Generator<SchemaFault> {
  try {
    checkSchema(schema, value, path);
  } catch (error) {
    if (!isError(error, UNKNOWN_FIELD, INVALID_RECORD)) throw error;
    const { number: code, message, context } = error;
    yield { path: context.path, message, code };
  }
}
