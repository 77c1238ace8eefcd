import { MAX_FAULTS, RECORD_FORMS, type RecordForm } from '@linesman/records';
import {
  clipped,
  ERRORS,
  type ErrorNumber,
  fail,
  INTAKE_LOST,
  LinesmanError,
  relayed,
  UNKNOWN_ERROR,
} from '@linesman/sdk/error';
import { type LineResult, pathOf } from '../ingest/ingestLines.js';
import { type IntakeRules, ON_REFUSAL, type OnRefusal } from '../ingest/intake.js';
import type { StoredLine } from '../ingest/recordTaker.js';

/** The answer to a non-empty line, as one line of JSON. */
export function answerLine({ line, result }: LineResult): string {
  if (result instanceof LinesmanError)
    return `${JSON.stringify({ line, status: 'refused', error: errorJson(result) })}\n`;
  const { fixtureId, seq, ts } = result.record;
  const { status, form, unfit = [], missing } = result;
  const more = { ...(unfit.length > 0 && { unfit }), ...(missing && { missing }) };
  return `${JSON.stringify({ line, status, form, fixtureId, seq, ts, ...more })}\n`;
}

/** The last answer when records cannot be stored. The state of this line and the following ones is unknown. */
export const failureLine = (line: number, error: LinesmanError): string =>
  `${JSON.stringify({ line, status: 'failed', error: errorJson(error) })}\n`;

function errorJson(error: LinesmanError) {
  const { number, name, message, hint, context } = error;
  const { faults } = context;
  return { number, name, message, hint, path: pathOf(error), ...(Array.isArray(faults) && { faults }) };
}

/** Reads an answer; throws the error of a `failed` one. Errors: INTAKE_LOST when the text is not an answer. */
export function readAnswer(text: string): StoredLine | LinesmanError {
  const answer = parsed(text);
  const { status, form, fixtureId, seq, ts, unfit, missing } = answer;
  if (status === 'accepted' || status === 'repeated' || status === 'held') {
    if ([fixtureId, seq, ts].every((value) => Number.isSafeInteger(value)))
      return {
        status,
        ...(isForm(form) && { form }),
        ...(isListOfTexts(unfit) && { unfit }),
        ...(isRun(missing) && { missing }),
        record: { fixtureId: fixtureId as number, seq: seq as number, ts: ts as number },
      };
  } else if (status === 'refused' || status === 'failed') {
    const error = errorIn(answer.error);
    if (status === 'failed' && error) throw error;
    if (error) return error;
  }
  return fail(INTAKE_LOST, { answer: text });
}

const isForm = (form: unknown): form is RecordForm => RECORD_FORMS.some((one) => one === form);

function isRun(value: unknown): value is { readonly first: number; readonly last: number } {
  const { first, last } = (value ?? {}) as Record<string, unknown>;
  return Number.isSafeInteger(first) && Number.isSafeInteger(last);
}

/** The optional first line of a sender, and the answer to it. */
export const rulesLine = (rules: IntakeRules): string => JSON.stringify({ IntakeRules: rules });
export const rulesAnswer = `${JSON.stringify({ line: 1, status: 'agreed' })}\n`;
export const isRulesAnswer = (text: string): boolean => parsed(text).status === 'agreed';

/** A line by which a sender says whether the records that follow may be early; the answer is that to the rules. */
export const patienceLine = (isPatient: boolean): string => JSON.stringify({ IntakePatience: isPatient });
export const patienceIn = (text: string): boolean | undefined =>
  ([true, false] as const).find((isPatient) => text === patienceLine(isPatient));

/** The rules in a sender's first line; `undefined` for any other line. */
export function rulesIn(text: string): IntakeRules | undefined {
  if (!text.startsWith('{"IntakeRules":')) return undefined;
  const { onRefusal, fromSeq, gaps, acceptSums } = (parsed(text).IntakeRules ?? {}) as Record<string, unknown>;
  return {
    ...(ON_REFUSAL.some((one) => one === onRefusal) && { onRefusal: onRefusal as OnRefusal }),
    ...(Number.isSafeInteger(fromSeq) && { fromSeq: fromSeq as number }),
    gaps: gaps === true,
    acceptSums: acceptSums === true,
  };
}

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Not an answer; the caller raises the error.
  }
  return {};
}

function errorIn(value: unknown): LinesmanError | undefined {
  const { number, message, hint, path, faults } = (value ?? {}) as Record<string, unknown>;
  const known = ERRORS.get(Number(number));
  if (typeof message !== 'string' || typeof hint !== 'string') return undefined;
  if (!known) {
    // An error of a later version.
    const sentence = `Error ${Number(number)} of the service: ${message}`;
    return relayed(UNKNOWN_ERROR, { sentence, hint: clipped(hint) }, { path });
  }
  const more = areFaults(faults) ? { faults } : {};
  return relayed(number as ErrorNumber, { sentence: message, hint: clipped(hint) }, { path, ...more });
}

/** Whether this is a list of further faults in the form of `checkRecord`. */
const areFaults = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MAX_FAULTS &&
  value.every(
    (one) => typeof one === 'object' && one !== null && typeof one.path === 'string' && typeof one.message === 'string',
  );
