import { errorOf, LinesmanError, type RecordFault } from 'linesman/error';
import { checkSchema } from './checkSchema.js';
import type { JsonSchema } from './jsonSchema.js';
import { schemaFaults } from './schemaFaults.js';

/** Faults of one record that are named. */
export const MOST_FAULTS = 20;

/**
 * `checkSchema` for a record that comes in: its error also says what else is wrong, in its sentence and, as `faults`,
 * for programs. Errors: UNKNOWN_FIELD or INVALID_RECORD, whichever the first fault is.
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
