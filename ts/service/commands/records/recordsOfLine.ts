import { isError, LinesmanError, MALFORMED_RECORD, MALFORMED_RESPONSE, relayed } from '@linesman/sdk/error';
import { readDocument } from '@linesman/sdk/proof';
import type { Line } from '../../data/ingest/ingestLines.js';
import { documentsOfLines } from '../../data/intake/documentsOfLines.js';
import { elementTexts, memberText } from '../../data/intake/jsonParts.js';

/** Lines of an event stream without a record: ids, kinds of events, comments. */
const NO_RECORD = /^(id|event|retry)?:/;
const DATA = /^data: ?/;
/** The first field of a kind of records. A text that begins with it is not wrapped, so it need not be searched. */
const OF_RECORD = /^\s*\{\s*"(FixtureId|fixtureId|Seq|seq|Ts|MessageId|StartTime|Competition|GameState)"\s*:/;
/** Fields that only records have. */
const NAMES_OF_RECORDS = ['Seq', 'seq', 'MessageId', 'Competition', 'FixtureId', 'fixtureId'];
/** Fields in which recorders and services wrap records. */
const WRAPPED_IN = ['data', 'Data', 'record', 'result'];

/** The wrapping found around the records. */
export interface FoundAround {
  /** The number of records found in a field of this name. */
  readonly unwrapped: Map<string, number>;
  /** Heartbeats, which are left out. */
  heartbeats: number;
}

export const nothingAround = (): FoundAround => ({ unwrapped: new Map(), heartbeats: 0 });

/**
 * Reads the records in a line of input, or in a document of several: a single record, a list as the service answers it,
 * an event of a stream or a history, and any of these in a field of an object, as recorders write them. So any answer
 * of a service can be ingested again. Records keep their text.
 */
export class RecordsOfLine {
  readonly around: FoundAround = nothingAround();

  /** @param unwrap The field in which records are wrapped. Default: it is detected. */
  constructor(private readonly unwrap?: string) {}

  /** Joins the lines of each document. Yields its records in place of its first line. */
  async *in(lines: AsyncIterable<Line>): AsyncGenerator<Line | readonly Line[]> {
    for await (const document of documentsOfLines(lines)) yield this.of(document);
  }

  of(line: Line): Line | readonly Line[] {
    if (typeof line !== 'string') return line;
    const text = line.trimStart();
    if (NO_RECORD.test(text)) return '';
    if (DATA.test(text)) return this.ofEvent(text.replace(DATA, ''));
    if (text.startsWith('[')) return this.ofList(text);
    return this.ofObject(line);
  }

  /** A heartbeat contains only the time. */
  private ofEvent(data: string): Line | readonly Line[] {
    if (!/^\s*\{\s*"Ts"\s*:\s*\d+\s*\}\s*$/.test(data)) return this.of(data);
    this.around.heartbeats++;
    return '';
  }

  /** Errors, in place of the line: MALFORMED_RECORD no JSON. */
  private ofList(text: string): readonly Line[] {
    try {
      readDocument(text, 'The list');
    } catch (error) {
      if (!(error instanceof LinesmanError)) throw error;
      // The path in the list is not a path in the record.
      return isError(error, MALFORMED_RESPONSE)
        ? [relayed(MALFORMED_RECORD, { sentence: error.message }, { path: '$' })]
        : [relayed(error.number, { sentence: error.message, hint: error.hint }, {})];
    }
    return elementTexts(text).flatMap((one) => this.of(one));
  }

  private ofObject(text: string): Line | readonly Line[] {
    if (this.unwrap === undefined && OF_RECORD.test(text)) return text;
    const fields = parsed(text);
    if (!fields) return text;
    const field = this.unwrap ?? WRAPPED_IN.find((name) => isWrapped(fields, name));
    const isHeartbeat = [fields.event, fields.Event].includes('heartbeat');
    if (isHeartbeat && !NAMES_OF_RECORDS.some((name) => name in fields)) {
      this.around.heartbeats++;
      return '';
    }
    const inner = field === undefined || !(field in fields) ? undefined : memberText(text, field);
    if (field === undefined || inner === undefined) return text;
    // A recorder may have stored the data of an event as a text.
    const found = this.of(typeof fields[field] === 'string' ? fields[field] : inner);
    const all = [found].flat().filter((one) => one !== '');
    this.around.unwrapped.set(field, (this.around.unwrapped.get(field) ?? 0) + all.length);
    return all;
  }
}

/** Whether an object that is not a record contains records, or the text of one, in a field. */
function isWrapped(fields: Readonly<Record<string, unknown>>, name: string): boolean {
  if (NAMES_OF_RECORDS.some((one) => one in fields)) return false;
  const value = fields[name];
  return (typeof value === 'object' && value !== null) || (typeof value === 'string' && /^\s*[[{]/.test(value));
}

/** The fields of a JSON object; `undefined` for any other text, which is later refused with the reason. */
function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
