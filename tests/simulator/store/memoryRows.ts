import type { BatchFixture } from '../../../ts/service/data/store/batchStore.js';
import { RECORD_KINDS, type RecordKind } from '../../../ts/service/data/store/recordKind.js';
import type {
  HeldScore,
  MissingScores,
  NewRecord,
  StoredFixture,
  StoredRecord,
} from '../../../ts/service/data/store/recordStore.js';
import { inParts } from '../../../ts/service/data/store/recordStore.js';
import type { MemoryDatabase } from './memoryDatabase.js';
import { CHECK, eachOnce, FOREIGN_KEY, int4, refuse, text } from './sqlFailure.js';

/** A copy that shares nothing with the original, with the columns of the table only. */
export const recordRow = (record: NewRecord): NewRecord => ({
  kind: record.kind,
  fixtureId: record.fixtureId,
  seq: int4(record.seq),
  ts: record.ts,
  acceptedAt: record.acceptedAt,
  streamSlot: record.streamSlot,
  streamIndex: int4(record.streamIndex),
  label: text(record.label),
  messageId: text(record.messageId),
  contentHash: new Uint8Array(record.contentHash),
  json: text(record.json),
});

export const fixtureRow = (fixture: StoredFixture): StoredFixture => ({
  fixtureId: fixture.fixtureId,
  sport: fixture.sport,
  competitionId: int4(fixture.competitionId),
  startTime: fixture.startTime,
  json: text(fixture.json),
  ...(fixture.stated && { stated: { ...fixture.stated } }),
});

export const missingRow = ({ fixtureId, first, last, since }: MissingScores): MissingScores => ({
  fixtureId,
  first: int4(first),
  last: int4(last),
  since,
});

export const heldRow = ({ fixtureId, seq, heldAt, contentHash, json }: HeldScore): HeldScore => ({
  fixtureId,
  seq: int4(seq),
  heldAt,
  contentHash: new Uint8Array(contentHash),
  json: text(json),
});

/** A copy with the competition of its fixture. */
export function storedRecord({ fixtures }: MemoryDatabase, record: NewRecord): StoredRecord {
  const { competitionId } = fixtures.get(`${record.fixtureId}`) as StoredFixture;
  return { ...recordRow(record), competitionId };
}

/** Foreign keys are checked at the end of a statement. */
export function checkFixtures({ fixtures }: MemoryDatabase, rows: readonly { readonly fixtureId: number }[]): void {
  for (const { fixtureId } of rows) if (!fixtures.get(`${fixtureId}`)) refuse(FOREIGN_KEY, `fixture ${fixtureId}`);
}

export function putFixtures({ fixtures }: MemoryDatabase, all: readonly StoredFixture[]): void {
  for (const part of inParts(all)) {
    eachOnce(part.map(({ fixtureId }) => fixtureId));
    for (const row of part.map(fixtureRow)) fixtures.put(row);
  }
}

/** Inserts records, and advances their fixtures and kinds. */
export function putRecords(database: MemoryDatabase, all: readonly NewRecord[]): void {
  for (const part of inParts(all)) {
    const rows = part.map(recordRow);
    const last = RECORD_KINDS.flatMap((kind) => rows.findLast((row) => row.kind === kind) ?? []);
    const places = last.map(({ kind, streamSlot, streamIndex }) => {
      return { kind, streamSlot, streamIndex: int4(streamIndex + 1) };
    });
    for (const row of rows) database.records.insert(row);
    checkFixtures(database, rows);
    advance(database, rows);
    for (const place of places) database.kinds.put({ ...database.kind(place.kind), ...place });
  }
}

/** Advances each fixture to its last one among these records, if it is not further already. */
export function advance({ progress }: MemoryDatabase, records: readonly NewRecord[]): void {
  const last = new Map<string, NewRecord>();
  for (const record of records) {
    const key = `${record.kind}/${record.fixtureId}`;
    if (record.seq > (last.get(key)?.seq ?? -1)) last.set(key, record);
  }
  for (const [key, { kind, fixtureId, seq, ts }] of last) {
    const there = progress.get(key) ?? { nextSeq: int4(seq + 1), lastTs: ts };
    progress.put({
      kind,
      fixtureId,
      nextSeq: Math.max(there.nextSeq, int4(seq + 1)),
      lastTs: Math.max(there.lastTs, ts),
    });
  }
}

export const nextSeq = ({ progress }: MemoryDatabase, kind: RecordKind, fixtureId: number): number =>
  progress.get(`${kind}/${fixtureId}`)?.nextSeq ?? 0;

/** Replaces the missing scores of these fixtures. */
export function replaceMissing(
  database: MemoryDatabase,
  fixtureIds: Iterable<number>,
  all: readonly MissingScores[],
): void {
  const { missing, missingByFixture } = database;
  for (const fixtureId of fixtureIds)
    for (const { first } of [...missingByFixture.of(`${fixtureId}`)]) missing.delete(`${fixtureId}/${first}`);
  for (const part of inParts(all)) {
    for (const row of part.map(missingRow)) {
      if (row.first > row.last) refuse(CHECK, 'a run without a number');
      missing.insert(row);
    }
    checkFixtures(database, part);
  }
}

/** Holds scores; one that is held already keeps the time since when it waits. */
export function putHeld(database: MemoryDatabase, all: readonly HeldScore[]): void {
  const { held } = database;
  for (const part of inParts(all)) {
    eachOnce(part.map(({ fixtureId, seq }) => `${fixtureId}/${seq}`));
    for (const row of part.map(heldRow)) {
      const { heldAt } = held.get(`${row.fixtureId}/${row.seq}`) ?? row;
      held.put({ ...row, heldAt });
    }
    checkFixtures(database, part);
  }
}

export const batchFixtureRow = ({ fixtureId, place, firstSeq, summary, leaves }: BatchFixture): BatchFixture => ({
  fixtureId,
  place,
  firstSeq,
  summary: text(summary),
  leaves: new Uint8Array(leaves),
});
