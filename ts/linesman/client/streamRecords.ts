import { errorOf, fail, INVALID_STREAM_EVENT, SERVICE_UNAVAILABLE, STREAM_GAP } from '../error/index.js';
import { checkOptions, type OptionRules, optional } from '../format/checkOptions.js';
import { MS_PER_SLOT, slotTimeOf } from '../format/index.js';
import { DURATION, FUNCTION, integerOf, SIGNAL, TEXT } from '../format/optionKinds.js';
import { DocumentNode } from '../proof/document.js';
import { dataOf, EventStreamParser, placeOfEvent, type StreamedEvent } from './eventStream.js';
import type { ServiceSession } from './serviceSession.js';

/** A record of a stream. */
export interface StreamItem<R> {
  readonly record: R;
  /** To resume with; `null`: fetched from history to close a gap, with no place of its own in the stream. */
  readonly id: string | null;
}

/** What happens to a stream besides records. */
export type StreamNotice =
  | { readonly kind: 'open' }
  /** Unix time of the service, s. */
  | { readonly kind: 'heartbeat'; readonly seconds: number }
  /** Records between these ids are not in the kept window; they are fetched from history. */
  | { readonly kind: 'gap'; readonly from: string; readonly to: string }
  /** The service ends this connection. */
  | { readonly kind: 'closing'; readonly reason: string }
  /** The connection is lost; the next attempt is made after so many ms. */
  | { readonly kind: 'lost'; readonly reason: string; readonly delay: number };

export interface StreamOptions {
  /** Only this fixture. */
  readonly fixtureId?: number;
  /** Id of the last record that was taken: the stream goes on after it. */
  readonly lastEventId?: string;
  /** Ends the iteration, without an error. */
  readonly signal?: AbortSignal;
  /** ms without a byte after which the connection counts as lost. The service sends a heartbeat every 15 s. Default 45,000. */
  readonly silence?: number;
  /**
   * How often in a row a connection is tried again before SERVICE_UNAVAILABLE, once one has stood. Default: for ever.
   */
  readonly reconnects?: number;
  /**
   * 5-minute slots from one end of a gap to the other, both counted; a longer one is STREAM_GAP. Default 288, a day.
   */
  readonly maxGapSlots?: number;
  readonly onNotice?: (notice: StreamNotice) => void;
}

const OPTIONS: OptionRules<StreamOptions> = {
  fixtureId: optional(integerOf(0)),
  lastEventId: optional(TEXT),
  signal: optional(SIGNAL),
  silence: optional(DURATION),
  reconnects: optional(integerOf(0)),
  maxGapSlots: optional(integerOf(0)),
  onNotice: optional(FUNCTION),
};

/** What the streams of odds and scores have of their own. */
export interface StreamSource<R> {
  readonly path: string;
  readonly read: (data: unknown, path: string) => R;
  /** The same for a record that comes twice, and for no other of its slot. */
  readonly keyOf: (record: R) => string;
  /** The records of a slot by their `Ts`, by its start in ms: all that are stored if it is over for whoever answers, else none. */
  readonly ofSlot: (slotStart: number, fixtureId: number | undefined, signal: AbortSignal) => Promise<readonly R[]>;
  /** The records of a fixture in the running slot. */
  readonly running: (fixtureId: number, signal: AbortSignal) => Promise<readonly R[]>;
}

/** Slots of which it is remembered which records were given. */
const REMEMBERED = 3;
/** ms by which the clocks of the processes of a service may differ when heartbeats are to tell what is over. Ids allow for a whole slot. */
const CLOCKS_DIFFER = 30_000;
const EVENT_ID = /^\d{1,16}:\d{1,10}$/;

