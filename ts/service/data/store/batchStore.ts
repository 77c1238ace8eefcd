import { type BatchMetadata, equalBytes, type Hash, type Root, rootOf, type Sport } from '@linesman/sdk/format';
import { type Kysely, sql } from 'kysely';
import { type RecordKind, slotLength, slotStartOf } from './recordKind.js';
import { RECORD_SEPARATOR } from './recordStore.js';
import type { BatchState, Tables } from './tables.js';

/** Identifies a batch. */
export interface BatchKey {
  readonly kind: RecordKind;
  /** First ms of its slot. */
  readonly slotStart: number;
}

/** A fixture's part of a batch. */
export interface BatchFixture {
  readonly fixtureId: number;
  /** Its leaf of the main tree, from 1. */
  readonly place: number;
  /** `seq` of its first record in the slot; the others follow without gaps. */
  readonly firstSeq: number;
  /** The summary as JSON, hashes in hex. */
  readonly summary: string;
  /** Leaves of its sub-tree, 32 bytes each. */
  readonly leaves: Uint8Array;
}

/** A fixture's part of a batch of scores, with all that proofs of its records need. */
export interface ScorePart extends BatchFixture {
  readonly sport: Sport;
  /** The numbers of its records, ascending. Some may be missing. */
  readonly seqs: readonly number[];
  /** The records as accepted, in the same order. */
  readonly texts: readonly string[];
}

/** The parts to read of a batch: those of these fixtures, and of the first `more` fixtures after `after`. */
export interface PartsQuestion {
  readonly fixtureIds: readonly number[];
  readonly after: number;
  readonly more: number;
}

/** The main tree of a batch. */
export interface BatchTree {
  readonly root: Root;
  readonly metadata: BatchMetadata;
  /** Leaves of the main tree, 32 bytes each. */
  readonly leaves: Uint8Array;
}

/** A batch whose trees are stored. */
export interface StoredBatch extends BatchTree, BatchKey {
  readonly state: 'built' | 'published';
  /** Why the batch counts as unpublished whatever its state, or `null`. */
  readonly alarm: string | null;
}

/** The data of a built batch that publishing needs. */
export interface UnpublishedBatch extends BatchKey {
  readonly root: Root;
  /** Why the batch cannot be published, or `null`. */
  readonly alarm: string | null;
}

/** A batch in the list of a day. */
export interface SlotBatch extends BatchKey {
  readonly state: BatchState;
  readonly root: Root | null;
  /** `null` until it is built. */
  readonly metadata: BatchMetadata | null;
  /** First time its root was seen on chain, ms; kept if the chain loses it. */
  readonly publishedAt: number | null;
  readonly alarm: string | null;
}

/** A slot with records whose trees are not built yet. */
export interface OpenSlot extends BatchKey {
  readonly fixtures: number;
  readonly updates: number;
}

/** The latency of published roots: from the end of their slot until they were seen on chain, in ms. */
export interface PublicationDelays {
  readonly roots: number;
  /** Half of them took no longer; `null` if there are none. */
  readonly median: number | null;
  /** 99 of 100 took no longer; `null` if there are none. */
  readonly p99: number | null;
}

/** Progress of the roots of a kind. */
export interface RootsProgress {
  readonly kind: RecordKind;
  /** First ms of the earliest slot, possibly still running, that has records, no root on chain and no alarm. */
  readonly waiting: number | null;
  /** First ms of the latest slot with its root on chain. */
  readonly published: number | null;
  /**
   * First ms of each slot with an alarm, whether published before or not: the chain has a different root for it, or no
   * longer accepts its root.
   */
  readonly alarms: readonly number[];
}

const MAX_ROWS = 500;
/** Bytes of the leaves of a score record in its fixture's part. */
const BYTES_OF_SCORE = 64;
const FROZEN = {
  state: 'frozen',
  root: null,
  metadata: null,
  leaves: null,
  built_at: null,
  published_at: null,
  alarm: null,
} as const;

/** The batches and their states. Every step is idempotent. */
export class BatchStore {
  constructor(private readonly database: Kysely<Tables>) {}

  /**
   * Closes the time before `until` (ms, start of a slot) to new records, and creates a batch for each slot before it
   * that has records and no batch. Returns the number of new batches.
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
      for (let i = 0; i < slots.length; i += MAX_ROWS)
        await transaction
          .insertInto('slot_batch')
          .values(
            slots.slice(i, i + MAX_ROWS).map(({ slot_start }) => ({ ...FROZEN, kind, slot_start, frozen_at: now })),
          )
          .execute();
      await transaction.updateTable('record_kind').set({ sealed_until: until }).where('kind', '=', kind).execute();
      return slots.length;
    });
  }

  /** Batches to build, earliest first. */
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

