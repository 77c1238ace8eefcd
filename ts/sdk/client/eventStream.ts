import { MALFORMED_RESPONSE } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { clipped } from '../error/quoted.js';
import { readDocument } from '../proof/readDocument.js';

/** An event of a stream, undecoded. */
export interface StreamedEvent {
  /** Id of the record; null for heartbeats. */
  readonly id: string | null;
  /** Type of the event; null for a record. */
  readonly event: string | null;
  /** Data lines, joined with LF. */
  readonly data: string;
}

/** Maximum length of an id or event type in errors. */
const LONGEST_NAME = 40;
const LINE_END = /\r\n|\r|\n/;
const FIELDS: ReadonlySet<string> = new Set(['data', 'event', 'id', 'retry']);
/** Maximum length of an event. A record has tens of kB. */
const LARGEST = 16 * 1024 * 1024;

/**
 * Parses event-stream text in chunks, which may end anywhere, even inside a character, by the grammar of the HTML
 * standard (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation): lines end with
 * LF, CR or CRLF, and a byte order mark may come first. An event is complete at its blank line, so a broken connection
 * leaves no partial event. Ignores comments, `retry` and unknown fields. Unlike in a browser, an event without an id
 * does not inherit the id of the event before.
 */
export class EventStreamParser {
  // Replacement characters could change the names in a record, so invalid UTF-8 is an error.
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  /** Chunks of the unfinished line. */
  private rest: string[] = [];
  private size = 0;
  private data: string[] = [];
  private id: string | null = null;
  private event: string | null = null;
  /** Whether the last chunk has ended with CR: LF at the beginning of the next one belongs to it. */
  private isAfterCr = false;
  private isRead = false;

  /** Whether a comment or a known field has arrived, which only occur in event streams. */
  get isEventStream(): boolean {
    return this.isRead;
  }

  /** Returns the events that end in this chunk. Errors: MALFORMED_RESPONSE for invalid UTF-8 or an oversized event. */
  push(piece: Uint8Array): StreamedEvent[] {
    let text: string;
    try {
      text = this.decoder.decode(piece, { stream: true });
    } catch {
      return fail(MALFORMED_RESPONSE, { problem: 'not UTF-8', what: 'the event stream', path: '$' });
    }
    if (text === '') return [];
    if (this.isAfterCr && text.startsWith('\n')) text = text.slice(1);
    this.isAfterCr = text.endsWith('\r');
    this.size += text.length;
    const lines = text.split(LINE_END);
    const last = lines.pop() ?? '';
    const events = lines.flatMap((line) => {
      const whole = this.rest.length > 0 ? this.rest.join('') + line : line;
      this.rest = [];
      return this.line(whole);
    });
    if (last !== '') this.rest.push(last);
    if (events.length > 0) this.size = last.length;
    if (this.size > LARGEST)
      fail(MALFORMED_RESPONSE, {
        problem: 'too large',
        what: 'an event',
        most: LARGEST,
        unit: 'characters',
        path: '$',
      });
    return events;
  }

  private line(line: string): StreamedEvent[] {
    if (line === '') return this.end();
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    this.isRead ||= name === '' || FIELDS.has(name);
    if (name === 'data') this.data.push(value);
    // An id with U+0000 is ignored, as in a browser, because it could not be sent in a header.
    else if (name === 'id' && !value.includes('\0')) this.id = value;
    else if (name === 'event') this.event = value === '' ? null : value;
    return [];
  }

  private end(): StreamedEvent[] {
    const { id, event, data } = this;
    this.id = null;
    this.event = null;
    this.data = [];
    return data.length > 0 ? [{ id, event, data: data.join('\n') }] : [];
  }
}

/**
 * Parses complete event-stream text, the form of some lists. The end of the text completes the last event. Errors:
 * MALFORMED_RESPONSE.
 *
 * @example
 * ```ts
 * import { dataOf, eventsOfText } from '@linesman/sdk/client';
 *
 * eventsOfText('id: 1:0\ndata: {"Seq": 0}\n').map((event) => dataOf(event)); // [{ Seq: 0 }]
 * ```
 */
export function eventsOfText(text: string): StreamedEvent[] {
  return new EventStreamParser().push(new TextEncoder().encode(`${text}\n\n`));
}

/** Whether an event has a record. Heartbeats, events of later versions and events without data do not. */
export const hasRecord = ({ event, data }: StreamedEvent): boolean =>
  (event === null || event === 'message') && data.trim() !== '';

/** Path of an event in errors: `$(<its id>)`. */
export const placeOfEvent = ({ id, event }: StreamedEvent): string =>
  `$(${id === null ? (event === null ? 'no id' : clipped(event, LONGEST_NAME)) : clipped(id, LONGEST_NAME)})`;

/**
 * Parses the data of an event as JSON. Errors, with `path`: MALFORMED_RESPONSE, REPEATED_KEY.
 *
 * @example
 * ```ts
 * import { dataOf, readScoresRecord, type StreamedEvent } from '@linesman/sdk/client';
 *
 * declare const event: StreamedEvent;
 * const { Seq } = readScoresRecord(dataOf(event));
 * ```
 */
export const dataOf = (event: StreamedEvent, path = placeOfEvent(event)): unknown =>
  readDocument(event.data, `The data of event ${path}`, path);
