import { type ErrorNumber, LinesmanError } from '../../../error/index.js';
import { checkSchema } from './checkSchema.js';
import type { JsonSchema } from './jsonSchema.js';
import { schemaFaults } from './schemaFaults.js';

/** Faults of one record that are named. */
export const MOST_FAULTS = 20;
/** Characters that the others may add to the sentence about the first. */
const ROOM = 600;

/**
 * `checkSchema` for a record that comes in: its error also says what else is wrong, in its sentence and, as `faults`, for programs. Errors:
 * 7004, 7031, of the first fault.
 */
export function checkRecord(schema: JsonSchema, value: unknown): void {
  try {
    checkSchema(schema, value);
  } catch (error) {
    throw error instanceof LinesmanError ? withAllFaults(error, schema, value) : error;
  }
}

function withAllFaults(error: LinesmanError, schema: JsonSchema, value: unknown): LinesmanError {
  const faults = schemaFaults(schema, value, MOST_FAULTS + 1);
  if (faults.length < 2) return error;
  const named = faults.slice(0, MOST_FAULTS).map(({ path, message }) => ({ path, message }));
  const { number, message, hint, context } = error;
  return new LinesmanError(number as ErrorNumber, {
    message: `${message} ${others(named, message, faults.length > MOST_FAULTS)}`,
    hint,
    path: context.path,
    faults: named,
  });
}

function others(faults: readonly { readonly message: string }[], first: string, areMore: boolean): string {
  const rest = faults.map(({ message }) => message).filter((message) => message !== first);
  let text = 'Also:';
  let shown = 0;
  for (const message of rest) {
    if (text.length + message.length > ROOM) break;
    text += ` ${message}`;
    shown++;
  }
  const left = rest.length - shown;
  if (left === 0 && !areMore) return text;
  return `${text} And ${left === 0 ? 'more' : `${left}${areMore ? ' or more' : ''} others`}.`;
}
