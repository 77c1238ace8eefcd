import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOfText } from '@linesman/sdk/client';
import { fail, NO_RECORDING } from '@linesman/sdk/error';
import { MS_PER_SLOT } from '@linesman/sdk/format';
import { hasRecord } from '@linesman/sdk/internal/client/eventStream';
import { recordsOfText } from '@linesman/sdk/internal/client/recordList';
import type { ReplayedRecord } from '@linesman/service';
import { type RecordedRecord, recordedHeartbeat, recordedRecord } from '../record/recordedRecord.js';
import { readStreamFile } from '../stream/streamFile.js';
import {
  type AnswerLine,
  type EventLine,
  isPlace,
  type RecordedRoots,
  type RecordingHeader,
  streamFileName,
} from '../stream/streamLine.js';

/** A recording in the order of its world's time. */
export interface Timeline {
  /** World time, Unix ms, of the first record. */
  readonly start: number;
  /** World time at which the streams begin; earlier records come from lists. */
  readonly from: number;
  /** World time at which the recording ends. */
  readonly end: number;
  /** Fixtures from before the start. */
  readonly before: readonly string[];
  /** The latest recorded state of each roots account. */
  readonly roots: readonly RecordedRoots[];
  readonly events: number;
  readonly gaps: number;
  readonly header: RecordingHeader;
  /** Reads the files again, a line at a time. */
  records(): AsyncGenerator<ReplayedRecord>;
}

type StreamName = 'scores' | 'odds';
const STREAMS: readonly StreamName[] = ['scores', 'odds'];

/**
 * Reads a recording. Records that are only in lists, because the streams began after them or had gaps, are inserted at
 * their places. Errors: NO_RECORDING, MALFORMED_RECORDING.
 */
export async function readTimeline(folder: string): Promise<Timeline> {
  const pathOf = (stream: 'scores' | 'odds' | 'fixtures' | 'roots'): string => join(folder, streamFileName(stream));
  const present = STREAMS.filter((stream) => existsSync(pathOf(stream)));
  if (present.length === 0) fail(NO_RECORDING, { folder, missing: STREAMS.map(streamFileName).join(' and no ') });
  if (!existsSync(pathOf('fixtures'))) fail(NO_RECORDING, { folder, missing: streamFileName('fixtures') });
  const scans = await Promise.all(present.map((stream) => scan(stream, pathOf(stream))));
  const times = scans.flatMap(({ first, last }) => (first === undefined ? [] : [first, last]));
  if (times.length === 0) fail(NO_RECORDING, { folder, missing: 'records' });
  const from = Math.min(...times);
  const missed = scans.flatMap(missedRecords);
  const start = Math.min(from, ...missed.map(({ at }) => at));
  const fixtures = await fixtureRecords(pathOf('fixtures'));
  const firstOf = new Map<number, number>();
  for (const { firstOfFixture } of scans)
    for (const [fixtureId, at] of firstOfFixture) firstOf.set(fixtureId, Math.min(at, firstOf.get(fixtureId) ?? at));
  const { before, later } = placed(fixtures, start, firstOf);
  const header = scans[0]?.header;
  if (!header) return fail(NO_RECORDING, { folder, missing: 'records' });
  return {
    start,
    from,
    end: Math.max(...times),
    before,
    roots: await recordedRoots(pathOf('roots')),
    events: scans.reduce((sum, { events }) => sum + events, 0),
    gaps: scans.reduce((sum, { gaps }) => sum + gaps, 0),
    header,
    records: () =>
      merged([listed(later), ...scans.flatMap((one) => [listed(missedRecords(one)), streamed(pathOf(one.stream))])]),
  };
}

/** The facts from a first reading of a stream's file. */
interface Scan {
  readonly stream: StreamName;
  readonly header: RecordingHeader | undefined;
  /** World times, ms. */
  readonly first: number | undefined;
  readonly last: number;
  readonly events: number;
  readonly gaps: number;
  /** The records of the stream. */
  readonly keys: ReadonlySet<string>;
  /** The positions of each fixture's records in the stream, in order. */
  readonly placesOf: ReadonlyMap<number, readonly Place[]>;
  readonly firstOfFixture: ReadonlyMap<number, number>;
  /** The records of lists. */
  readonly listed: readonly ListedRecord[];
}

interface Place {
  /** `Seq` of scores, `Ts` of odds. */
  readonly order: number;
  readonly at: number;
}

interface ListedRecord {
  readonly text: string;
  readonly record: RecordedRecord;
}

async function scan(stream: StreamName, path: string): Promise<Scan> {
  const world = new WorldTime();
  const keys = new Set<string>();
  const placesOf = new Map<number, Place[]>();
  const firstOfFixture = new Map<number, number>();
  const lists = new Map<string, AnswerLine>();
  let header: RecordingHeader | undefined;
  let first: number | undefined;
  let events = 0;
  let gaps = 0;
  for await (const part of readStreamFile(path)) {
    if ('header' in part) {
      header = part.header;
      continue;
    }
    const { line } = part;
    if ('note' in line) gaps += line.note === 'gap' ? 1 : 0;
    else if ('path' in line) lists.set(line.path, line);
    else if ('data' in line) {
      const placed = world.of(line);
      if (world.last > 0) first ??= world.last;
      if (placed === null) continue;
      const { record, at } = placed;
      events++;
      keys.add(keyOf(record));
      const { fixtureId } = record;
      if (fixtureId === null) continue;
      if (!firstOfFixture.has(fixtureId)) firstOfFixture.set(fixtureId, at);
      const places = placesOf.get(fixtureId) ?? [];
      places.push({ order: record.seq ?? record.ts, at });
      placesOf.set(fixtureId, places);
    }
  }
  const listed = [...lists.values()]
    .filter(({ path: asked }) => stream === 'odds' || asked.includes('/historical/'))
    .flatMap(recordsOf);
  return { stream, header, first, last: world.last, events, gaps, keys, placesOf, firstOfFixture, listed };
}

