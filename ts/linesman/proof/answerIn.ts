import { fail, fieldPath, UNKNOWN_RESPONSE } from '../error/index.js';
import { holdsAccount, refusalIn } from './accountIn.js';
import { kindOf } from './byteList.js';
import { pascalOf } from './place.js';

/** Fields that only answers with a proof have. */
const MARKS = ['payload', 'statToProve', 'statsToProve', 'odds', 'snapshot', 'metadata'];
/** Fields in which clients and recorders save the answer. */
const WRAPPERS = ['data', 'result', 'response', 'answer', 'body', 'value'];
const DEEPEST = 4;

/** A part of a document. */
interface Part {
  readonly answer: object;
  readonly path: string;
}

/**
 * The answer in a document: the document, or what it wraps, `{"data": …}`, `{"result": …}`, `{"response": …}` or a list
 * of one. Other fields beside a wrapper are ignored.
 *
 * Errors: UNKNOWN_RESPONSE for anything without an answer, or with several, by the name of what it is.
 */
export function answerIn(document: unknown, path = '$'): Part {
  const found = answersIn(document, path, 0);
  const [first, second] = found;
  if (first && !second) return first;
  if (first && second)
    return fail(UNKNOWN_RESPONSE, { problem: 'several answers', path, paths: found.map((one) => one.path) });
  const inner = innermost(document, path);
  const said = refusalIn(document) ?? refusalIn(inner.value);
  if (said !== undefined) return fail(UNKNOWN_RESPONSE, { problem: 'refusal', path, said });
  const text = textIn(inner.value, inner.path);
  if (text !== undefined) return fail(UNKNOWN_RESPONSE, { problem: 'answer as text', path: text });
  if (holdsAccount(document)) return fail(UNKNOWN_RESPONSE, { problem: 'account', path });
  const { value } = inner;
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return fail(UNKNOWN_RESPONSE, { problem: 'no kind', path: inner.path, value });
  const kind = Array.isArray(value) ? `a list of ${value.length} entries` : kindOf(value);
  return fail(UNKNOWN_RESPONSE, { problem: 'no object', path: inner.path, found: kind });
}

/** What a document without an answer wraps, where it wraps one thing. */
function innermost(value: unknown, path: string): { readonly value: unknown; readonly path: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value, path };
  const [first, second] = Object.entries(value).filter(([name, inner]) => isWrapper(name) && typeof inner === 'object');
  return first && !second ? innermost(first[1], fieldPath(path, first[0])) : { value, path };
}

const isWrapper = (name: string): boolean => WRAPPERS.includes(name.toLowerCase());

/** Whether a document is or wraps an answer with a proof. */
export const holdsAnswer = (document: unknown): boolean => answersIn(document, '$', 0).length > 0;

/** The marks of an object. */
export const marksOf = (value: object): string[] => MARKS.filter((name) => hasField(value, name));

const hasField = (value: object, name: string): boolean =>
  Object.hasOwn(value, name) || Object.hasOwn(value, pascalOf(name));

function answersIn(value: unknown, path: string, depth: number): Part[] {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.length === 1 ? answersIn(value[0], `${path}[0]`, depth + 1) : [];
  if (marksOf(value).length > 0) return [{ answer: value, path }];
  return Object.entries(value).flatMap(([name, inner]) =>
    isWrapper(name) ? answersIn(inner, fieldPath(path, name), depth + 1) : [],
  );
}

/** The path of a text in a wrapper that is a document itself. */
function textIn(document: unknown, path: string): string | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  const [name] =
    Object.entries(document).find(
      ([key, value]) => isWrapper(key) && typeof value === 'string' && /^\s*[[{]/.test(value),
    ) ?? [];
  return name === undefined ? undefined : fieldPath(path, name);
}
