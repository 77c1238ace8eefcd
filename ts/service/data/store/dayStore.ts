import { ARCHIVE_CONFLICT, fail, UNSEALED_RECORDS } from '@linesman/sdk/error';
import { equalBytes, type Root } from '@linesman/sdk/format';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type BatchFixture, type BatchKey, partOf } from './batchStore.js';
import { type RecordKind, slotLength } from './recordKind.js';
import {
  inParts,
  inserting,
  type NewRecord,
  progressing,
  rowOf,
  type StoredFixture,
  type TimeRange,
} from './recordStore.js';
import { rowOfStated, statedInArchive, statedOfRow, statedWithArchive } from './statedStats.js';
import type { BatchState, Tables } from './tables.js';

/** A batch's state and its history, without its trees. */
export interface BatchHistory extends BatchKey {
  readonly state: BatchState;
  /** The stored value, whatever its length; `null` if not built. */
  readonly root: Uint8Array | null;
  /** JSON as stored; `null` if not built. */
  readonly metadata: string | null;
  /** ms. */
  readonly frozenAt: number;
  /** ms, or `null`. */
  readonly builtAt: number | null;
  /** ms, or `null`. */
  readonly publishedAt: number | null;
  readonly alarm: string | null;
}

/** A batch with all its contents, as `DayStore.putBatch` stores it. */
export interface WholeBatch extends BatchHistory {
  readonly state: 'built' | 'published';
  readonly root: Root;
  readonly metadata: string;
  /** Leaves of the main tree, 32 bytes each. */
  readonly leaves: Uint8Array;
  readonly fixtures: readonly BatchFixture[];
  /** Every record of the slot. */
  readonly records: readonly NewRecord[];
}

/** Trees of a batch as stored, unchecked. */
export interface StoredTrees {
  /** Leaves of the main tree. */
  readonly leaves: Uint8Array | null;
  /** By place. */
  readonly fixtures: readonly BatchFixture[];
}

/** Rows per statement; PostgreSQL allows 65,535 parameters. */
const MAX_ROWS = 1_000;

type Row = Tables['record'];

/** Whole days of the store, for backup, restore and audit. */
export class DayStore {
  constructor(private readonly database: Kysely<Tables>) {}

  /** Batches in the range, in any state, earliest first. */
  async batches(kind: RecordKind, { from, to }: TimeRange): Promise<BatchHistory[]> {
    const rows = await this.database
      .selectFrom('slot_batch')
      .select(['kind', 'slot_start', 'state', 'root', 'metadata', 'frozen_at', 'built_at', 'published_at', 'alarm'])
      .where('kind', '=', kind)
      .where('slot_start', '>=', from)
      .where('slot_start', '<', to)
      .orderBy('slot_start')
      .execute();
    return rows.map(({ slot_start, frozen_at, built_at, published_at, ...same }) => ({
      ...same,
      slotStart: slot_start,
      frozenAt: frozen_at,
      builtAt: built_at,
      publishedAt: published_at,
    }));
  }

  /** The trees of a batch; without leaves if it is not built. */
  async trees({ kind, slotStart }: BatchKey): Promise<StoredTrees> {
    const batch = await this.database
      .selectFrom('slot_batch')
      .select('leaves')
      .where('kind', '=', kind)
      .where('slot_start', '=', slotStart)
      .executeTakeFirst();
    const rows = await fixtureRows(this.database, { kind, slotStart });
    return { leaves: batch?.leaves ?? null, fixtures: rows.map(partOf) };
  }

  /** Starts of the slots in the range that have records, earliest first. */
  async slotsWithRecords(kind: RecordKind, { from, to }: TimeRange): Promise<number[]> {
    const rows = await this.database
      .selectFrom('record')
      .select(sql<number>`ts - ts % ${sql.lit(slotLength(kind))}`.as('slot_start'))
      .distinct()
      .where('kind', '=', kind)
      .where('ts', '>=', from)
      .where('ts', '<', to)
      .orderBy('slot_start')
      .execute();
    return rows.map(({ slot_start }) => slot_start);
  }

