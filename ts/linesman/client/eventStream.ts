import { clipped, fail, MALFORMED_RESPONSE } from '../error/index.js';
import { readDocument } from '../proof/index.js';

/** One event of a stream as it came. */
export interface StreamedEvent {
  /** Id of the record; heartbeats have none. */
  readonly id: string | null;
  /** `null`: a record. */
  readonly event: string | null;
  /** Several lines are joined with LF. */
  readonly data: string;
}

/** Characters of an id, or of the kind of an event, in errors. */
const LONGEST_NAME = 40;
/** Characters of one event; a record has some tens of kB. */
const LARGEST = 16 * 1024 * 1024;

/**
 * Reads event-stream text piece by piece; a piece may end anywhere, also inside a character. Lines end with LF or CRLF. An event is complete
 * with the blank line after it: what a broken connection leaves behind is no event. Comments, `retry` and fields nobody knows are passed over.
 */
export class EventStreamParser {
  // Text that is not UTF-8 must not become a record with other names in it.
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  /** The pieces of the line that has not ended. */
  private rest: string[] = [];
  private size = 0;
  private data: string[] = [];
  private id: string | null = null;
  private event: string | null = null;

  /** The events that end in this piece. Errors: MALFORMED_RESPONSE no UTF-8, or an event that never ends. */
  push(piece: Uint8Array): StreamedEvent[] {
    let text: string;
    try {
      text = this.decoder.decode(piece, { stream: true });
    } catch {
      return fail(MALFORMED_RESPONSE, { problem: 'not UTF-8', what: 'the event stream', path: '$' });
    }
    this.size += text.length;
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    const events = lines.flatMap((line) => {
      const whole = this.rest.length > 0 ? this.rest.join('') + line : line;
      this.rest = [];
      return this.line(whole.endsWith('\r') ? whole.slice(0, -1) : whole);
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
    if (name === 'data') this.data.push(value);
    else if (name === 'id') this.id = value;
    else if (name === 'event') this.event = value;
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

/** The events of a whole text: some lists are written like streams. Its end also ends the last event, which has no blank line then. */
export function eventsOfText(text: string): StreamedEvent[] {
  return new EventStreamParser().push(new TextEncoder().encode(`${text}\n\n`));
}

/** The place of an event in errors: `$(<its id>)`. */
export const placeOfEvent = ({ id, event }: StreamedEvent): string =>
  `$(${id === null ? (event === null ? 'no id' : clipped(event, LONGEST_NAME)) : clipped(id, LONGEST_NAME)})`;

/** The data of an event as JSON, which stands at `path`. Errors: MALFORMED_RESPONSE, REPEATED_KEY. */
export const dataOf = (event: StreamedEvent, path = placeOfEvent(event)): unknown =>
  readDocument(event.data, `The data of event ${path}`, path);
