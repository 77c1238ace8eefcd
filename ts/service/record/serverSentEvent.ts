/** One event of a stream. `Id` is absent on heartbeats, `Event` on data messages. */
export interface ServerSentEvent {
  /** `start of the slot in ms:index of the record in the slot`. */
  readonly Id?: string;
  readonly Event?: 'heartbeat';
  readonly Data: object;
}

/** The `index`-th record (from 0) of the slot that begins at `slotStart` (ms). */
export function dataMessage(slotStart: number, index: number, record: object): ServerSentEvent {
  return { Data: record, Id: `${slotStart}:${index}` };
}

/** Says that the stream is alive; `seconds` is Unix time. */
export function heartbeat(seconds: number, about: HeartbeatNotes = {}): ServerSentEvent {
  const { Gap, Closing } = about;
  return {
    Data: { Ts: seconds, ...(Gap && { Gap: { From: Gap.From, To: Gap.To } }), ...(Closing && { Closing }) },
    Event: 'heartbeat',
  };
}

export interface HeartbeatNotes {
  /** Ids between which records are missing from the stream, because the reader asked for an id that is no longer or never was there. */
  readonly Gap?: { readonly From: string; readonly To: string };
  /** Why the stream ends now. */
  readonly Closing?: string;
}

/** The text of an event: `data:` first, LF only, a blank line at the end. JSON text holds no line break. */
export function eventText({ Data, Id, Event }: ServerSentEvent): string {
  const lines = [`data: ${JSON.stringify(Data)}`];
  if (Id !== undefined) lines.push(`id: ${Id}`);
  if (Event !== undefined) lines.push(`event: ${Event}`);
  return `${lines.join('\n')}\n\n`;
}