/**
 * The records of a stream, each once, over any number of connections: a lost or silent one is opened again after the
 * last id. What has left the window of the service in the meantime (`Gap`) is fetched from history; what of it lies in
 * the running slot follows when the slot is over, or at once if the stream is of one fixture. Within a connection
 * records come in the order of the service; those from history come later.
 *
 * History goes by `Ts`, ids by when a record was accepted. A gap is filled by whole slots, from the one before that of
 * its first id, for a late record is dated there; so this holds for records that were accepted in the slot of their
 * `Ts` or in the next, as all are whose slot was sealed in time. Records of these two slots from before the stream
 * began, which has no other memory, may come with a gap: after a restart with `lastEventId` a second time. What was
 * still open of a gap when the process ended is lost to a restart with a later id; one with `from` of the gap brings
 * it. Clocks of the processes of the service may differ by 30 s, or by a slot while records come. Of sampled odds
 * history takes its samples anew, so around a gap a line may have others than the stream had.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION of the options; INVALID_STREAM_EVENT a malformed `lastEventId`; a
 * refusal (400, 401 twice, 403) with its number; SERVICE_UNAVAILABLE no connection; STREAM_GAP a gap that is too long;
 * those of reading a document (MALFORMED_RESPONSE, INVALID_NUMBER, UNKNOWN_FIELD, UNKNOWN_SPORT) what comes is no
 * record. Aborting ends the iteration; so does leaving the loop.
 */
export async function* streamRecords<R extends { readonly Ts: number }>(
  session: ServiceSession,
  source: StreamSource<R>,
  options: StreamOptions = {},
): AsyncGenerator<StreamItem<R>, void, undefined> {
  checkOptions('stream', options, OPTIONS);
  const { lastEventId, signal } = options;
  if (lastEventId !== undefined && !EVENT_ID.test(lastEventId)) fail(INVALID_STREAM_EVENT, { id: lastEventId });
  // Leaving the loop ends what is under way.
  const end = new AbortController();
  const ended = AbortSignal.any([session.signalOf(signal), end.signal]);
  try {
    yield* new RecordStream(session, source, options, ended).items();
  } catch (error) {
    if (!ended.aborted) throw error;
  } finally {
    end.abort();
  }
}

class RecordStream<R extends { readonly Ts: number }> {
  private lastId: string | undefined;
  /** Keys of the records that were given, by the start of their slot. */
  private readonly given = new Map<number, Set<string>>();
  /** By their starts, slots of which records from before the connection may still have to be fetched: they ran, or nothing was there. */
  private readonly open = new Map<number, OpenSlot>();

  constructor(
    private readonly session: ServiceSession,
    private readonly source: StreamSource<R>,
    private readonly options: StreamOptions,
    private readonly signal: AbortSignal,
  ) {
    this.lastId = options.lastEventId;
  }

  async *items(): AsyncGenerator<StreamItem<R>, void, undefined> {
    const { reconnects = Number.POSITIVE_INFINITY } = this.options;
    let limit = (this.session.options.attempts ?? 4) - 1;
    for (let failed = 0; !this.signal.aborted; ) {
      const connection = new Connection(this.session, this.source.path, this.options, this.signal, this.lastId);
      let reason = 'the connection has ended';
      let error: unknown;
      try {
        for await (const events of connection.events()) {
          limit = reconnects;
          for (const event of events) yield* this.item(event);
          // Not before: while history cannot be fetched, each connection begins with the same gap.
          if (events.length > 0) failed = 0;
        }
      } catch (caught) {
        if (caught instanceof BrokenConnection) {
          error = caught.cause;
          reason = caught.message;
        } else if (this.session.delayAfter(caught, 1) !== null) {
          error = caught;
          reason = (caught as Error).message;
        } else throw caught;
      }
      if (this.signal.aborted) return;
      failed++;
      const delay = this.session.delayAfter(error ?? errorOf(SERVICE_UNAVAILABLE, { problem: 'no answer' }), failed);
      if (delay === null) throw error;
      if (failed > limit)
        fail(SERVICE_UNAVAILABLE, { problem: 'no stream', endpoint: this.source.path, reason, attempts: failed });
      this.options.onNotice?.({ kind: 'lost', reason, delay });
      await this.session.pause(delay, this.signal);
    }
  }

  private async *item(event: StreamedEvent): AsyncGenerator<StreamItem<R>, void, undefined> {
    if (event.event === 'heartbeat') return yield* this.heartbeat(dataOf(event));
    // A third kind of event would be one of a later version.
    if (event.event !== null && event.event !== 'message') return;
    const record = this.source.read(dataOf(event), placeOfEvent(event));
    if (event.id !== null && EVENT_ID.test(event.id)) {
      // First: when history cannot be fetched now, this event comes again.
      yield* this.closeByIdOf(startOf(event.id));
      this.lastId = event.id;
    }
    if (this.isNew(record)) yield { record, id: event.id };
  }

