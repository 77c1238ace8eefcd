import { MS_PER_SLOT } from '../../../ts/sdk/format/slotTime.js';
import type { RecordKind } from '../../../ts/service/data/store/recordKind.js';
import {
  type Append,
  type AppendKeys,
  type AppendState,
  assertFollows,
  type FixtureFilter,
  inParts,
  type KindState,
  type MissingSummary,
  type NewRecord,
  PAGE,
  type Paging,
  type RecordPlace,
  type RecordStore,
  type StoredFixture,
  type StoredRecord,
  type TimeRange,
} from '../../../ts/service/data/store/recordStore.js';
import { byTime, type MemoryDatabase, recordName, SORTED_KINDS } from './memoryDatabase.js';
import {
  fixtureRow,
  heldRow,
  missingRow,
  nextSeq,
  putFixtures,
  putHeld,
  putRecords,
  recordRow,
  replaceMissing,
  storedRecord,
} from './memoryRows.js';
import type { MemorySession } from './memorySession.js';
import { between, placeOf } from './memoryTable.js';
import { int4 } from './sqlFailure.js';

/** `RecordStore` in memory. */
export class MemoryRecords implements Pick<RecordStore, keyof RecordStore> {
  constructor(private readonly session: MemorySession) {}

  async append(keys: AppendKeys, decide: (state: AppendState) => Append): Promise<void> {
    return this.put(keys, (state) => {
      const append = decide(state);
      assertFollows(append, state);
      return append;
    });
  }

  /** Without the second net, for a bug that is planted below it. */
  async put(keys: AppendKeys, decide: (state: AppendState) => Append): Promise<void> {
    return this.session.run((database) => {
      const { fixtures, records, missing = new Map(), held = [], released = [] } = decide(appendState(database, keys));
      putFixtures(database, fixtures);
      putRecords(database, records);
      replaceMissing(database, missing.keys(), [...missing.values()].flat());
      for (const { fixtureId, seq } of released) database.held.delete(`${fixtureId}/${seq}`);
      putHeld(database, held);
    });
  }

  async fixture(fixtureId: number): Promise<StoredFixture | undefined> {
    return (await this.fixturesOf([fixtureId]))[0];
  }

  async fixturesOf(fixtureIds: readonly number[]): Promise<StoredFixture[]> {
    return this.session.run(({ fixtures }) =>
      [...new Set(fixtureIds)].flatMap((id) => fixtures.get(`${id}`) ?? []).map(fixtureRow),
    );
  }

  async fixtures(filter: FixtureFilter = {}): Promise<StoredFixture[]> {
    const { start: { from, to } = { from: -Infinity, to: Infinity }, competitionId } = filter;
    return this.session.run(({ fixtures }) =>
      fixtures
        .all()
        .filter(({ startTime }) => from <= startTime && startTime < to)
        .filter((one) => competitionId === undefined || one.competitionId === competitionId)
        .sort((a, b) => a.startTime - b.startTime || a.fixtureId - b.fixtureId)
        .map(fixtureRow),
    );
  }

  async find(kind: RecordKind, fixtureId: number, seq: number): Promise<StoredRecord | undefined> {
    return this.session.run((database) => {
      const found = database.records.get(recordName({ kind, fixtureId, seq: int4(seq) }));
      return found && storedRecord(database, found);
    });
  }

  async findMessage(messageId: string, ts: number): Promise<StoredRecord | undefined> {
    return this.session.run((database) => {
      const found = database.recordsByMessage.of(messageId).find((one) => one.ts === ts);
      return found?.kind === 'odds' ? storedRecord(database, found) : undefined;
    });
  }

  private async inRange(kind: RecordKind, { from, to }: TimeRange, fixtureId?: number): Promise<StoredRecord[]> {
    return this.list((database) => {
      if (fixtureId === undefined) return between(database.recordsByTime.of(kind), ({ ts }) => ts, from, to);
      const own = database.recordsBySeq.of(`${kind}/${fixtureId}`);
      return own.filter(({ ts }) => from <= ts && ts < to).sort(byTime);
    });
  }

