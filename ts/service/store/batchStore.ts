import { type Kysely, sql } from 'kysely';
import { type BatchMetadata, equalBytes, type Hash, type Root, rootOf } from 'linesman/format';
import { type RecordKind, slotLength, slotStartOf } from './recordKind.js';
import type { Tables } from './tables.js';

/**
 * `frozen`: no record is added any more. `built`: leaves and root are stored. `published`: the root is on chain. A batch only ever goes from
 * one to the next, but for a fork of the chain that takes its root away: then it is `built` again.
 */
export type BatchState = 'frozen' | 'built' | 'published';

/** Names a batch. */
export interface BatchKey {
  readonly kind: RecordKind;
  /** First ms of its slot. */
  readonly slotStart: number;
}

/** A fixture in a batch. */
export interface BatchFixture {
  readonly fixtureId: number;
  /** Leaf of the main tree, from 1. */
  readonly place: number;
  /** `seq` of its first record in the slot; the others follow without a gap. */
  readonly firstSeq: number;
  /** The summary as JSON, hashes in hex. */
  readonly summary: string;
  /** Leaves of its sub-tree, 32 bytes each. */
  readonly leaves: Uint8Array;
}

/** Main tree of a batch. */
export interface BatchTree {
  readonly root: Root;
  readonly metadata: BatchMetadata;
  /** Leaves of the main tree, 32 bytes each. */
  readonly leaves: Uint8Array;
}

/** A batch that is built. */
export interface StoredBatch extends BatchTree, BatchKey {
  readonly state: 'built' | 'published';
  /** Why it counts as not published whatever its state, or `null`. */
  readonly alarm: string | null;
}

/** A batch that is built, as far as publishing needs it. */
export interface UnpublishedBatch extends BatchKey {
  readonly root: Root;
  /** Why it cannot be published, or `null`. */
  readonly alarm: string | null;
}

/** How far the roots of a kind have come. */
export interface RootsProgress {
  readonly kind: RecordKind;
  /** First ms of the earliest slot that has records and no root on chain, and that no alarm keeps back; it may still be running. */
  readonly waiting: number | null;
  /** First ms of the latest slot whose root is on chain. */
  readonly published: number | null;
  /** First ms of each slot with an alarm, published before or not: the chain holds another root there. */
  readonly alarms: readonly number[];
}

const MOST_ROWS = 500;
const FROZEN = {
  state: 'frozen',
  root: null,
  metadata: null,
  leaves: null,
  built_at: null,
  published_at: null,
  alarm: null,
} as const;

/** The batches and where they stand. Every step may be repeated: the second time changes nothing. */
export class BatchStore {
  constructor(private readonly database: Kysely<Tables>) {}

  /**
   * From now on no record gets a time before `until` (ms, the start of a slot); each slot before it that has records and no batch gets
   * one. Gives how many.
   */
  async freeze(kind: RecordKind, until: number, now: number): Promise<number> {
    return this.database.transaction().execute(async (transaction) => {
      const { sealed_until } = await transaction
        .selectFrom('record_kind')
        .selectAll()
        .where('kind', '=', kind)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (until <= sealed_until) return 0;
      const length = sql.lit(slotLength(kind));
      const slots = await transaction
        .selectFrom('record')
        .select(sql<number>`ts - ts % ${length}`.as('slot_start'))
        .distinct()
        .where('kind', '=', kind)
        .where('ts', '>=', sealed_until)
        .where('ts', '<', until)
        .execute();
      for (let i = 0; i < slots.length; i += MOST_ROWS)
        await transaction
          .insertInto('slot_batch')
          .values(
            slots.slice(i, i + MOST_ROWS).map(({ slot_start }) => ({ ...FROZEN, kind, slot_start, frozen_at: now })),
          )
          .execute();
      await transaction.updateTable('record_kind').set({ sealed_until: until }).where('kind', '=', kind).execute();
      return slots.length;
    });
  }

  /** Batches that are to be built, earliest first. */
  async frozen(): Promise<BatchKey[]> {
    const rows = await this.database
      .selectFrom('slot_batch')
      .select(['kind', 'slot_start'])
      .where('state', '=', 'frozen')
      .orderBy('slot_start')
      .orderBy('kind')
      .execute();
    return rows.map(({ kind, slot_start }) => ({ kind, slotStart: slot_start }));
  }

