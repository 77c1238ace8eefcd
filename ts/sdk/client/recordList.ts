import { MALFORMED_RESPONSE } from '../error/codes/library.js';
import { fail, isError } from '../error/linesmanError.js';
import { DocumentNode } from '../proof/document.js';
import { readDocument } from '../proof/readDocument.js';
import type { RequestOptions } from './clientOptions.js';
import { dataOf, eventsOfText, hasRecord } from './eventStream.js';

/** Reads a record of a list. `path` is its path in the document. */
export type RecordReader<R> = (value: unknown, path: string) => R;

/** Options of a request for records in your own form. */
export interface ReadOptions<R> extends RequestOptions {
  /** Replaces the client's reader. */
  readonly read: RecordReader<R>;
}

/** First field or comment of event-stream text. */
const EVENT_STREAM = /^\s*(id|data|event|retry|:)/;

/**
 * Reads a list of records in any form the service uses: JSON, or event-stream text with one record per event besides
 * heartbeats. Errors: MALFORMED_RESPONSE, naming the endpoint; those of `read`.
 */
export function recordsOfText<R>(endpoint: string, text: string, read: RecordReader<R>): R[] {
  if (EVENT_STREAM.test(text))
    return eventsOfText(text)
      .filter(hasRecord)
      .map((event, i) => read(dataOf(event, `$[${i}]`), `$[${i}]`));
  return new DocumentNode(jsonOf(endpoint, text), '$').list().map((item) => read(item.value, item.path));
}

/** Parses JSON without quoting it in errors, because it may hold a token. Errors: MALFORMED_RESPONSE; REPEATED_KEY. */
export function jsonOf(endpoint: string, text: string): unknown {
  try {
    return readDocument(text);
  } catch (error) {
    if (!isError(error, MALFORMED_RESPONSE)) throw error;
    return fail(MALFORMED_RESPONSE, { problem: 'answer', endpoint, found: 'no JSON', path: '$' });
  }
}