  async latestTime(kind: RecordKind): Promise<number | null> {
    return this.session.run((database) => database.recordsByTime.of(kind).at(-1)?.ts ?? null);
  }

  async *fixturePages(filter: FixtureFilter = {}, limit = PAGE): AsyncGenerator<StoredFixture[]> {
    yield* inParts(await this.fixtures(filter), limit) as StoredFixture[][];
  }

  async *pagesInRange(kind: RecordKind, range: TimeRange, paging: Paging = {}): AsyncGenerator<StoredRecord[]> {
    const { fixtureId, latestFirst = false, limit = PAGE } = paging;
    const found = await this.inRange(kind, range, fixtureId);
    const sorted = found.sort((a, b) => a.streamSlot - b.streamSlot || a.streamIndex - b.streamIndex);
    yield* inParts(latestFirst ? sorted.reverse() : sorted, limit) as StoredRecord[][];
  }

  async *pagesOfFixture(kind: RecordKind, fixtureId: number, limit = PAGE): AsyncGenerator<StoredRecord[]> {
    yield* inParts(
      await this.list((database) => database.recordsBySeq.of(`${kind}/${fixtureId}`)),
      limit,
    ) as StoredRecord[][];
  }

  async *pagesByFixture(kind: RecordKind, range: TimeRange, limit = PAGE): AsyncGenerator<StoredRecord[]> {
    const found = await this.inRange(kind, range);
    yield* inParts(
      found.sort((a, b) => a.fixtureId - b.fixtureId || a.seq - b.seq),
      limit,
    ) as StoredRecord[][];
  }

  async latestOfEach(kind: RecordKind, fixtureId: number, { from, to }: TimeRange): Promise<StoredRecord[]> {
    return this.list((database) => {
      const own = database.recordsBySeq.of(`${kind}/${fixtureId}`);
      return latestByLabel(own.filter(({ ts }) => from <= ts && ts < to));
    });
  }

  async around(kind: RecordKind, fixtureId: number, slot: number, to: number): Promise<StoredRecord[]> {
    return this.list((database) => {
      const own = database.recordsBySeq.of(`${kind}/${fixtureId}`);
      const last = Math.max(to, slot + MS_PER_SLOT - 1);
      let before: NewRecord | undefined;
      for (const one of own) if (one.ts < slot && one.streamSlot < slot && one.ts >= (before?.ts ?? 0)) before = one;
      if (!before) return own.filter(({ ts }) => ts <= last);
      const { seq, ts } = before;
      const since = own.filter((one) => one.seq > seq && one.ts >= ts && one.ts <= last);
      return [...latestByLabel(own.filter((one) => one.seq <= seq && one.ts <= ts)), ...since];
    });
  }

  async streamAfter(kind: RecordKind, after: RecordPlace, limit: number): Promise<StoredRecord[]> {
    const { slot, index } = after;
    return this.list((database) => {
      const all = database.recordsByStream.of(kind);
      const isAfter = ({ streamSlot, streamIndex }: NewRecord) =>
        streamSlot > slot || (streamSlot === slot && streamIndex > index);
      const at = placeOf(all, isAfter);
      return all.slice(at, at + limit);
    });
  }

  async kindState(kind: RecordKind): Promise<KindState> {
    return this.session.run((database) => stateOfKind(database, kind));
  }

  async fixturesVersion(): Promise<string> {
    const { streamSlot, streamIndex } = await this.kindState('fixtures');
    return `${streamSlot}:${streamIndex}`;
  }

  async sealedUntil(): Promise<ReadonlyMap<RecordKind, number>> {
    return this.session.run((database) => new Map(SORTED_KINDS.map((kind) => [kind, database.kind(kind).sealedUntil])));
  }