  /** Stores what was built of a frozen batch. False, and nothing changes, when it is built already. */
  async putBuilt(key: BatchKey, tree: BatchTree, fixtures: readonly BatchFixture[], now: number): Promise<boolean> {
    const { kind, slotStart } = key;
    return this.database.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('slot_batch')
        .set({
          state: 'built',
          root: tree.root,
          metadata: JSON.stringify(tree.metadata),
          leaves: tree.leaves,
          built_at: now,
        })
        .where('kind', '=', kind)
        .where('slot_start', '=', slotStart)
        .where('state', '=', 'frozen')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const rows = fixtures.map(({ fixtureId, place, firstSeq, summary, leaves }) => {
        return { kind, slot_start: slotStart, fixture_id: fixtureId, place, first_seq: firstSeq, summary, leaves };
      });
      for (let i = 0; i < rows.length; i += MOST_ROWS)
        await transaction
          .insertInto('batch_fixture')
          .values(rows.slice(i, i + MOST_ROWS))
          .execute();
      return true;
    });
  }

  /** Whether a root was ever published. */
  async hasPublished(): Promise<boolean> {
    const found = await this.database
      .selectFrom('slot_batch')
      .select('kind')
      .where('published_at', 'is not', null)
      .limit(1)
      .execute();
    return found.length > 0;
  }

  /** Batches that are to be published for the first time, earliest first. */
  async unpublished(): Promise<UnpublishedBatch[]> {
    return this.built('is');
  }

  /** Batches that were published and lost their root, earliest first. */
  async withdrawn(): Promise<UnpublishedBatch[]> {
    return this.built('is not');
  }

  private async built(everPublished: 'is' | 'is not'): Promise<UnpublishedBatch[]> {
    const rows = await this.database
      .selectFrom('slot_batch')
      .select(['kind', 'slot_start', 'root', 'alarm'])
      .where('state', '=', 'built')
      .where('published_at', everPublished, null)
      .orderBy('slot_start')
      .orderBy('kind')
      .execute();
    return rows.flatMap(rootedOf);
  }

  /**
   * Batches that were published in the last so many ms before the latest one was, or before `now` when a clock that was ahead has noted a later time;
   * and those with an alarm, earliest first.
   */
  async publishedLately(ms: number, now: number): Promise<UnpublishedBatch[]> {
    const rows = await this.database
      .selectFrom('slot_batch')
      .select(['kind', 'slot_start', 'root', 'alarm'])
      .where('state', '=', 'published')
      .where((is) =>
        is.or([
          is(
            'published_at',
            '>=',
            is
              .selectFrom('slot_batch')
              .select((of) =>
                sql<number>`least(${of.fn.max('published_at')}, ${now}::bigint) - ${ms}::bigint`.as('from'),
              ),
          ),
          is('alarm', 'is not', null),
        ]),
      )
      .orderBy('slot_start')
      .orderBy('kind')
      .execute();
    return rows.flatMap(rootedOf);
  }

  /** The root of a built batch is on chain. */
  async markPublished({ kind, slotStart }: BatchKey, now: number): Promise<void> {
    await this.database
      .updateTable('slot_batch')
      .set({ state: 'published', published_at: now, alarm: null })
      .where('kind', '=', kind)
      .where('slot_start', '=', slotStart)
      .where('state', '=', 'built')
      .execute();
  }

  /**
   * The root of a built batch is not on chain, whether it was before or not: from now on it is missing. `alarm`: what is there instead, or `null`.
   * When it was published the first time stays noted.
   */
  async markMissing({ kind, slotStart }: BatchKey, alarm: string | null): Promise<void> {
    await this.database
      .updateTable('slot_batch')
      .set({ state: 'built', alarm })
      .where('kind', '=', kind)
      .where('slot_start', '=', slotStart)
      .where('state', '!=', 'frozen')
      .execute();
  }

  /** The chain does not hold another root any more. */
  async clearAlarm({ kind, slotStart }: BatchKey): Promise<void> {
    await this.database
      .updateTable('slot_batch')
      .set({ alarm: null })
      .where('kind', '=', kind)
      .where('slot_start', '=', slotStart)
      .execute();
  }

  /** Where a batch stands, or `undefined` when its slot is not frozen or had no records. */
  async state({ kind, slotStart }: BatchKey): Promise<BatchState | undefined> {
    const row = await this.database
      .selectFrom('slot_batch')
      .select('state')
      .where('kind', '=', kind)
      .where('slot_start', '=', slotStart)
      .executeTakeFirst();
    return row?.state;
  }

  /** Batches that nothing may be proven of at the moment: no root of theirs is on chain, or another one. By indices only. */
  async unproven(): Promise<BatchKey[]> {
    const columns = ['kind', 'slot_start'] as const;
    const rows = await this.database
      .selectFrom('slot_batch')
      .select(columns)
      .where('state', '!=', 'published')
      .unionAll(this.database.selectFrom('slot_batch').select(columns).where('alarm', 'is not', null))
      .execute();
    return rows.map(({ kind, slot_start }) => ({ kind, slotStart: slot_start }));
  }

  /** A batch, once it is built. */
  async find({ kind, slotStart }: BatchKey): Promise<StoredBatch | undefined> {
    const row = await this.database
      .selectFrom('slot_batch')
      .selectAll()
      .where('kind', '=', kind)
      .where('slot_start', '=', slotStart)
      .executeTakeFirst();
    if (!row || row.state === 'frozen' || !row.root || !row.leaves || row.metadata === null) return undefined;
    const metadata = JSON.parse(row.metadata) as BatchMetadata;
    const { state, alarm, leaves } = row;
    return { kind, slotStart, state, alarm, root: rootOf(row.root), leaves, metadata };
  }

  /** The part of a fixture in a batch, once it is built. */
  async findFixture({ kind, slotStart }: BatchKey, fixtureId: number): Promise<BatchFixture | undefined> {
    const row = await this.database
      .selectFrom('batch_fixture')
      .selectAll()
      .where('kind', '=', kind)
      .where('slot_start', '=', slotStart)
      .where('fixture_id', '=', fixtureId)
      .executeTakeFirst();
    if (!row) return undefined;
    const { place, first_seq, summary, leaves } = row;
    return { fixtureId, place, firstSeq: first_seq, summary, leaves };
  }

  /** How far the roots of each kind have come, by indices only: it is asked often. */
  async progress(): Promise<RootsProgress[]> {
    const { rows } = await sql<{
      kind: RecordKind;
      running: number | null;
      waiting: number | null;
      published: number | null;
      alarms: number[];
    }>`
      select kind,
        -- Also what nobody has frozen yet: whoever should do it may be gone.
        (select min(ts) from record where kind = k.kind and ts >= k.sealed_until) as running,
        (select min(slot_start) from slot_batch where kind = k.kind and state <> 'published' and alarm is null) as waiting,
        (select slot_start from slot_batch where kind = k.kind and state = 'published' and alarm is null
          order by slot_start desc limit 1) as published,
        (select coalesce(json_agg(slot_start order by slot_start), '[]') from slot_batch
          where kind = k.kind and alarm is not null) as alarms
      from record_kind as k order by kind`.execute(this.database);
    return rows.map(({ kind, running, waiting, published, alarms }) => {
      const open = [waiting, running === null ? null : slotStartOf(kind, running)].filter((slot) => slot !== null);
      return { kind, waiting: open.length === 0 ? null : Math.min(...open), published, alarms };
    });
  }

  /** Start of the latest slot that the fixture has a record in and whose root is on chain. */
  async latestPublished(kind: RecordKind, fixtureId: number): Promise<number | undefined> {
    const row = await this.database
      .selectFrom('batch_fixture')
      .innerJoin('slot_batch', (join) =>
        join
          .onRef('slot_batch.kind', '=', 'batch_fixture.kind')
          .onRef('slot_batch.slot_start', '=', 'batch_fixture.slot_start'),
      )
      .select('batch_fixture.slot_start')
      .where('batch_fixture.kind', '=', kind)
      .where('batch_fixture.fixture_id', '=', fixtureId)
      .where('slot_batch.state', '=', 'published')
      .where('slot_batch.alarm', 'is', null)
      .orderBy('batch_fixture.slot_start', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.slot_start;
  }
}

const rootedOf = (row: Pick<Tables['slot_batch'], 'kind' | 'slot_start' | 'root' | 'alarm'>): UnpublishedBatch[] =>
  row.root === null ? [] : [{ kind: row.kind, slotStart: row.slot_start, root: rootOf(row.root), alarm: row.alarm }];

/** Leaf `index` of leaves that stand one after the other. */
export const leafAt = (leaves: Uint8Array, index: number): Hash => leaves.slice(32 * index, 32 * index + 32) as Hash;

/** True when leaf `index` is this hash. */
export const leafIs = (leaves: Uint8Array, index: number, hash: Hash): boolean =>
  equalBytes(leaves.subarray(32 * index, 32 * index + 32), hash);