  /** Stores the trees of a frozen batch. Returns false and changes nothing if the batch is already built. */
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
      for (let i = 0; i < rows.length; i += MAX_ROWS)
        await transaction
          .insertInto('batch_fixture')
          .values(rows.slice(i, i + MAX_ROWS))
          .execute();
      return true;
    });
  }

  /** Whether any root has ever been published. */
  async hasPublished(): Promise<boolean> {
    const found = await this.database
      .selectFrom('slot_batch')
      .select('kind')
      .where('published_at', 'is not', null)
      .limit(1)
      .execute();
    return found.length > 0;
  }

  /** Batches to publish for the first time, earliest first. */
  async unpublished(): Promise<UnpublishedBatch[]> {
    return this.built('is');
  }

  /** Published batches that lost their root, earliest first. */
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
   * Batches with an alarm, and batches published within `ms` before the latest publication, earliest first.
   * Publications with a time after `now`, from a process whose clock was ahead, do not shift this window.
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

  /** Notes that the root of a built batch is on chain. */
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
   * Notes that the root of a built batch is not on chain, whether it was before or not. `alarm`: the other root, or the
   * fact that it is too late, or `null`. Keeps the time of the first publication.
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

  /** Notes that the chain may accept the root again. */
  async clearAlarm({ kind, slotStart }: BatchKey): Promise<void> {
    await this.database
      .updateTable('slot_batch')
      .set({ alarm: null })
      .where('kind', '=', kind)
      .where('slot_start', '=', slotStart)
      .execute();
  }

  /** The state of a batch, or `undefined` if its slot is not frozen or had no records. */
  async state({ kind, slotStart }: BatchKey): Promise<BatchState | undefined> {
    const row = await this.database
      .selectFrom('slot_batch')
      .select('state')
      .where('kind', '=', kind)
      .where('slot_start', '=', slotStart)
      .executeTakeFirst();
    return row?.state;
  }

  /** Batches without proofs for now: their root is missing on chain, or a different one is there. Uses indices only. */
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

  /** A batch, if it is built. */
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

  /** A fixture's part of a batch, if the batch is built. */
  async findFixture({ kind, slotStart }: BatchKey, fixtureId: number): Promise<BatchFixture | undefined> {
    const row = await this.database
      .selectFrom('batch_fixture')
      .selectAll()
      .where('kind', '=', kind)
      .where('slot_start', '=', slotStart)
      .where('fixture_id', '=', fixtureId)
      .executeTakeFirst();
    return row && partOf(row);
  }

  /** Parts of a batch of scores, by ascending id of the fixture; fixtures without a part are skipped. */
  async scoreParts(slotStart: number, { fixtureIds, after, more }: PartsQuestion): Promise<ScorePart[]> {
    const inSlot = sql`kind = 'scores' and slot_start = ${slotStart}`;
    // A row for each record would cost more than the records. A limit instead of a range of time makes the planner use
    // the primary key, also without statistics. No record is ever added to a sealed slot, so the first ones are all.
    const { rows } = await sql<PartRow>`
      select part.fixture_id, place, first_seq, summary, leaves, sport, seqs, texts
      from batch_fixture as part
      join fixture on fixture.fixture_id = part.fixture_id
      cross join lateral (
        select string_agg(seq::text, ',') as seqs, string_agg(json, ${RECORD_SEPARATOR}) as texts
        from (
          select seq, json from record
          where kind = 'scores' and fixture_id = part.fixture_id and seq >= part.first_seq
          order by seq limit octet_length(part.leaves) / ${sql.lit(BYTES_OF_SCORE)}
        ) as first
      ) as records
      where ${inSlot} and part.fixture_id = any(array(
        select unnest(${fixtureIds}::bigint[])
        union all (
          select fixture_id from batch_fixture where ${inSlot} and fixture_id > ${after}
          order by fixture_id limit ${more}
        )
      ))
      order by part.fixture_id`.execute(this.database);
    return rows.map(({ sport, seqs, texts, ...row }) => ({
      ...partOf(row),
      sport,
      seqs: seqs?.split(',').map(Number) ?? [],
      texts: texts?.split(RECORD_SEPARATOR) ?? [],
    }));
  }

  /** The batches of a kind whose slot starts from `from` (inclusive) to `to` (exclusive), ms; earliest first. */
  async between(kind: RecordKind, from: number, to: number): Promise<SlotBatch[]> {
    const rows = await this.database
      .selectFrom('slot_batch')
      .select(['slot_start', 'state', 'root', 'metadata', 'published_at', 'alarm'])
      .where('kind', '=', kind)
      .where('slot_start', '>=', from)
      .where('slot_start', '<', to)
      .orderBy('slot_start')
      .execute();
    return rows.map(({ slot_start, state, root, metadata, published_at, alarm }) => ({
      kind,
      slotStart: slot_start,
      state,
      root: root === null ? null : rootOf(root),
      metadata: metadata === null ? null : (JSON.parse(metadata) as BatchMetadata),
      publishedAt: published_at,
      alarm,
    }));
  }

  /** How long the published roots of a kind took, in the same range. */
  async delays(kind: RecordKind, from: number, to: number): Promise<PublicationDelays> {
    const delay = sql<number>`greatest(0, published_at - slot_start - ${sql.lit(slotLength(kind))})`;
    const { rows } = await sql<PublicationDelays>`
      select count(*)::integer as roots,
        percentile_disc(0.5) within group (order by ${delay}) as median,
        percentile_disc(0.99) within group (order by ${delay}) as p99
      from slot_batch
      where kind = ${kind} and slot_start >= ${from} and slot_start < ${to} and published_at is not null`.execute(
      this.database,
    );
    return rows[0] ?? { roots: 0, median: null, p99: null };
  }

  /** The slots of a kind with records, whose trees are not built, in the same range; earliest first. */
  async open(kind: RecordKind, from: number, to: number): Promise<OpenSlot[]> {
    const length = sql.lit(slotLength(kind));
    const { rows } = await sql<{ slot_start: number; fixtures: number; updates: number }>`
      select slot_start, count(distinct fixture_id)::integer as fixtures, count(*)::integer as updates
      from (
        select ts - ts % ${length} as slot_start, fixture_id from record
        where kind = ${kind} and ts < ${to}
          and ts >= greatest(${from}::bigint, (select sealed_until from record_kind where kind = ${kind}))
        union all
        -- Closed to new records, and without the metadata that would say how many there are.
        select frozen.slot_start, record.fixture_id from slot_batch as frozen
        join record on record.kind = frozen.kind
          and record.ts >= frozen.slot_start and record.ts < frozen.slot_start + ${length}
        where frozen.kind = ${kind} and frozen.state = 'frozen'
          and frozen.slot_start >= ${from} and frozen.slot_start < ${to}
      ) as unbuilt
      group by slot_start order by slot_start`.execute(this.database);
    return rows.map(({ slot_start, fixtures, updates }) => ({ kind, slotStart: slot_start, fixtures, updates }));
  }

  /** Progress of the roots of each kind. Called often, so it uses indices only. */
  async progress(): Promise<RootsProgress[]> {
    const { rows } = await sql<{
      kind: RecordKind;
      running: number | null;
      waiting: number | null;
      published: number | null;
      alarms: number[];
    }>`
      select kind,
        -- Includes unfrozen slots: no process may be left to freeze them.
        (select min(ts) from record where kind = k.kind and ts >= k.sealed_until) as running,
        (select min(slot_start) from slot_batch
          where kind = k.kind and state <> 'published' and alarm is null) as waiting,
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

  /** Start of the latest slot that has a record of the fixture and its root on chain. */
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

type PartOfBatch = Omit<Tables['batch_fixture'], 'kind' | 'slot_start'>;

export const partOf = ({ fixture_id, place, first_seq, summary, leaves }: PartOfBatch): BatchFixture => ({
  fixtureId: fixture_id,
  place,
  firstSeq: first_seq,
  summary,
  leaves,
});

interface PartRow extends PartOfBatch {
  readonly sport: Sport;
  readonly seqs: string | null;
  readonly texts: string | null;
}

const rootedOf = (row: Pick<Tables['slot_batch'], 'kind' | 'slot_start' | 'root' | 'alarm'>): UnpublishedBatch[] =>
  row.root === null ? [] : [{ kind: row.kind, slotStart: row.slot_start, root: rootOf(row.root), alarm: row.alarm }];

/** Whether leaf `index` is this hash. */
export const leafIs = (leaves: Uint8Array, index: number, hash: Hash): boolean =>
  equalBytes(leaves.subarray(32 * index, 32 * index + 32), hash);