  /**
   * Prepares the store for batches of slots that end before `until` (ms): closes the time before it to new records, and
   * stores the fixtures, keeping the later of two versions. Errors: UNSEALED_RECORDS when records before `until` are in
   * no batch; ARCHIVE_CONFLICT when a known fixture has another sport, or other content with the same time.
   */
  async prepare(until: number, fixtures: readonly StoredFixture[]): Promise<void> {
    await this.database.transaction().execute(async (transaction) => {
      // All transactions take these locks in this order, so there are no deadlocks.
      const kinds = await transaction.selectFrom('record_kind').selectAll().orderBy('kind').forUpdate().execute();
      for (const { kind, sealed_until } of kinds) {
        if (sealed_until >= until) continue;
        const open = await transaction
          .selectFrom('record')
          .select('ts')
          .where('kind', '=', kind)
          .where('ts', '>=', sealed_until)
          .where('ts', '<', until)
          .limit(1)
          .executeTakeFirst();
        if (open) fail(UNSEALED_RECORDS, { kind, ts: open.ts });
        await transaction.updateTable('record_kind').set({ sealed_until: until }).where('kind', '=', kind).execute();
      }
      let hasChanged = false;
      for (let i = 0; i < fixtures.length; i += MAX_ROWS)
        hasChanged = (await putFixtures(transaction, fixtures.slice(i, i + MAX_ROWS))) || hasChanged;
      // Fixture caches watch the next position in the stream. Here fixtures change without a record that would advance
      // it.
      if (hasChanged)
        await transaction
          .updateTable('record_kind')
          .set({ stream_index: sql<number>`stream_index + 1` })
          .where('kind', '=', 'fixtures')
          .execute();
    });
  }

  /**
   * Stores a batch with its records in one transaction, after `prepare`. Leaves existing rows unchanged. Returns the
   * number of new records. Errors: ARCHIVE_CONFLICT when the batch or a record (`context.fixtureId`, `context.seq`) is
   * stored with other content.
   */
  async putBatch(batch: WholeBatch): Promise<number> {
    const { kind } = batch;
    return this.database.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom('record_kind')
        .select('kind')
        .where('kind', '=', kind)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const added = await putRecords(transaction, batch);
      if (kind === 'scores') await putStated(transaction, batch);
      const fixtureIds = await withOtherNumbers(transaction, batch);
      await putProgress(transaction, batch);
      if (fixtureIds.length > 0) await putMissing(transaction, fixtureIds);
      await putTrees(transaction, batch);
      return added;
    });
  }
}

type Database = Kysely<Tables> | Transaction<Tables>;

/** Returns whether a known fixture has changed. */
async function putFixtures(transaction: Transaction<Tables>, fixtures: readonly StoredFixture[]): Promise<boolean> {
  const ids = fixtures.map(({ fixtureId }) => fixtureId);
  if (ids.length === 0) return false;
  let hasChanged = false;
  const known = await transaction.selectFrom('fixture').selectAll().where('fixture_id', 'in', ids).execute();
  const before = new Map(known.map((row) => [row.fixture_id, row]));
  for (const { fixtureId, sport, competitionId, startTime, json } of fixtures) {
    const there = before.get(fixtureId);
    const own = { fixture_id: fixtureId, sport, competition_id: competitionId, start_time: startTime, json };
    const row = { ...own, ...rowOfStated(statedInArchive(there && statedOfRow(there), json)) };
    if (there === undefined) {
      await transaction.insertInto('fixture').values(row).execute();
      continue;
    }
    if (there.sport !== sport)
      fail(ARCHIVE_CONFLICT, { problem: 'other sport', fixtureId, inStore: there.sport, inArchive: sport });
    if (there.json === json || timeOf(there.json) > timeOf(json)) continue;
    if (timeOf(there.json) === timeOf(json)) fail(ARCHIVE_CONFLICT, { problem: 'other fixture', fixtureId });
    await transaction.updateTable('fixture').set(row).where('fixture_id', '=', fixtureId).execute();
    hasChanged = true;
  }
  return hasChanged;
}

