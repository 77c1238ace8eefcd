import { clipped, LinesmanError } from '@linesman/sdk/error';
import { readDocument } from '@linesman/sdk/proof';
import { type Fault, fault, shown } from '../fault.js';
import type { Endpoint } from './endpoint.js';

interface ReadBody {
  readonly value: unknown;
  readonly wrong: readonly Fault[];
}

/** Parses the body of a request (`sent`: its text), or returns its faults. */
export function readBody(endpoint: Endpoint, contentType: string | undefined, sent: unknown): ReadBody {
  const text = typeof sent === 'string' ? sent.trim() : '';
  const { body, method } = endpoint;
  if (!body)
    return method === 'GET' || isEmpty(text) ? { value: undefined, wrong: [] } : wrong('none, or {}', shown(text));
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? ''))
    return { value: undefined, wrong: [fault('header Content-Type', 'application/json', shown(contentType))] };
  try {
    const read = body.read(readDocument(text, 'The body'));
    return 'body' in read ? { value: read.body, wrong: [] } : { value: undefined, wrong: read.wrong };
  } catch (error) {
    if (!(error instanceof LinesmanError)) throw error;
    return wrong('a JSON object', text === '' ? 'missing' : clipped(error.message, LONGEST_REASON).replace(/\.$/, ''));
  }
}

/** Maximum characters of a JSON parse error. */
const LONGEST_REASON = 160;

const wrong = (rule: string, found: string): ReadBody => ({ value: undefined, wrong: [fault('body', rule, found)] });

/** Empty, or an object without fields. */
function isEmpty(text: string): boolean {
  return text === '' || /^\{\s*\}$/.test(text);
}
