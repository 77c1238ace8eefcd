import { errorOf, INVALID_RECORD, type LinesmanError, type RecordFault } from '@linesman/sdk/error';
import { checkSchema } from './checkSchema.js';
import type { JsonSchema } from './jsonSchema.js';
import { matcherOf } from './matcher.js';
import { type SchemaFault, schemaFaults } from './schemaFaults.js';

/** Maximum number of faults listed for one record. */
export const MAX_FAULTS = 20;

/**
 * INVALID_RECORD errors, with a path, for rules that a schema cannot express. The schema may refuse the fields as well.
 */
export type Rules = (fields: Readonly<Record<string, unknown>>) => readonly LinesmanError[];

/**
 * Checks an incoming record against a schema and further rules. The error of a record with several faults lists them in
 * its text and, for programs, as `faults`. Errors: UNKNOWN_FIELD or INVALID_RECORD, according to the first fault.
 */
export function checkRecord(schema: JsonSchema, value: unknown, rules: Rules = () => []): void {
  const fits = matcherOf(schema)(value);
  const broken = typeof value === 'object' && value !== null ? rules(value as Record<string, unknown>) : [];
  if (fits && broken.length === 0) return;
  const bySchema: SchemaFault[] = fits ? [] : schemaFaults(schema, value, MAX_FAULTS + 1);
  const places = new Set(bySchema.map(({ path }) => path));
  // A value of the wrong type may also break a rule; that is one fault.
  const more = broken.filter(({ context }) => !places.has(String(context.path)));
  const all = [...bySchema, ...more.map(faultOfRule)];
  const [first] = all;
  if (!first) return;
  if (all.length === 1) {
    checkSchema(schema, value);
    throw more[0];
  }
  const faults = all.slice(0, MAX_FAULTS).map(({ path, message }): RecordFault => ({ path, message }));
  throw errorOf(first.code, { path: first.path, faults, areMore: all.length > MAX_FAULTS });
}

const faultOfRule = ({ message, context }: LinesmanError): SchemaFault => ({
  path: String(context.path),
  message,
  code: INVALID_RECORD,
});