/** Every fixture record has a `Ts`. */
const timeOf = (json: string): number => Number((JSON.parse(json) as { Ts: unknown }).Ts);

async function putRecords(transaction: Transaction<Tables>, batch: WholeBatch): Promise<number> {
  const { kind, slotStart, records } = batch;
  const rows = records.map(rowOf);
  let added = 0;
  for (const part of inParts(rows)) {
    const { numAffectedRows = 0n } = await sql`${inserting(part)} on conflict do nothing`.execute(transaction);
    added += Number(numAffectedRows);
  }
  const ofSlot = transaction
    .selectFrom('record')
    .where('kind', '=', kind)
    .where('ts', '>=', slotStart)
    .where('ts', '<', slotStart + slotLength(kind));
  if (added === rows.length) {
    const { count } = await ofSlot.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
    // All are new, and none was there before.
    if (Number(count) === added) return added;
  }
  // A conflict by number, stream place or message id shows up as a difference in the stored rows.
  const there = await ofSlot.selectAll().execute();
  const found = new Map(there.map((row) => [`${row.fixture_id}/${row.seq}`, row]));
  for (const row of rows) {
    const { fixture_id: fixtureId, seq } = row;
    const same = found.get(`${fixtureId}/${seq}`);
    found.delete(`${fixtureId}/${seq}`);
    if (same === undefined || !isSame(same, row))
      fail(ARCHIVE_CONFLICT, { problem: 'other record', kind, slotStart, fixtureId, seq });
  }
  for (const { fixture_id: fixtureId, seq } of found.values())
    fail(ARCHIVE_CONFLICT, { problem: 'record not in archive', kind, slotStart, fixtureId, seq });
  return added;
}

const isSame = ({ content_hash, ...a }: Row, { content_hash: hash, ...b }: Row): boolean =>
  equalBytes(content_hash, hash) && Object.entries(b).every(([name, value]) => a[name as keyof typeof a] === value);

async function putProgress(transaction: Transaction<Tables>, { kind, records }: WholeBatch): Promise<void> {
  let latest: NewRecord | undefined;
  for (const record of records) if (latest === undefined || isAfter(record, latest)) latest = record;
  for (const part of inParts(records.map(rowOf))) await progressing(transaction, part).execute();
  if (latest === undefined) return;
  const { streamSlot, streamIndex } = latest;
  await transaction
    .updateTable('record_kind')
    .set({ stream_slot: streamSlot, stream_index: streamIndex + 1 })
    .where('kind', '=', kind)
    .where(sql<boolean>`(stream_slot, stream_index) < (${streamSlot}::bigint, ${streamIndex + 1}::integer)`)
    .execute();
}

/** The matches whose scores in the batch do not follow the last known one without a gap. */
async function withOtherNumbers(transaction: Transaction<Tables>, { kind, records }: WholeBatch): Promise<number[]> {
  if (kind !== 'scores') return [];
  const fixtureIds = [...new Set(records.map(({ fixtureId }) => fixtureId))];
  const known = await transaction
    .selectFrom('fixture_progress')
    .select(['fixture_id', 'next_seq'])
    .where('kind', '=', kind)
    .where('fixture_id', 'in', fixtureIds)
    .execute();
  const next = new Map(known.map((row) => [row.fixture_id, row.next_seq]));
  const others = new Set<number>();
  for (const { fixtureId, seq } of records) {
    if (seq !== (next.get(fixtureId) ?? 0)) others.add(fixtureId);
    next.set(fixtureId, seq + 1);
  }
  return [...others];
}

