import { fail, isError, MALFORMED_RESPONSE } from '../error/index.js';
import { DocumentNode } from '../proof/document.js';
import { readDocument } from '../proof/index.js';
import type { RequestOptions } from './clientOptions.js';
import { dataOf, eventsOfText } from './eventStream.js';

/** Reads one record of a list; `path` is its place there. */
export type RecordReader<R> = (value: unknown, path: string) => R;

/** A list of records in another form than the client's own. */
export interface ReadOptions<R> extends RequestOptions {
  /** Reads each record in place of the client. */
  readonly read: RecordReader<R>;
}

/** Fields with which an event stream may begin. */
const EVENT_STREAM = /^\s*(id|data|event|retry|:)/;

/**
 * Records as any list of the service has them: a JSON list, or event-stream text with one record an event, heartbeats
 * apart. `endpoint` is for errors: MALFORMED_RESPONSE neither, and those of the reader.
 */
export function recordsOfText<R>(endpoint: string, text: string, read: RecordReader<R>): R[] {
  if (EVENT_STREAM.test(text))
    return eventsOfText(text)
      .filter(({ event }) => event !== 'heartbeat')
      .map((event, i) => read(dataOf(event, `$[${i}]`), `$[${i}]`));
  return new DocumentNode(jsonOf(endpoint, text), '$').list().map((item) => read(item.value, item.path));
}

/** MALFORMED_RESPONSE when it is no JSON; REPEATED_KEY. Of the text nothing is repeated: it may hold a token. */
export function jsonOf(endpoint: string, text: string): unknown {
  try {
    return readDocument(text);
  } catch (error) {
    if (!isError(error, MALFORMED_RESPONSE)) throw error;
    return fail(MALFORMED_RESPONSE, { problem: 'answer', endpoint, found: 'no JSON', path: '$' });
  }
}
