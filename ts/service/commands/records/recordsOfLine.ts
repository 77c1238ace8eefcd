import { otherFormOf } from '@linesman/records';
import {
  errorOf,
  isError,
  LinesmanError,
  MALFORMED_RECORD,
  MALFORMED_RESPONSE,
  OTHER_FORM,
  relayed,
} from '@linesman/sdk/error';
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
/** Fields in which recorders and services wrap records, or the text of a stream or an answer. */
const WRAPPED_IN = ['data', 'Data', 'record', 'result', 'raw', 'lines', 'event', 'message', 'text', 'body'];
/** A heartbeat has nothing but a time. */
const HEARTBEAT = /^\{\s*"[Tt]s"\s*:\s*[\d.]+\s*\}\s*$/;

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
    if (DATA.test(text)) return this.of(text.replace(DATA, ''));
    if (HEARTBEAT.test(text)) return this.ofHeartbeat();
    if (text.startsWith('[')) return this.ofList(text);
    // A text in a text.
    if (text.startsWith('"')) {
      const inner = jsonValueOf(text);
      return typeof inner === 'string' && inner !== '' ? this.ofLines(inner.split(/\r?\n/)) : line;
    }
    return this.ofObject(line);
  }

  private ofHeartbeat(): '' {
    this.around.heartbeats++;
    return '';
  }

  /** The lines of a stream, or of any other text. Lines of data up to the next empty line are one event. */
  private ofLines(lines: readonly string[]): readonly Line[] {
    if (!lines.some((line) => DATA.test(line))) return lines.flatMap((line) => this.of(line));
    const events: string[][] = [[]];
    for (const line of lines)
      if (line === '') events.push([]);
      else if (DATA.test(line)) events.at(-1)?.push(line.replace(DATA, ''));
    return events.flatMap((data) => (data.length === 0 ? [] : this.of(data.join('\n'))));
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
    if ([fields.event, fields.Event, fields.type].includes('heartbeat') && !isRecord(fields)) return this.ofHeartbeat();
    if (otherFormOf(fields) === 'HAR') return errorOf(OTHER_FORM, { path: '$', form: 'HAR' });
    const field = this.unwrap ?? WRAPPED_IN.find((name) => isWrapped(fields, name));
    const inner = field === undefined || !(field in fields) ? undefined : memberText(text, field);
    if (field === undefined || inner === undefined) return text;
    // A recorder may have stored the data of an event as a text, or a list of its lines.
    const value = fields[field];
    const found = isTexts(value) ? this.ofLines(value) : this.of(inner);
    const all = [found].flat().filter((one) => one !== '');
    if (all.length > 0) this.around.unwrapped.set(field, (this.around.unwrapped.get(field) ?? 0) + all.length);
    return all;
  }
}

/** Whether an object that is not a record contains records, or the text of one, in a field. */
function isWrapped(fields: Readonly<Record<string, unknown>>, name: string): boolean {
  if (isRecord(fields)) return false;
  const value = fields[name];
  return (typeof value === 'object' && value !== null) || (typeof value === 'string' && OF_TEXT.test(value));
}

/** The beginning of a text with records: of JSON, of JSON in a text, or of a stream. */
const OF_TEXT = /^\s*(?:[[{]|"\s*[[{]|(?:data|id|event|retry)?:)/;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

const isRecord = (fields: Readonly<Record<string, unknown>>): boolean =>
  NAMES_OF_RECORDS.some((name) => name in fields);

/** The fields of a JSON object; `undefined` for any other text, which is later refused with the reason. */
function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonValueOf(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function jsonValueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