  private async *heartbeat(data: unknown): AsyncGenerator<StreamItem<R>, void, undefined> {
    const { onNotice } = this.options;
    const node = new DocumentNode(data, '$(heartbeat)');
    const seconds = node.find('ts')?.i64() ?? 0;
    const gap = node.find('gap');
    const closing = node.find('closing');
    if (gap) {
      const from = gap.field('from').string();
      const to = idOf(gap.field('to'));
      onNotice?.({ kind: 'gap', from, to });
      yield* this.closeGap(from, to, seconds * 1000);
    } else if (closing) onNotice?.({ kind: 'closing', reason: closing.string() });
    else onNotice?.({ kind: 'heartbeat', seconds });
    yield* this.closeByHeartbeat(seconds * 1000);
  }

  private async *closeGap(from: string, to: string, now: number): AsyncGenerator<StreamItem<R>, void, undefined> {
    const { fixtureId, maxGapSlots = 288 } = this.options;
    const last = startOf(to);
    // An id that the service does not know may also be one of the future, as after its data were lost.
    const first = EVENT_ID.test(from) ? Math.min(startOf(from), last) : last;
    const slots = (last - first) / MS_PER_SLOT + 1;
    if (slots > maxGapSlots) fail(STREAM_GAP, { from, to, slots, limit: maxGapSlots });
    // What was accepted in the first slot may be dated in the one before.
    for (let slot = first - MS_PER_SLOT; slot <= last; slot += MS_PER_SLOT) {
      const hasSome = yield* this.fetched(slot);
      const over = slot + MS_PER_SLOT;
      if (isOverForAll(slot, last) || (hasSome && over <= last)) this.open.delete(slot);
      else this.open.set(slot, { isAsked: over <= last, due: dueTimes(over, last, now) });
    }
    if (fixtureId !== undefined) yield* this.fresh(await this.source.running(fixtureId, this.signal));
    // The service knows this one; the old id would be a gap again.
    this.lastId = to;
  }

  /** Asks again for what was left open: at the first id of a later slot, and for the last time when the slot is over for everybody. */
  private async *closeByIdOf(slot: number): AsyncGenerator<StreamItem<R>, void, undefined> {
    for (const [start, open] of this.open) {
      const isLast = isOverForAll(start, slot);
      if (slot <= start || (open.isAsked && !isLast)) continue;
      const hasSome = yield* this.fetched(start);
      open.isAsked = true;
      if (hasSome || isLast) this.open.delete(start);
    }
  }

  /** The same by the clock of the machine, which says nothing for certain: a slot where nothing is found stays open. */
  private async *closeByHeartbeat(now: number): AsyncGenerator<StreamItem<R>, void, undefined> {
    for (const [start, open] of this.open) {
      if (!open.due.some((time) => time <= now)) continue;
      const hasSome = yield* this.fetched(start);
      open.due = open.due.filter((time) => time > now);
      if (hasSome) this.open.delete(start);
    }
  }

  /** Gives what is new; whether there was anything at all: then the slot was over for whoever answered, and all of it was there. */
  private async *fetched(slot: number): AsyncGenerator<StreamItem<R>, boolean, undefined> {
    const records = await this.source.ofSlot(slot, this.options.fixtureId, this.signal);
    yield* this.fresh(records);
    return records.length > 0;
  }

  private *fresh(records: readonly R[]): Generator<StreamItem<R>, void, undefined> {
    for (const record of records) if (this.isNew(record)) yield { record, id: null };
  }

  /** Remembers the record; false: it was given before. */
  private isNew(record: R): boolean {
    const slot = slotOf(record.Ts);
    const key = this.source.keyOf(record);
    const keys = this.given.get(slot) ?? new Set();
    if (keys.has(key)) return false;
    keys.add(key);
    this.given.set(slot, keys);
    if (this.given.size > REMEMBERED) this.forget();
    return true;
  }

  /** What can come again is of the slots in the window, of those still to fetch, and of those that a gap would begin with. */
  private forget(): void {
    const newest = Math.max(...this.given.keys());
    const kept = Math.min(
      newest - (REMEMBERED - 1) * MS_PER_SLOT,
      (this.lastId ? startOf(this.lastId) : newest) - MS_PER_SLOT,
      ...this.open.keys(),
    );
    for (const slot of this.given.keys()) if (slot < kept) this.given.delete(slot);
  }
}

