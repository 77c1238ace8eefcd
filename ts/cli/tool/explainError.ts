import {
  ERRORS,
  EVENT_NOT_ACTIVE,
  fail,
  INVALID_TERMS,
  MALFORMED_RESPONSE,
  NOT_AN_ERROR_NUMBER,
  UNKNOWN_ERROR,
} from '@linesman/sdk/error';

export interface ExplainedError {
  readonly number: number;
  readonly name: string;
  /** The source of the number. */
  readonly program: string;
  readonly sentence: string;
  readonly hint: string;
}

/** By the first number of each range. */
const SOURCES: readonly (readonly [from: number, source: string])[] = [
  [MALFORMED_RESPONSE, 'linesman (TypeScript)'],
  [INVALID_TERMS, 'settlement program'],
  [EVENT_NOT_ACTIVE, 'oracle program, and the verifiers'],
  [0, 'Anchor, in either program'],
];

/** The meaning of an error number, decimal, or hexadecimal as in logs. Errors: NOT_AN_ERROR_NUMBER, UNKNOWN_ERROR. */
export function explainError(text: string): ExplainedError {
  if (!/^(\d{1,10}|0x[0-9a-f]{1,8})$/i.test(text)) return fail(NOT_AN_ERROR_NUMBER, { value: text });
  const number = Number(text);
  const known = ERRORS.get(number);
  if (!known) return fail(UNKNOWN_ERROR, { number });
  const source = SOURCES.find(([from]) => number >= from)?.[1] ?? '';
  return { number, name: known.name, program: source, sentence: known.sentence, hint: known.hint };
}
