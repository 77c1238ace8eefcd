import { UNKNOWN_RESPONSE } from '../error/codes/library.js';
import { isWrapper } from '../error/document/wrapper.js';
import { fieldPath } from '../error/fieldPath.js';
import { fail } from '../error/linesmanError.js';
import { pascalOf } from './documentPath.js';

/** Fields that only answers with a proof have. */
const MARKS = ['payload', 'statToProve', 'statsToProve', 'odds', 'snapshot', 'metadata'].map((name) => ({
  name,
  pascal: pascalOf(name),
}));
const DEEPEST = 4;

/** A part of a document. */
interface Part {
  readonly answer: object;
  readonly path: string;
}

/**
 * The answer in a document: the document, or the wrapped one in `{"data": …}`, `{"result": …}`, `{"response": …}` or a
 * list of one. Other fields beside a wrapper are ignored.
 *
 * Errors: UNKNOWN_RESPONSE for a document without an answer, or with several; names the kind of the document.
 */
export function answerIn(document: unknown, path = '$'): Part {
  const found = answersIn(document, path, 0);
  const [only] = found;
  if (only && found.length === 1) return only;
  return fail(UNKNOWN_RESPONSE, {
    problem: 'not one answer',
    path,
    paths: found.map((one) => one.path),
    value: document,
  });
}

/** Whether a document is or wraps an answer with a proof. */
export const holdsAnswer = (document: unknown): boolean => answersIn(document, '$', 0).length > 0;

/** The identifying fields of an object. */
export const marksOf = (value: object): string[] =>
  MARKS.filter(({ name, pascal }) => Object.hasOwn(value, name) || Object.hasOwn(value, pascal)).map(
    ({ name }) => name,
  );

function answersIn(value: unknown, path: string, depth: number): Part[] {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.length === 1 ? answersIn(value[0], `${path}[0]`, depth + 1) : [];
  if (marksOf(value).length > 0) return [{ answer: value, path }];
  return Object.entries(value).flatMap(([name, inner]) =>
    isWrapper(name) ? answersIn(inner, fieldPath(path, name), depth + 1) : [],
  );
}
