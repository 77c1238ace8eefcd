import { fail, INVALID_STREAM_EVENT } from 'linesman/error';

const EVENT_ID = /^\d{1,16}:\d{1,10}$/;

export const isEventId = (id: string): boolean => EVENT_ID.test(id);

/**
 * A record as one server-sent event: `data:` first, then the id, then a blank line; LF only. `record` is an object or
 * its JSON text. JSON needs no line break, so one in the text is white space and becomes a space: it cannot end the
 * line and start a field of its own. Errors: INVALID_STREAM_EVENT for an id of another form.
 */
export function eventFrame(id: string, record: object | string): Buffer {
  if (!isEventId(id)) fail(INVALID_STREAM_EVENT, { id });
  return Buffer.from(`data: ${oneLine(record)}\nid: ${id}\n\n`);
}

/** A record of a list in event-stream text, numbered by `Seq`. */
export function listedFrame(seq: number, record: object | string): string {
  return `data: ${oneLine(record)}\nid: ${seq}\n\n`;
}

/** What a heartbeat says besides the time. */
export interface HeartbeatNotes {
  /** Ids between which records are missing: the reader asked for one that is no longer or never was in the kept window. */
  readonly Gap?: { readonly From: string; readonly To: string };
  /** Why the stream ends now. */
  readonly Closing?: string;
}

/** The other kind of event; `now` in ms, what it shows in seconds. */
export function heartbeatFrame(now: number, notes: HeartbeatNotes = {}): Buffer {
  return Buffer.from(`data: ${JSON.stringify({ Ts: Math.floor(now / 1000), ...notes })}\nevent: heartbeat\n\n`);
}

const oneLine = (record: object | string): string =>
  typeof record === 'string' ? record.replace(/[\r\n]/g, ' ') : JSON.stringify(record);
