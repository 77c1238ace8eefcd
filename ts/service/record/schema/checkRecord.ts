import { errorOf, LinesmanError, type RecordFault } from 'linesman/error';
import { checkSchema } from './checkSchema.js';
import type { JsonSchema } from './jsonSchema.js';
import { schemaFaults } from './schemaFaults.js';

/** Maximum number of faults listed for one record. */
export const MOST_FAULTS = 20;

/**
 * `checkSchema` for an incoming record. The error lists all further faults in its text and, for programs, as `faults`.
 * Errors: UNKNOWN_FIELD or INVALID_RECORD, according to the first fault.
 */
export function checkRecord(schema: JsonSchema, value: unknown): void {
  try {
    checkSchema(schema, value);
  } catch (error) {
    throw error instanceof LinesmanError ? withAllFaults(error, schema, value) : error;
  }
}

function withAllFaults(error: LinesmanError, schema: JsonSchema, value: unknown): LinesmanError {
  const found = schemaFaults(schema, value, MOST_FAULTS + 1);
  const [first, second] = found;
  if (!first || !second) return error;
  const faults = found.slice(0, MOST_FAULTS).map(({ path, message }): RecordFault => ({ path, message }));
  return errorOf(first.code, { path: first.path, faults, areMore: found.length > MOST_FAULTS });
}