/** The records of lists that the stream lacks, each after the records of its fixture that it follows. */
function missedRecords({ keys, placesOf, listed }: Scan): ReplayedRecord[] {
  const given = new Set<string>();
  const missed = listed.filter(({ record }) => {
    const key = keyOf(record);
    if (keys.has(key) || given.has(key)) return false;
    given.add(key);
    return true;
  });
  return missed
    .map(({ text, record }) => {
      const order = record.seq ?? record.ts;
      const behind = (placesOf.get(record.fixtureId ?? 0) ?? []).findLast((place) => place.order <= order);
      return { at: Math.max(record.ts, behind?.at ?? 0), text, id: null, order };
    })
    .sort((a, b) => a.at - b.at || a.order - b.order)
    .map(({ at, text, id }) => ({ at, text, id }));
}

/** Works out when the world accepted the records of a stream; never goes back. */
class WorldTime {
  last = 0;

  /** Null for heartbeats and other events without a record. */
  of({ at, id, event, data }: EventLine): { readonly at: number; readonly record: RecordedRecord } | null {
    if (event === 'heartbeat') {
      this.last = Math.max(this.last, recordedHeartbeat(data)?.time ?? 0);
      return null;
    }
    const record = event === null || event === 'message' ? recordedRecord(data) : null;
    if (record === null) return null;
    this.last = Math.max(this.last, isPlace(id) ? accepted(record.ts, at, slotOfId(id)) : record.ts);
    return { at: this.last, record };
  }
}

/**
 * The time at which a record of this slot was accepted. It is the time of arrival, unless the record was late or the
 * world's clock differs from the recorder's, as a simulated clock does. It is then the time in the slot that is closest
 * to the record's own.
 */
const accepted = (ts: number, arrival: number, slot: number): number =>
  arrival >= ts && arrival - (arrival % MS_PER_SLOT) === slot
    ? arrival
    : Math.min(Math.max(ts, slot), slot + MS_PER_SLOT - 1);

const keyOf = ({ fixtureId, seq, messageId, ts }: RecordedRecord): string =>
  messageId === null ? `${fixtureId}:${seq}` : `${messageId}@${ts}`;

const slotOfId = (id: string): number => Number(id.split(':', 1)[0]);

/** The records of a list. Those in an event stream keep their exact text. */
function recordsOf({ path, body }: AnswerLine): ListedRecord[] {
  const texts = /^\s*[[{]/.test(body)
    ? recordsOfText(path, body, (value) => JSON.stringify(value))
    : eventsOfText(body)
        .filter(hasRecord)
        .map(({ data }) => data);
  return texts.flatMap((text) => {
    const record = recordedRecord(text);
    return record === null ? [] : [{ text, record }];
  });
}

/** All recorded fixture records, by time. */
async function fixtureRecords(path: string): Promise<readonly ListedRecord[]> {
  const found = new Map<string, ListedRecord>();
  for await (const part of readStreamFile(path)) {
    if (!('line' in part) || !('path' in part.line)) continue;
    for (const one of recordsOf(part.line)) if (!found.has(one.text)) found.set(one.text, one);
  }
  return [...found.values()].sort((a, b) => a.record.ts - b.record.ts);
}

/** Fixtures from before the start, and later ones. A fixture is known before its first record. */
export function placed(fixtures: readonly ListedRecord[], start: number, firstOf: ReadonlyMap<number, number>) {
  const known = new Set<number | null>();
  const before: string[] = [];
  const later: ReplayedRecord[] = [];
  for (const { text, record } of fixtures) {
    const { fixtureId, ts } = record;
    const needed = known.has(fixtureId) ? Number.POSITIVE_INFINITY : (firstOf.get(fixtureId ?? 0) ?? ts);
    known.add(fixtureId);
    const at = Math.min(ts, needed);
    if (at <= start) before.push(text);
    else later.push({ at, text, id: null });
  }
  return { before, later: later.sort((a, b) => a.at - b.at) };
}

async function recordedRoots(path: string): Promise<readonly RecordedRoots[]> {
  if (!existsSync(path)) return [];
  const latest = new Map<string, RecordedRoots>();
  for await (const part of readStreamFile(path))
    if ('line' in part && 'roots' in part.line) latest.set(part.line.roots.address, part.line.roots);
  return [...latest.values()];
}

async function* streamed(path: string): AsyncGenerator<ReplayedRecord> {
  const world = new WorldTime();
  for await (const part of readStreamFile(path)) {
    if (!('line' in part) || !('data' in part.line)) continue;
    const placed = world.of(part.line);
    if (placed) yield { at: placed.at, text: part.line.data, id: isPlace(part.line.id) ? part.line.id : null };
  }
}

export async function* listed(records: readonly ReplayedRecord[]): AsyncGenerator<ReplayedRecord> {
  yield* records;
}

/** Merges sources that are in time order. Of records with the same time, the one of the earlier source comes first. */
export async function* merged(sources: readonly AsyncGenerator<ReplayedRecord>[]): AsyncGenerator<ReplayedRecord> {
  const heads = await Promise.all(sources.map(async (source) => ({ source, next: await source.next() })));
  try {
    for (;;) {
      let first: (typeof heads)[number] | undefined;
      for (const head of heads)
        if (!head.next.done && (!first || first.next.done || head.next.value.at < first.next.value.at)) first = head;
      if (!first || first.next.done) return;
      yield first.next.value;
      first.next = await first.source.next();
    }
  } finally {
    await Promise.all(sources.map((source) => source.return(undefined)));
  }
}
