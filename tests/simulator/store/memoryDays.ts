import { ARCHIVE_CONFLICT, UNSEALED_RECORDS } from '../../../ts/sdk/error/codes/operation.js';
import { fail } from '../../../ts/sdk/error/linesmanError.js';
import { equalBytes } from '../../../ts/sdk/format/hash.js';
import type { BatchKey } from '../../../ts/service/data/store/batchStore.js';
import type { BatchHistory, DayStore, StoredTrees, WholeBatch } from '../../../ts/service/data/store/dayStore.js';
import { type RecordKind, slotLength, slotStartOf } from '../../../ts/service/data/store/recordKind.js';
import type { NewRecord, StoredFixture, TimeRange } from '../../../ts/service/data/store/recordStore.js';
import { inParts } from '../../../ts/service/data/store/recordStore.js';
import { statedInArchive, statedWithArchive } from '../../../ts/service/data/store/statedStats.js';
import { type BatchRow, batchName, type MemoryDatabase, recordName, SORTED_KINDS } from './memoryDatabase.js';
import {
  advance,
  batchFixtureRow,
  checkFixtures,
  fixtureRow,
  nextSeq,
  recordRow,
  replaceMissing,
} from './memoryRows.js';
import type { MemorySession } from './memorySession.js';
import { between } from './memoryTable.js';
import { int4, text } from './sqlFailure.js';

/** `DayStore` in memory. */
export class MemoryDays implements Pick<DayStore, keyof DayStore> {
  constructor(private readonly session: MemorySession) {}

  async batches(kind: RecordKind, { from, to }: TimeRange): Promise<BatchHistory[]> {
    return this.session.run(({ batchesByKind }) =>
      between(batchesByKind.of(kind), ({ slotStart }) => slotStart, from, to).map(
        ({ leaves: _, root, ...history }) => ({
          ...history,
          root: root && new Uint8Array(root),
        }),
      ),
    );
  }

  async trees(key: BatchKey): Promise<StoredTrees> {
    return this.session.run(({ batches, fixturesOfBatches }) => {
      const leaves = batches.get(batchName(key))?.leaves ?? null;
      const fixtures = fixturesOfBatches.of(batchName(key)).map(batchFixtureRow);
      return { leaves: leaves && new Uint8Array(leaves), fixtures };
    });
  }

  async slotsWithRecords(kind: RecordKind, { from, to }: TimeRange): Promise<number[]> {
    return this.session.run(({ recordsByTime }) => {
      const records = between(recordsByTime.of(kind), ({ ts }) => ts, from, to);
      return [...new Set(records.map(({ ts }) => slotStartOf(kind, ts)))];
    });
  }

  async prepare(until: number, fixtures: readonly StoredFixture[]): Promise<void> {
    return this.session.run((database) => {
      for (const kind of SORTED_KINDS) {
        const state = database.kind(kind);
        if (state.sealedUntil >= until) continue;
        const [open] = between(database.recordsByTime.of(kind), ({ ts }) => ts, state.sealedUntil, until);
        if (open) fail(UNSEALED_RECORDS, { kind, ts: open.ts });
        database.kinds.put({ ...state, sealedUntil: until });
      }
      const hasChanged = inParts(fixtures).map((part) => prepareFixtures(database, part));
      const state = database.kind('fixtures');
      if (hasChanged.includes(true)) database.kinds.put({ ...state, streamIndex: state.streamIndex + 1 });
    });
  }

  async putBatch(batch: WholeBatch): Promise<number> {
    return this.session.run((database) => {
      const added = putRecords(database, batch);
      if (batch.kind === 'scores') putStated(database, batch);
      const fixtureIds = withOtherNumbers(database, batch);
      putProgress(database, batch);
      const runs = fixtureIds.flatMap((fixtureId) => missingRuns(database, fixtureId));
      replaceMissing(database, fixtureIds, runs);
      putTrees(database, batch);
      return added;
    });
  }
}

/** Returns whether a known fixture has changed. */
function prepareFixtures({ fixtures }: MemoryDatabase, part: readonly StoredFixture[]): boolean {
  const before = part.map(({ fixtureId }) => fixtures.get(`${fixtureId}`));
  let hasChanged = false;
  for (const [i, { fixtureId, sport, json }] of part.entries()) {
    const there = before[i];
    const stated = statedInArchive(there?.stated, json);
    const row = fixtureRow({ ...(part[i] as StoredFixture), ...(stated && { stated }) });
    if (there === undefined) {
      fixtures.insert(row);
      continue;
    }
    if (there.sport !== sport)
      fail(ARCHIVE_CONFLICT, { problem: 'other sport', fixtureId, inStore: there.sport, inArchive: sport });
    if (there.json === json || timeOf(there.json) > timeOf(json)) continue;
    if (timeOf(there.json) === timeOf(json)) fail(ARCHIVE_CONFLICT, { problem: 'other fixture', fixtureId });
    fixtures.put(row);
    hasChanged = true;
  }
  return hasChanged;
}

const timeOf = (json: string): number => Number((JSON.parse(json) as { Ts: unknown }).Ts);

