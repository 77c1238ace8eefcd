import { fieldPath } from '../fieldPath.js';
import { isObject } from '../isObject.js';
import { accountIn } from './accountIn.js';
import { refusalIn } from './refusalIn.js';
import { isWrapper } from './wrapper.js';

/** The kind of a document without an answer. */
export type WithoutAnswer =
  | { readonly kind: 'refusal'; readonly said: string }
  /** A text in a wrapper that is a document itself. */
  | { readonly kind: 'text' | 'account'; readonly path: string }
  | { readonly kind: 'object'; readonly path: string; readonly value: object }
  | { readonly kind: 'other'; readonly path: string; readonly value: unknown };

export function withoutAnswer(document: unknown, path: string): WithoutAnswer {
  const inner = innermost(document, path);
  const said = refusalIn(document) ?? refusalIn(inner.value);
  if (said !== undefined) return { kind: 'refusal', said };
  const text = textIn(inner.value, inner.path);
  if (text !== undefined) return { kind: 'text', path: text };
  const { kind } = accountIn(document);
  if (kind === 'account' || kind === 'parsed') return { kind: 'account', path };
  const { value } = inner;
  return isObject(value) ? { kind: 'object', path: inner.path, value } : { kind: 'other', path: inner.path, value };
}

/** The single value that a document wraps. */
function innermost(value: unknown, path: string): { readonly value: unknown; readonly path: string } {
  if (!isObject(value)) return { value, path };
  const [first, second] = Object.entries(value).filter(([name, inner]) => isWrapper(name) && typeof inner === 'object');
  return first && !second ? innermost(first[1], fieldPath(path, first[0])) : { value, path };
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