/** Fixes what the sources state. Errors: STAT_KEYS_DIFFER. */
async function putStated(transaction: Transaction<Tables>, { records }: WholeBatch): Promise<void> {
  const fixtureIds = [...new Set(records.map(({ fixtureId }) => fixtureId))];
  const rows = await transaction.selectFrom('fixture').selectAll().where('fixture_id', 'in', fixtureIds).execute();
  for (const row of rows) {
    const { fixture_id: fixtureId, sport } = row;
    const before = statedOfRow(row);
    const stated = statedWithArchive(before, { fixtureId, sport }, records);
    if (stated !== before)
      await transaction.updateTable('fixture').set(rowOfStated(stated)).where('fixture_id', '=', fixtureId).execute();
  }
}

/** Finds the missing scores of these matches again, because the days of a match may arrive in any order. */
async function putMissing(transaction: Transaction<Tables>, fixtureIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ fixture_id: number; first_seq: number; last_seq: number; since: number }>`
    select fixture_id, previous + 1 as first_seq, seq - 1 as last_seq, accepted_at as since
    from (
      select fixture_id, seq, accepted_at, lag(seq, 1, -1) over (partition by fixture_id order by seq) as previous
      from record
      where kind = 'scores' and fixture_id = any(${fixtureIds}::bigint[])
    ) as stored
    where seq > previous + 1`.execute(transaction);
  await transaction.deleteFrom('missing_score').where('fixture_id', 'in', fixtureIds).execute();
  for (const part of inParts(rows)) await transaction.insertInto('missing_score').values(part).execute();
}

const isAfter = (a: NewRecord, b: NewRecord): boolean =>
  a.streamSlot > b.streamSlot || (a.streamSlot === b.streamSlot && a.streamIndex > b.streamIndex);

async function putTrees(transaction: Transaction<Tables>, batch: WholeBatch): Promise<void> {
  const { kind, slotStart, state, root, metadata, leaves, frozenAt, builtAt, publishedAt, alarm } = batch;
  const of = { kind, slot_start: slotStart };
  const content = { state, root, metadata, leaves, alarm };
  const times = { frozen_at: frozenAt, built_at: builtAt, published_at: publishedAt };
  await transaction
    .insertInto('slot_batch')
    .values({ ...of, ...content, ...times })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'slot_start'])
        .doUpdateSet({ ...content, ...times })
        .where('slot_batch.state', '=', 'frozen'),
    )
    .execute();
  const rows = batch.fixtures.map(({ fixtureId, place, firstSeq, summary, leaves: own }) => {
    return { ...of, fixture_id: fixtureId, place, first_seq: firstSeq, summary, leaves: own };
  });
  for (let i = 0; i < rows.length; i += MAX_ROWS)
    await transaction
      .insertInto('batch_fixture')
      .values(rows.slice(i, i + MAX_ROWS))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const there = await transaction
    .selectFrom('slot_batch')
    .select(['root', 'metadata', 'leaves'])
    .where('kind', '=', kind)
    .where('slot_start', '=', slotStart)
    .executeTakeFirstOrThrow();
  const fixtures = await fixtureRows(transaction, batch);
  const isSameTree =
    isSameBytes(there.root, root) &&
    isSameBytes(there.leaves, leaves) &&
    there.metadata === metadata &&
    fixtures.length === rows.length &&
    fixtures.every((row, i) => {
      const own = rows[i];
      return (
        own !== undefined &&
        row.fixture_id === own.fixture_id &&
        row.place === own.place &&
        row.first_seq === own.first_seq &&
        row.summary === own.summary &&
        equalBytes(row.leaves, own.leaves)
      );
    });
  if (!isSameTree) fail(ARCHIVE_CONFLICT, { problem: 'other batch', kind, slotStart });
}

const isSameBytes = (a: Uint8Array | null, b: Uint8Array): boolean => a !== null && equalBytes(a, b);

const fixtureRows = (database: Database, { kind, slotStart }: BatchKey): Promise<Tables['batch_fixture'][]> =>
  database
    .selectFrom('batch_fixture')
    .selectAll()
    .where('kind', '=', kind)
    .where('slot_start', '=', slotStart)
    .orderBy('place')
    .orderBy('fixture_id')
    .execute();