/** Fixes what the sources state. */
function putStated({ fixtures }: MemoryDatabase, { records }: WholeBatch): void {
  for (const fixtureId of new Set(records.map((one) => one.fixtureId))) {
    const { stated: before, ...fixture } = fixtures.get(`${fixtureId}`) as StoredFixture;
    const stated = statedWithArchive(before, fixture, records);
    if (stated) fixtures.put(fixtureRow({ ...fixture, stated }));
  }
}

/** Inserts the records that are not there, and compares what the slot then has. Returns how many are new. */
function putRecords(database: MemoryDatabase, { kind, slotStart, records }: WholeBatch): number {
  const { recordsByTime } = database;
  let added = 0;
  for (const part of inParts(records)) {
    const fresh = part.map(recordRow).filter((row) => {
      if (database.records.clashes(row)) return false;
      database.records.insert(row);
      return true;
    });
    checkFixtures(database, fresh);
    added += fresh.length;
  }
  const there = between(recordsByTime.of(kind), ({ ts }) => ts, slotStart, slotStart + slotLength(kind));
  const found = new Map(there.map((row) => [recordName(row), row]));
  for (const record of records) {
    const same = found.get(recordName(record));
    found.delete(recordName(record));
    const { fixtureId, seq } = record;
    if (same === undefined || !isSame(same, recordRow(record)))
      fail(ARCHIVE_CONFLICT, { problem: 'other record', kind, slotStart, fixtureId, seq });
  }
  for (const { fixtureId, seq } of found.values())
    fail(ARCHIVE_CONFLICT, { problem: 'record not in archive', kind, slotStart, fixtureId, seq });
  return added;
}

const isSame = ({ contentHash: hash, ...a }: NewRecord, { contentHash, ...b }: NewRecord): boolean =>
  equalBytes(hash, contentHash) && Object.entries(b).every(([name, value]) => a[name as keyof typeof a] === value);

/** The matches whose scores in the batch do not follow the last known one without a gap. */
function withOtherNumbers(database: MemoryDatabase, { kind, records }: WholeBatch): number[] {
  if (kind !== 'scores') return [];
  const next = new Map<number, number>();
  const others = new Set<number>();
  for (const { fixtureId, seq } of records) {
    if (seq !== (next.get(fixtureId) ?? nextSeq(database, kind, fixtureId))) others.add(fixtureId);
    next.set(fixtureId, seq + 1);
  }
  return [...others];
}

function putProgress(database: MemoryDatabase, { kind, records }: WholeBatch): void {
  for (const part of inParts(records)) advance(database, part);
  const isBehind = (a: { streamSlot: number; streamIndex: number }, b: typeof a) =>
    a.streamSlot < b.streamSlot || (a.streamSlot === b.streamSlot && a.streamIndex < b.streamIndex);
  for (const { streamSlot, streamIndex } of records) {
    const state = database.kind(kind);
    const after = { streamSlot, streamIndex: int4(streamIndex + 1) };
    if (isBehind(state, after)) database.kinds.put({ ...state, ...after });
  }
}

/** The numbers that the stored scores of a match leave out, each since the record after it was accepted. */
function missingRuns({ recordsBySeq }: MemoryDatabase, fixtureId: number) {
  let next = 0;
  return recordsBySeq.of(`scores/${fixtureId}`).flatMap(({ seq, acceptedAt }) => {
    const run = { fixtureId, first: next, last: seq - 1, since: acceptedAt };
    next = seq + 1;
    return run.first <= run.last ? [run] : [];
  });
}

function putTrees({ batches, batchFixtures, fixturesOfBatches }: MemoryDatabase, batch: WholeBatch): void {
  const { kind, slotStart, state, alarm, frozenAt, builtAt, publishedAt, fixtures } = batch;
  const content = {
    root: new Uint8Array(batch.root),
    metadata: text(batch.metadata),
    leaves: new Uint8Array(batch.leaves),
  };
  const name = batchName(batch);
  const row: BatchRow = { kind, slotStart, state, alarm, frozenAt, builtAt, publishedAt, ...content };
  if ((batches.get(name)?.state ?? 'frozen') === 'frozen') batches.put(row);
  for (const fixture of fixtures.map((one) => ({ ...batchFixtureRow(one), kind, slotStart })))
    if (!batchFixtures.clashes(fixture)) batchFixtures.insert(fixture);
  const there = batches.get(name) as BatchRow;
  const parts = fixturesOfBatches.of(name);
  const isSameTree =
    isSameBytes(there.root, batch.root) &&
    isSameBytes(there.leaves, batch.leaves) &&
    there.metadata === batch.metadata &&
    parts.length === fixtures.length &&
    parts.every((part, i) => {
      const own = fixtures[i];
      return (
        own !== undefined &&
        part.fixtureId === own.fixtureId &&
        part.place === own.place &&
        part.firstSeq === own.firstSeq &&
        part.summary === own.summary &&
        equalBytes(part.leaves, own.leaves)
      );
    });
  if (!isSameTree) fail(ARCHIVE_CONFLICT, { problem: 'other batch', kind, slotStart });
}

const isSameBytes = (a: Uint8Array | null, b: Uint8Array): boolean => a !== null && equalBytes(a, b);