/** A slot that history may not have shown yet. An empty answer does not tell: nothing is in it, or it runs for whoever answered. */
interface OpenSlot {
  /** Whether it was asked for since ids showed that it is over. */
  isAsked: boolean;
  /** Times of heartbeats at which it is asked for again, ms. */
  due: readonly number[];
}

/** Whether a slot is over by every clock of the service when ids are of the slot `current`: clocks that differ by a whole slot are broken. */
const isOverForAll = (start: number, current: number): boolean => current >= start + 2 * MS_PER_SLOT;

/**
 * When a slot that ends at `over` is asked for, by the clock of heartbeats, which showed `now` when the newest record was of the slot `last`:
 * at once when it is over by this clock, a little later for those that are behind, and when so much time has passed since that it is over by the
 * clock of records, whatever that shows: it may be another one, where matches are simulated.
 */
const dueTimes = (over: number, last: number, now: number): readonly number[] =>
  [over, over + CLOCKS_DIFFER, now + Math.max(0, over - last) + CLOCKS_DIFFER].filter((time) => time > now);

/** One connection of a stream. */
class Connection {
  constructor(
    private readonly session: ServiceSession,
    private readonly path: string,
    private readonly options: StreamOptions,
    private readonly signal: AbortSignal,
    private readonly lastId: string | undefined,
  ) {}

  /** Events as they come; a batch may be empty. Errors: `BrokenConnection`; MALFORMED_RESPONSE of what comes. */
  async *events(): AsyncGenerator<StreamedEvent[], void, undefined> {
    const { silence = 45_000, fixtureId, onNotice } = this.options;
    const { path, lastId, session } = this;
    const cut = new AbortController();
    const follow = (): void => cut.abort(this.signal.reason);
    this.signal.addEventListener('abort', follow, { once: true });
    if (this.signal.aborted) follow();
    const response = await session
      .open({
        path,
        query: { fixtureId },
        headers: {
          accept: 'text/event-stream, application/problem+json;q=0.9',
          ...(lastId && { 'last-event-id': lastId }),
        },
        signal: cut.signal,
      })
      .catch((error: unknown) => {
        this.signal.removeEventListener('abort', follow);
        throw new BrokenConnection(error instanceof Error ? error.message : 'no answer', error);
      });
    onNotice?.({ kind: 'open' });
    const parser = new EventStreamParser();
    const reader = response.body?.getReader();
    if (!reader) return this.signal.removeEventListener('abort', follow);
    // The signal of a request may do nothing any more once its answer has begun: engines collect what links the two.
    cut.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}), { once: true });
    if (cut.signal.aborted) await reader.cancel().catch(() => {});
    let why: string | undefined;
    try {
      for (;;) {
        const stop = session.timers.after(silence, () => {
          why = `nothing came for ${silence} ms`;
          cut.abort();
        });
        const piece = await reader
          .read()
          .catch((error: unknown) => {
            throw new BrokenConnection(
              why ?? 'the connection broke',
              errorOf(SERVICE_UNAVAILABLE, { problem: 'no answer' }, { cause: error }),
            );
          })
          .finally(stop);
        if (piece.done && why !== undefined)
          throw new BrokenConnection(why, errorOf(SERVICE_UNAVAILABLE, { problem: 'no answer' }));
        if (piece.done) return;
        yield parser.push(piece.value);
      }
    } finally {
      this.signal.removeEventListener('abort', follow);
      cut.abort();
    }
  }
}

/** Why a connection is no more; `cause` decides whether another one is tried. */
class BrokenConnection extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
  }
}

function idOf(node: DocumentNode): string {
  const id = node.string();
  return EVENT_ID.test(id) ? id : node.wrong('an id of a stream event');
}

const slotOf = (ms: number): number => ms - (ms % MS_PER_SLOT);

/** Start of the slot of an id, ms. */
const startOf = (id: string): number => slotOf(Number(id.split(':', 1)[0]));

/** Path of a slot in the history endpoints: day, hour, interval. */
export function slotPath(slotStart: number): string {
  const { epochDay, slot } = slotTimeOf(slotStart);
  return `${epochDay}/${Math.floor(slot / 12)}/${slot % 12}`;
}
