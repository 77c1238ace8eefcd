import { fail, INVALID_STREAM_EVENT } from '@linesman/sdk/error';

const EVENT_ID = /^\d{1,16}:\d{1,10}$/;

export const isEventId = (id: string): boolean => EVENT_ID.test(id);

/**
 * A record as a server-sent event: `data:`, the id, a blank line; LF only. `record`: an object or its JSON text. Line
 * breaks in the text are only white space and become spaces, so they cannot end the line and start another field.
 * Errors: INVALID_STREAM_EVENT when the id is malformed.
 */
export function eventFrame(id: string, record: object | string): Buffer {
  if (!isEventId(id)) fail(INVALID_STREAM_EVENT, { id });
  return Buffer.from(`data: ${oneLine(record)}\nid: ${id}\n\n`);
}

/** A record in event-stream text of a list, numbered by `Seq`. */
export function listedFrame(seq: number, record: object | string): string {
  return `data: ${oneLine(record)}\nid: ${seq}\n\n`;
}

/** Content of a heartbeat besides the time. */
export interface HeartbeatNotes {
  /** Records between these ids are missing: the requested id is outside the retained window. */
  readonly Gap?: { readonly From: string; readonly To: string };
  /** Why the stream is ending. */
  readonly Closing?: string;
}

/** A heartbeat event. `now` is in ms; the event shows seconds. */
export function heartbeatFrame(now: number, notes: HeartbeatNotes = {}): Buffer {
  return Buffer.from(`data: ${JSON.stringify({ Ts: Math.floor(now / 1000), ...notes })}\nevent: heartbeat\n\n`);
}

const oneLine = (record: object | string): string =>
  typeof record === 'string' ? record.replace(/[\r\n]/g, ' ') : JSON.stringify(record);
