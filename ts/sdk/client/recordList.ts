import { MALFORMED_RESPONSE } from '../error/codes/library.js';
import { fail, isError } from '../error/linesmanError.js';
import { DocumentNode } from '../proof/document.js';
import { readDocument } from '../proof/readDocument.js';
import type { RequestOptions } from './clientOptions.js';
import { dataOf, EventStreamParser, eventsOfText, hasRecord } from './eventStream.js';

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
export function jsonOf(endpoint: string, text: string, path = '$'): unknown {
  try {
    return readDocument(text, undefined, path);
  } catch (error) {
    if (!isError(error, MALFORMED_RESPONSE)) throw error;
    return noJson(endpoint, path);
  }
}

const noJson = (endpoint: string, path: string): never =>
  fail(MALFORMED_RESPONSE, { problem: 'answer', endpoint, found: 'no JSON', path });

/** Maximum length of an item, in characters. A record has tens of kB. */
const LARGEST_ITEM = 16 * 1024 * 1024;
const CLOSE = 0x5d;
const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** What JSON does not have between its values; a byte order mark counts. */
const NOT_BLANK = /[^ \t\r\n]/;
/** `[`, `]`, `{` and `}` differ from these in this bit alone. */
const CASE = 0x20;

/**
 * Reads a list of records in pieces that may end anywhere, in the forms of `recordsOfText`, so that only the records of
 * a piece are in memory. Errors: MALFORMED_RESPONSE, naming the endpoint; REPEATED_KEY; those of `read`.
 */
export class RecordListParser<R> {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private readonly events = new EventStreamParser();
  private form: 'unknown' | 'json' | 'events' = 'unknown';
  /** Pieces of the unfinished item. */
  private rest: string[] = [];
  private size = 0;
  private count = 0;
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  private isOver = false;

  constructor(
    private readonly endpoint: string,
    private readonly read: RecordReader<R>,
  ) {}

  /** Returns the records that end in this piece. */
  push(piece: Uint8Array): R[] {
    if (this.form === 'events') return this.eventsIn(piece);
    let text: string;
    try {
      text = this.decoder.decode(piece, { stream: true });
    } catch {
      return fail(MALFORMED_RESPONSE, { problem: 'not UTF-8', what: 'the answer', path: '$' });
    }
    if (this.form === 'json') return this.items(text, 0);
    const first = text.search(NOT_BLANK);
    if (first < 0) return [];
    if (text[first] === '[') {
      this.form = 'json';
      return this.items(text, first + 1);
    }
    if (!/^[a-z:]/.test(text.slice(first))) noJson(this.endpoint, '$');
    this.form = 'events';
    return this.eventsIn(piece);
  }

  /** Returns the last records, once all has been read. */
  end(): R[] {
    const last = this.form === 'events' ? this.eventsIn(new TextEncoder().encode('\n\n')) : [];
    if (this.form === 'events' ? !this.events.isEventStream : !this.isOver) noJson(this.endpoint, '$');
    return last;
  }

  private eventsIn(piece: Uint8Array): R[] {
    return this.events
      .push(piece)
      .filter(hasRecord)
      .map((event) => {
        const path = `$[${this.count++}]`;
        return this.read(dataOf(event, path), path);
      });
  }

  private items(text: string, from: number): R[] {
    const found: R[] = [];
    // Not fields, which take several times as long in this loop.
    let { depth, isInString, isEscaped } = this;
    let start = from;
    for (let i = from; i < text.length; i++) {
      const character = text.charCodeAt(i);
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (character === BACKSLASH) isEscaped = true;
        else if (character === QUOTE) isInString = false;
      } else if (character === QUOTE) isInString = true;
      else if (depth === 0 && (character === COMMA || character === CLOSE) && !this.isOver) {
        this.item(text.slice(start, i), character === CLOSE, found);
        start = i + 1;
      } else if ((character | CASE) === 0x7b) depth++;
      else if ((character | CASE) === 0x7d) depth--;
    }
    Object.assign(this, { depth, isInString, isEscaped });
    this.keep(text.slice(start));
    return found;
  }

  private item(end: string, isLast: boolean, found: R[]): void {
    this.keep(end);
    const text = this.rest.join('');
    this.rest = [];
    this.size = 0;
    this.isOver = isLast;
    if (isLast && this.count === 0 && !NOT_BLANK.test(text)) return;
    const path = `$[${this.count++}]`;
    found.push(this.read(jsonOf(this.endpoint, text, path), path));
  }

  private keep(text: string): void {
    if (text === '') return;
    if (this.isOver && NOT_BLANK.test(text)) noJson(this.endpoint, '$');
    this.size += text.length;
    if (this.size > LARGEST_ITEM)
      fail(MALFORMED_RESPONSE, {
        ...{ problem: 'too large', what: 'a record', most: LARGEST_ITEM, unit: 'characters', path: '$' },
      });
    this.rest.push(text);
  }
}
