import { readDocument } from '../../proof/index.js';
import type { Endpoint } from './endpoint.js';

/** The body of a request, or the names of what is wrong with it. `sent` is its text. */
export function readBody(
  endpoint: Endpoint,
  contentType: string | undefined,
  sent: unknown,
): { readonly value: unknown; readonly wrong: readonly string[] } {
  const text = typeof sent === 'string' ? sent.trim() : '';
  const { body, method } = endpoint;
  if (!body) return { value: undefined, wrong: method === 'GET' || isEmpty(text) ? [] : ['body'] };
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? ''))
    return { value: undefined, wrong: ['header Content-Type'] };
  const value = jsonOf(text);
  if (value === undefined) return { value, wrong: ['body'] };
  const read = body.read(value);
  return 'body' in read ? { value: read.body, wrong: [] } : { value: undefined, wrong: read.wrong };
}

/** Nothing, or an object without fields. */
function isEmpty(text: string): boolean {
  return text === '' || /^\{\s*\}$/.test(text);
}

function jsonOf(text: string): unknown {
  try {
    return readDocument(text, 'The body');
  } catch {
    return undefined;
  }
}
