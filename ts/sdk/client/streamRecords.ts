import { INVALID_STREAM_EVENT, STREAM_GAP } from '../error/codes/api.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, type OptionRules, optional } from '../format/checkOptions.js';
import { DURATION, FUNCTION, integerOf, SIGNAL, TEXT } from '../format/optionKinds.js';
import { MS_PER_SLOT, slotTimeOf } from '../format/slotTime.js';
import { DocumentNode } from '../proof/document.js';
import { dataOf, hasRecord, placeOfEvent, type StreamedEvent } from './eventStream.js';
import { type ConnectionOptions, reconnecting } from './reconnecting.js';
import type { ServiceSession } from './serviceSession.js';

/** A record of a stream. */
export interface StreamItem<R> {
  readonly record: R;
  /** Pass it as `lastEventId` to resume. Null for a record fetched from history to fill a gap. */
  readonly id: string | null;
}

export interface StreamOptions extends ConnectionOptions {
  /** Id of the last processed record. The stream resumes after it. */
  readonly lastEventId?: string;
  /** Ends the iteration without an error. */
  readonly signal?: AbortSignal;
  /**
   * Maximum length of a gap in 5-minute slots, first and last included. A longer one is STREAM_GAP. Default 288, a day.
   */
  readonly maxGapSlots?: number;
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

/** The differences between streams of odds and of scores. */
export interface StreamSource<R> {
  readonly path: string;
  readonly read: (data: unknown, path: string) => R;
  /** Identifies a record within its slot. */
  readonly keyOf: (record: R) => string;
  /**
   * Fetches the records dated in a slot, by its start in ms: none before it is over by
   * the server's clock, all stored ones after.
   */
  readonly ofSlot: (
    slotStart: number,
    fixtureId: number | undefined,
    signal: AbortSignal,
  ) => AsyncIterable<readonly R[]>;
  /** Fetches the records of a fixture in the current slot. */
  readonly running: (fixtureId: number, signal: AbortSignal) => Promise<readonly R[]>;
}

/** Number of slots whose delivered records are remembered. */
const REMEMBERED = 3;
/**
 * Tolerated clock difference, in ms, between processes of a service as judged by heartbeats. Ids tolerate a whole slot.
 */
const CLOCKS_DIFFER = 30_000;
const EVENT_ID = /^\d{1,16}:\d{1,10}$/;

/**
 * Streams records, each once, across reconnects: a lost or silent connection is reopened after the last id. Records
 * that the service no longer buffers are fetched from history (notice `gap`); those in the current slot follow when the
 * slot ends, or at once if the stream has one fixture. Records of a connection keep the service's order; those from
 * history come later. Aborting the signal or leaving the loop ends the stream.
 *
 * Limits of gaps. History is ordered by `Ts`, ids by the time of acceptance, so a gap is filled with whole slots, from
 * the slot before its first id, where a late record may be dated. Records accepted even later are missed, but only if
 * their slot was sealed late. After a restart with `lastEventId`, records of those first two slots may come again. A
 * gap that was still open when the process ended is filled only if the restart uses the gap's `from`. Clocks of the
 * service's processes may differ by 30 s, or by a slot while records arrive. History samples odds again, so samples
 * around a gap may differ.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION; INVALID_STREAM_EVENT for a malformed `lastEventId`; the error
 * of a refusal (400, 401 twice, 403); SERVICE_UNAVAILABLE without a connection; STREAM_GAP; MALFORMED_RESPONSE,
 * INVALID_NUMBER, UNKNOWN_FIELD or UNKNOWN_SPORT for an invalid record.
 */
export async function* streamRecords<R extends { readonly Ts: number }>(
  session: ServiceSession,
  source: StreamSource<R>,
  options: StreamOptions = {},
): AsyncGenerator<StreamItem<R>, void, undefined> {
  checkOptions('stream', options, OPTIONS);
  const { lastEventId, signal } = options;
  if (lastEventId !== undefined && !EVENT_ID.test(lastEventId)) fail(INVALID_STREAM_EVENT, { id: lastEventId });
  // Leaving the loop aborts requests in progress.
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
  /** Keys of delivered records, by the start of their slot. */
  private readonly given = new Map<number, Set<string>>();
  /** Slots, by start, to fetch again, because they were not over, or had no records yet. */
  private readonly open = new Map<number, OpenSlot>();

  constructor(
    private readonly session: ServiceSession,
    private readonly source: StreamSource<R>,
    private readonly options: StreamOptions,
    private readonly signal: AbortSignal,
  ) {
    this.lastId = options.lastEventId;
  }

  items(): AsyncGenerator<StreamItem<R>, void, undefined> {
    const { session, source, options, signal } = this;
    const { path } = source;
    return reconnecting({
      session,
      path,
      options,
      signal,
      lastId: () => this.lastId,
      deliver: (one) => this.item(one),
    });
  }

  private async *item(event: StreamedEvent): AsyncGenerator<StreamItem<R>, void, undefined> {
    if (event.event === 'heartbeat') return yield* this.heartbeat(event);
    if (!hasRecord(event)) return;
    const record = this.source.read(dataOf(event), placeOfEvent(event));
    if (event.id !== null && EVENT_ID.test(event.id)) {
      // This runs before `lastId` moves on, because this event must come again if history is unavailable.
      yield* this.closeByIdOf(startOf(event.id));
      this.lastId = event.id;
    }
    if (this.isNew(record)) yield { record, id: event.id };
  }

  private async *heartbeat(event: StreamedEvent): AsyncGenerator<StreamItem<R>, void, undefined> {
    const { onNotice } = this.options;
    const data = objectOf(event);
    if (data === null) return;
    const node = new DocumentNode(data, '$(heartbeat)');
    const time = node.find('ts')?.value;
    const seconds = Number.isSafeInteger(time) ? (time as number) : 0;
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
    // The id may lie in the future, if the service has lost its data.
    const first = EVENT_ID.test(from) ? Math.min(startOf(from), last) : last;
    const slots = (last - first) / MS_PER_SLOT + 1;
    if (slots > maxGapSlots) fail(STREAM_GAP, { from, to, slots, limit: maxGapSlots });
    // A record accepted in the first slot may be dated in the one before.
    for (let slot = first - MS_PER_SLOT; slot <= last; slot += MS_PER_SLOT) {
      const hasSome = yield* this.fetched(slot);
      const over = slot + MS_PER_SLOT;
      if (isOverForAll(slot, last) || (hasSome && over <= last)) this.open.delete(slot);
      else this.open.set(slot, { isAsked: over <= last, due: dueTimes(over, last, now) });
    }
    if (fixtureId !== undefined) yield* this.fresh(await this.source.running(fixtureId, this.signal));
    // Resuming from the old id would report the same gap again.
    this.lastId = to;
  }

  /** Fetches open slots again: at the first id of a later slot, and finally when the slot is over by every clock. */
  private async *closeByIdOf(slot: number): AsyncGenerator<StreamItem<R>, void, undefined> {
    for (const [start, open] of this.open) {
      const isLast = isOverForAll(start, slot);
      if (slot <= start || (open.isAsked && !isLast)) continue;
      const hasSome = yield* this.fetched(start);
      open.isAsked = true;
      if (hasSome || isLast) this.open.delete(start);
    }
  }

  /** Fetches open slots by the clock of heartbeats. That clock is not certain, so an empty slot stays open. */
  private async *closeByHeartbeat(now: number): AsyncGenerator<StreamItem<R>, void, undefined> {
    for (const [start, open] of this.open) {
      if (!open.due.some((time) => time <= now)) continue;
      const hasSome = yield* this.fetched(start);
      open.due = open.due.filter((time) => time > now);
      if (hasSome) this.open.delete(start);
    }
  }

  /** Yields the new records of a slot. Returns whether it had any: then it was over, and complete. */
  private async *fetched(slot: number): AsyncGenerator<StreamItem<R>, boolean, undefined> {
    let hasSome = false;
    for await (const records of this.source.ofSlot(slot, this.options.fixtureId, this.signal)) {
      hasSome ||= records.length > 0;
      yield* this.fresh(records);
    }
    return hasSome;
  }

  private *fresh(records: readonly R[]): Generator<StreamItem<R>, void, undefined> {
    for (const record of records) if (this.isNew(record)) yield { record, id: null };
  }

  /** Remembers a record; false if it was delivered before. */
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

  /** Forgets slots that cannot come again: outside the window, not open, and before the start of any new gap. */
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

/** A slot that history may not have returned yet: an empty response means that it has no records, or is not over. */
interface OpenSlot {
  /** Whether it was fetched after ids showed that it is over. */
  isAsked: boolean;
  /** Heartbeat times, in ms, at which to fetch it again. */
  due: readonly number[];
}

/**
 * Whether a slot is over by every clock of the service once ids are in slot `current`. Working clocks differ by less
 * than a slot.
 */
const isOverForAll = (start: number, current: number): boolean => current >= start + 2 * MS_PER_SLOT;

/**
 * Heartbeat times at which to fetch a slot that ends at `over`, if heartbeats showed `now` when ids were in slot
 * `last`: when the slot is over by the clock of heartbeats; a little later, for processes whose clocks lag; and when it
 * must be over by the clock of records, which differs where matches are simulated.
 */
const dueTimes = (over: number, last: number, now: number): readonly number[] =>
  [over, over + CLOCKS_DIFFER, now + Math.max(0, over - last) + CLOCKS_DIFFER].filter((time) => time > now);

/** The object that a heartbeat carries; `null` if it only shows that the connection is alive. */
function objectOf(event: StreamedEvent): object | null {
  try {
    const data = dataOf(event);
    return typeof data === 'object' && !Array.isArray(data) ? data : null;
  } catch {
    return null;
  }
}

function idOf(node: DocumentNode): string {
  const id = node.string();
  return EVENT_ID.test(id) ? id : node.wrong('an id of a stream event');
}

const slotOf = (ms: number): number => ms - (ms % MS_PER_SLOT);

/** Start of an id's slot, in ms. */
const startOf = (id: string): number => slotOf(Number(id.split(':', 1)[0]));

/** Path segments of a slot in history endpoints: day, hour, interval. */
export function slotPath(slotStart: number): string {
  const { epochDay, slot } = slotTimeOf(slotStart);
  return `${epochDay}/${Math.floor(slot / 12)}/${slot % 12}`;
}