  async missingScores(most = 3): Promise<MissingSummary> {
    return this.session.run((database) => {
      const runs = database.missing.all();
      const held = database.held.all();
      const waiting = [...new Set(held.map(({ fixtureId }) => fixtureId))].sort((a, b) => a - b);
      return {
        missing: runs.reduce((sum, { first, last }) => sum + last - first + 1, 0),
        held: held.length,
        runs: runs
          .sort((a, b) => b.since - a.since)
          .slice(0, most)
          .map(missingRow),
        waiting: waiting
          .slice(0, most)
          .map((fixtureId) => ({ fixtureId, nextSeq: nextSeq(database, 'scores', fixtureId) })),
      };
    });
  }

  private list(find: (database: MemoryDatabase) => readonly NewRecord[]): Promise<StoredRecord[]> {
    return this.session.run((database) => find(database).map((record) => storedRecord(database, record)));
  }
}

/** The last record of each label, in `seq` order; of records in this order. */
function latestByLabel(records: readonly NewRecord[]): NewRecord[] {
  const latest = new Map(records.map((record) => [record.label, record]));
  return records.filter((record) => latest.get(record.label) === record);
}

function stateOfKind(database: MemoryDatabase, kind: RecordKind): KindState {
  const { sealedUntil, streamSlot, streamIndex } = database.kind(kind);
  return { sealedUntil, streamSlot, streamIndex };
}

function appendState(database: MemoryDatabase, keys: AppendKeys): AppendState {
  const { progress, records, recordsBySeq, recordsByMessage, missingByFixture, heldByFixture } = database;
  const names = new Set(keys.scores.map(({ fixtureId, seq }) => recordName({ kind: 'scores', fixtureId, seq })));
  const contents = new Set(keys.fixtureContents.map(hexOf));
  const known = [...new Set(keys.fixtureIds)].flatMap((id) => database.fixtures.get(`${id}`) ?? []);
  const fixtures = new Map(known.map((fixture) => [fixture.fixtureId, fixtureRow(fixture)]));
  const existing = [
    ...[...names].flatMap((name) => records.get(name) ?? []),
    ...[...new Set(keys.messageIds)].flatMap((messageId) => recordsByMessage.of(messageId)),
    ...known.flatMap(({ fixtureId }) =>
      recordsBySeq.of(`fixtures/${fixtureId}`).filter(({ contentHash }) => contents.has(hexOf(contentHash))),
    ),
  ];
  const asked = new Set(keys.scores.map(({ fixtureId }) => fixtureId));
  const missing = (fixtureId: number) => (asked.has(fixtureId) ? missingByFixture.of(`${fixtureId}`) : []);
  return {
    kinds: new Map(keys.kinds.map((kind) => [kind, stateOfKind(database, kind)])),
    fixtures,
    progress: (kind, fixtureId) => {
      const isAsked = keys.kinds.includes(kind) && fixtures.has(fixtureId);
      const there = isAsked ? progress.get(`${kind}/${fixtureId}`) : undefined;
      return { nextSeq: there?.nextSeq ?? 0, lastTs: there?.lastTs ?? 0 };
    },
    existing: existing.map(recordRow),
    missing: (fixtureId) => missing(fixtureId).map(missingRow),
    around: (fixtureId, seq) => {
      const isKey = names.has(recordName({ kind: 'scores', fixtureId, seq }));
      if (!isKey || !missing(fixtureId).some(({ first, last }) => first <= seq && seq <= last)) return undefined;
      const own = recordsBySeq.of(`scores/${fixtureId}`);
      const before = own[placeOf(own, (one) => one.seq >= seq) - 1];
      const after = own[placeOf(own, (one) => one.seq > seq)];
      return { before: before?.ts ?? 0, after: after?.ts ?? Number.MAX_SAFE_INTEGER };
    },
    held: (fixtureId) => {
      const isNext = names.has(recordName({ kind: 'scores', fixtureId, seq: nextSeq(database, 'scores', fixtureId) }));
      return isNext ? heldByFixture.of(`${fixtureId}`).map(heldRow) : [];
    },
  };
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
