import { isError, LinesmanError, MALFORMED_RECORD, MALFORMED_RESPONSE, relayed } from 'linesman/error';
import { readDocument } from 'linesman/proof';
import type { Line } from '../../data/ingest/index.js';

/** Lines of an event stream that carry no record: ids, kinds of events, comments. */
const NO_RECORD = /^(id|event|retry)?:/;
const DATA = /^data: ?/;

/**
 * The records in a line of input: a single record, a list as the service answers it, or an event of a stream or a
 * history. So any answer of a service can be ingested again.
 */
export function recordsOfLine(line: Line): Line | readonly Line[] {
  if (typeof line !== 'string') return line;
  const text = line.trimStart();
  if (NO_RECORD.test(text)) return '';
  if (DATA.test(text)) return ofEvent(text.replace(DATA, ''));
  return text.startsWith('[') ? ofList(text) : line;
}

/** A heartbeat contains only the time. */
function ofEvent(data: string): Line {
  return /^\s*\{\s*"Ts"\s*:\s*\d+\s*\}\s*$/.test(data) ? '' : data;
}

/** Errors, in place of the line: MALFORMED_RECORD no JSON, REPEATED_KEY, which would be lost in reading and writing. */
function ofList(text: string): readonly Line[] {
  try {
    return (readDocument(text, 'The list') as readonly unknown[]).map((record) => JSON.stringify(record));
  } catch (error) {
    if (!(error instanceof LinesmanError)) throw error;
    // The path in the list is not a path in the record.
    return isError(error, MALFORMED_RESPONSE)
      ? [relayed(MALFORMED_RECORD, { sentence: error.message }, { path: '$' })]
      : [relayed(error.number, { sentence: error.message, hint: error.hint }, {})];
  }
}
