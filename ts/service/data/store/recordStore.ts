import { MS_PER_SLOT, type Sport } from '@linesman/sdk/format';
import { invariant } from '@linesman/sdk/internal/format/invariant';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { readThenWrite, type Statement } from './readThenWrite.js';
import { RECORD_KINDS, type RecordKind } from './recordKind.js';
import type { SqlPool, SqlResult } from './sqlPool.js';
import { rowOfStated, type StatedStats, statedOfRow } from './statedStats.js';
import type { Tables } from './tables.js';

/** The current state of a fixture, according to its fixture records. */
export interface StoredFixture {
  readonly fixtureId: number;
  readonly sport: Sport;
  readonly competitionId: number;
  /** ms. */
  readonly startTime: number;
  /** The latest fixture record, as accepted. */
  readonly json: string;
  /** Absent until it is declared, or a record has stats. */
  readonly stated?: StatedStats;
}

/** A record to store. */
export interface NewRecord {
  readonly kind: RecordKind;
  readonly fixtureId: number;
  readonly seq: number;
  /** ms. */
  readonly ts: number;
  /** ms. */
  readonly acceptedAt: number;
  /**
   * The record's id in the stream: start (ms) of the 5-minute slot in which it was accepted, and index within that
   * slot.
   */
  readonly streamSlot: number;
  readonly streamIndex: number;
  /** Scores: the action. Odds: the market line. Fixtures: empty. */
  readonly label: string;
  /** Odds only. */
  readonly messageId: string | null;
  /** SHA-256 of the record as sent, in canonical form. */
  readonly contentHash: Uint8Array;
  /** The record as accepted. */
  readonly json: string;
}

/** A stored record and the competition of its fixture. */
export interface StoredRecord extends NewRecord {
  readonly competitionId: number;
}

/** The stored rows that new records refer to. */
export interface AppendKeys {
  readonly kinds: readonly RecordKind[];
  readonly fixtureIds: readonly number[];
  readonly scores: readonly { readonly fixtureId: number; readonly seq: number }[];
  readonly messageIds: readonly string[];
  readonly fixtureContents: readonly Uint8Array[];
}

/** Progress of a kind of record. */
export interface KindState {
  /** ms; new records must not get an earlier time. */
  readonly sealedUntil: number;
  readonly streamSlot: number;
  /** Index of the next record in `streamSlot`. */
  readonly streamIndex: number;
}

/** A position in the stream of a kind. */
export interface RecordPlace {
  /** Start of the slot, ms. */
  readonly slot: number;
  /** Index within the slot; −1 is before the first. */
  readonly index: number;
}

/** Positions up to which a subscriber has read the two streams. */
export type StreamPlaces = Readonly<Record<'odds' | 'scores', RecordPlace>>;

/** Progress of one kind of record of a fixture. */
export interface FixtureProgress {
  readonly nextSeq: number;
  /** ms. */
  readonly lastTs: number;
}

/** The stored state for the keys, locked until the append ends. */
export interface AppendState {
  readonly kinds: ReadonlyMap<RecordKind, KindState>;
  readonly fixtures: ReadonlyMap<number, StoredFixture>;
  readonly progress: (kind: RecordKind, fixtureId: number) => FixtureProgress;
  /** Records with one of the keys. */
  readonly existing: readonly NewRecord[];
  /** Numbers of the fixture's scores that were skipped. */
  readonly missing: (fixtureId: number) => readonly MissingScores[];
  /** For a skipped key: the times (ms) of the stored scores before and after it. */
  readonly around: (fixtureId: number, seq: number) => { readonly before: number; readonly after: number } | undefined;
  /** Scores that wait for the fixture's next one, if that one is among the keys; in `seq` order. */
  readonly held: (fixtureId: number) => readonly HeldScore[];
}

/** A run of skipped numbers of score records. */
export interface MissingScores {
  readonly fixtureId: number;
  readonly first: number;
  readonly last: number;
  /** When they were skipped, ms. */
  readonly since: number;
}

/** A score record that waits for one before it. */
export interface HeldScore {
  readonly fixtureId: number;
  readonly seq: number;
  readonly heldAt: number;
  readonly contentHash: Uint8Array;
  readonly json: string;
}

/** The number of missing and waiting score records, and their matches. */
export interface MissingSummary {
  readonly missing: number;
  readonly held: number;
  /** The latest few runs. */
  readonly runs: readonly MissingScores[];
  /** The first few matches with records that wait, and the number for which they wait. */
  readonly waiting: readonly { readonly fixtureId: number; readonly nextSeq: number }[];
}

/** The data to store. `fixtures`: new ones, and those with a new record. */
export interface Append {
  readonly fixtures: readonly StoredFixture[];
  readonly records: readonly NewRecord[];
  /** All missing scores of each fixture whose missing scores change. */
  readonly missing?: ReadonlyMap<number, readonly MissingScores[]>;
  /** Scores to hold. */
  readonly held?: readonly HeldScore[];
  /** Scores that no longer wait. */
  readonly released?: readonly Pick<HeldScore, 'fixtureId' | 'seq'>[];
}

/** A range of time (ms): includes `from`, excludes `to`. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Fixtures by start and competition; without either all of them. */
export interface FixtureFilter {
  readonly start?: TimeRange;
  readonly competitionId?: number;
}

/** How records are read page by page. */
export interface Paging {
  /** Only records of this fixture. */
  readonly fixtureId?: number | undefined;
  /** Whether the records come in the opposite order. Default false. */
  readonly latestFirst?: boolean;
  /** Records in a page, at most. Default `PAGE`. */
  readonly limit?: number;
}

type Row = Tables['record'];

/** A query for records. */
export type RecordQuery = ReturnType<RecordStore['select']>;

/** Rows per statement; PostgreSQL allows 65,535 parameters. */
const MAX_ROWS = 1_000;

/** Places in the stream that a slot can have. */
const PLACES = 2 ** 28;

/** Rows of a page: a database in this process answers them in a few ms, and a query for each costs little beside. */
export const PAGE = 250;

/**
 * Pages of a list that a cache may hold: all of a match. A whole slot would push out what others ask for, and be pushed
 * out itself before it is read again, so that all of it would live long enough to cost a collection of the whole heap.
 */
const KEPT_PAGES = 4;

/** The records and the state of fixtures derived from them. */
export class RecordStore {
  constructor(
    protected readonly database: Kysely<Tables>,
    /** The sessions of `database`. */
    private readonly pool: SqlPool,
  ) {}

  /**
   * Stores records in one transaction: `decide` gets the stored state and returns what to add. In the meantime no other
   * process adds records of these kinds or seals their slots. If `decide` throws, nothing is stored. When the promise
   * fulfils, the records are stored.
   */
  async append(keys: AppendKeys, decide: (state: AppendState) => Append): Promise<void> {
    const { database } = this;
    await readThenWrite(this.pool, reading(database, keys), (results) => {
      const state = appendState(keys, results);
      const append = decide(state);
      assertFollows(append, state);
      return [
        ...puttingFixtures(database, append.fixtures),
        ...puttingRows(database, append.records.map(rowOf)),
        ...puttingMissing(database, append),
      ];
    });
  }

  async fixture(fixtureId: number): Promise<StoredFixture | undefined> {
    const row = await this.database
      .selectFrom('fixture')
      .selectAll()
      .where('fixture_id', '=', fixtureId)
      .executeTakeFirst();
    return row && fixtureOf(row);
  }

  /** The fixtures with these ids; unknown ids are skipped. */
  async fixturesOf(fixtureIds: readonly number[]): Promise<StoredFixture[]> {
    const ids = [...new Set(fixtureIds)];
    const rows: Tables['fixture'][] = [];
    for (let i = 0; i < ids.length; i += MAX_ROWS) {
      const part = ids.slice(i, i + MAX_ROWS);
      rows.push(...(await this.database.selectFrom('fixture').selectAll().where('fixture_id', 'in', part).execute()));
    }
    return rows.map(fixtureOf);
  }

  /** Fixtures by start time, earliest first; without a range all of them. */
  async fixtures(filter: FixtureFilter = {}): Promise<StoredFixture[]> {
    return (await chosen(this.database.selectFrom('fixture').selectAll(), filter).execute()).map(fixtureOf);
  }

  /** The same page by page: those of one moment, each as it is when its page is read. */
  async *fixturePages(filter: FixtureFilter = {}, limit = PAGE): AsyncGenerator<StoredFixture[]> {
    const rows = await chosen(this.database.selectFrom('fixture').select('fixture_id'), filter).execute();
    for (const part of inParts(rows, limit)) {
      const read = await this.fixturesOf(part.map(({ fixture_id }) => fixture_id));
      const byId = new Map(read.map((fixture) => [fixture.fixtureId, fixture]));
      yield part.flatMap(({ fixture_id }) => byId.get(fixture_id) ?? []);
    }
  }

  /** The record with this number. */
  async find(kind: RecordKind, fixtureId: number, seq: number): Promise<StoredRecord | undefined> {
    const [found] = await this.select(kind, fixtureId).where('seq', '=', seq).execute();
    return found && recordOf(found);
  }

  /** The odds record with this message id and time (ms). A line that is priced again keeps its message id. */
  async findMessage(messageId: string, ts: number): Promise<StoredRecord | undefined> {
    // PostgreSQL texts cannot contain U+0000, and it rejects the query.
    if (messageId.includes('\0')) return undefined;
    const query = this.select('odds').where('message_id', '=', messageId).where('ts', '=', ts);
    return (await this.list('odds', query))[0];
  }

  /** Time of the latest record of a kind, ms; `null` without any. */
  async latestTime(kind: RecordKind): Promise<number | null> {
    const query = this.database.selectFrom('record').select('ts').where('kind', '=', kind);
    return (await query.orderBy('ts', 'desc').limit(1).executeTakeFirst())?.ts ?? null;
  }

  /**
   * Records in the time range in order of acceptance, page by page. No transaction is open between pages. Records that
   * are stored meanwhile come at the end, or not at all.
   */
  async *pagesInRange(kind: RecordKind, range: TimeRange, paging: Paging = {}): AsyncGenerator<StoredRecord[]> {
    const { fixtureId, latestFirst = false, limit = PAGE } = paging;
    const { from, to } = range;
    const found =
      fixtureId === undefined
        ? await this.placed(kind, range)
        : this.select(kind, fixtureId).where('ts', '>=', from).where('ts', '<', to);
    if (!found) return;
    const direction = latestFirst ? 'desc' : 'asc';
    const inOrder = found
      .orderBy('record.stream_slot', direction)
      .orderBy('record.stream_index', direction)
      .limit(limit);
    const beyond = sql.raw(latestFirst ? '<' : '>');
    const after = ({ streamSlot, streamIndex }: StoredRecord) =>
      inOrder.where(sql<boolean>`(stream_slot, stream_index) ${beyond} (${streamSlot}, ${streamIndex})`);
    for await (const page of this.pages(kind, limit, inOrder, after)) {
      const inTime = page.filter(({ ts }) => ts >= from && ts < to);
      if (inTime.length > 0) yield inTime;
    }
  }

  /**
   * The stream from the first to the last record in a time range; undefined without any. A query with the time would
   * read and sort the whole slot for each page, so the few others in between are left out afterwards.
   */
  private async placed(kind: RecordKind, { from, to }: TimeRange): Promise<RecordQuery | undefined> {
    // An index has far less than 2^28, and the number of a slot far less than 2^25, so a place is a safe integer.
    const place = sql<number>`stream_slot / ${MS_PER_SLOT}::bigint * ${PLACES}::bigint + stream_index`;
    const { first, last } = await this.database
      .selectFrom('record')
      .select(({ fn }) => [fn.min<number | null>(place).as('first'), fn.max<number>(place).as('last')])
      .where('kind', '=', kind)
      .where('ts', '>=', from)
      .where('ts', '<', to)
      .executeTakeFirstOrThrow();
    if (first === null) return undefined;
    const rowOf = (at: number) => sql`(${Math.floor(at / PLACES) * MS_PER_SLOT}::bigint, ${at % PLACES}::integer)`;
    return this.select(kind)
      .where(sql<boolean>`(stream_slot, stream_index) >= ${rowOf(first)}`)
      .where(sql<boolean>`(stream_slot, stream_index) <= ${rowOf(last)}`);
  }

  /** All records of a fixture in `seq` order, page by page. */
  async *pagesOfFixture(kind: RecordKind, fixtureId: number, limit = PAGE): AsyncGenerator<StoredRecord[]> {
    const all = this.select(kind, fixtureId).orderBy('seq').limit(limit);
    yield* this.pages(kind, limit, all, ({ seq }) => all.where('seq', '>', seq));
  }

  /**
   * Records in the time range by fixture, then in `seq` order, page by page. No transaction is open between pages. Of
   * records that are stored meanwhile, some may come.
   */
  async *pagesByFixture(kind: RecordKind, { from, to }: TimeRange, limit = PAGE): AsyncGenerator<StoredRecord[]> {
    const found = await this.database
      .selectFrom('record')
      .select(({ fn }) => [
        'fixture_id as id',
        fn.min('seq').as('first'),
        fn.max('seq').as('last'),
        fn.countAll<number>().as('count'),
      ])
      .where('kind', '=', kind)
      .where('ts', '>=', from)
      .where('ts', '<', to)
      .groupBy('fixture_id')
      .orderBy('fixture_id')
      .execute();
    for (const parts of together(found, limit)) {
      const [{ id, first, last } = { id: 0, first: 0, last: 0 }, ...others] = parts;
      const ids = parts.map((part) => part.id);
      // The pages of a large fixture are found by number, because by time each would read all of it.
      const all =
        others.length === 0
          ? this.select(kind, id).where('seq', '>=', first).where('seq', '<=', last)
          : this.select(kind).where('record.fixture_id', 'in', ids).where('ts', '>=', from).where('ts', '<', to);
      const inOrder = all.orderBy('record.fixture_id').orderBy('seq').limit(limit);
      const after = ({ fixtureId, seq }: StoredRecord) =>
        inOrder.where(sql<boolean>`(record.fixture_id, seq) > (${fixtureId}, ${seq})`);
      for await (const page of this.pages(kind, limit, inOrder, after)) {
        const inTime = page.filter(({ ts }) => ts >= from && ts < to);
        if (inTime.length > 0) yield inTime;
      }
    }
  }

  private async *pages(
    kind: RecordKind,
    limit: number,
    first: RecordQuery,
    after: (last: StoredRecord) => RecordQuery,
  ): AsyncGenerator<StoredRecord[]> {
    let pages = 0;
    for (let query: RecordQuery | undefined = first; query; ) {
      const page: StoredRecord[] = await (pages++ < KEPT_PAGES ? this.list(kind, query) : this.read(query));
      const last = page.at(-1);
      if (last) yield page;
      query = last && page.length >= limit ? after(last) : undefined;
    }
  }

  /** The latest record of each label (action, market line) in the time range, in `seq` order. */
  async latestOfEach(kind: RecordKind, fixtureId: number, { from, to }: TimeRange): Promise<StoredRecord[]> {
    const inTime = this.select(kind, fixtureId).distinctOn('label').where('ts', '>=', from).where('ts', '<', to);
    const found = await this.list(kind, inTime.orderBy('label').orderBy('seq', 'desc'));
    return found.sort((a, b) => a.seq - b.seq);
  }

  /**
   * For each label, the latest record accepted before `slot` (start, ms), and every record accepted since then whose
   * time is in that slot or not after `to` (ms); in `seq` order.
   */
  async around(kind: RecordKind, fixtureId: number, slot: number, to: number): Promise<StoredRecord[]> {
    // Uses the index on time: neither times nor acceptance slots ever decrease with seq.
    const before = await this.database
      .selectFrom('record')
      .select(['seq', 'ts'])
      .where('kind', '=', kind)
      .where('fixture_id', '=', fixtureId)
      .where('ts', '<', slot)
      .where('stream_slot', '<', slot)
      .orderBy('ts', 'desc')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    const since = await this.list(
      kind,
      this.select(kind, fixtureId)
        .where('seq', '>', before?.seq ?? -1)
        .where('ts', '>=', before?.ts ?? 0)
        .where('ts', '<=', Math.max(to, slot + MS_PER_SLOT - 1))
        .orderBy('seq'),
    );
    if (!before) return since;
    const earlier = await this.list(
      kind,
      this.select(kind, fixtureId)
        .distinctOn('label')
        .where('ts', '<=', before.ts)
        .where('seq', '<=', before.seq)
        .orderBy('label')
        .orderBy('seq', 'desc'),
    );
    return [...earlier, ...since].sort((a, b) => a.seq - b.seq);
  }

  /**
   * Records after a position in the stream, in order, at most `limit`. A reader never misses one: positions are
   * assigned under the lock of the kind, which is held until the commit.
   */
  async streamAfter(kind: RecordKind, after: RecordPlace, limit: number): Promise<StoredRecord[]> {
    const found = await this.select(kind)
      .where(sql<boolean>`(stream_slot, stream_index) > (${after.slot}, ${after.index})`)
      .orderBy('stream_slot')
      .orderBy('stream_index')
      .limit(limit)
      .execute();
    return found.map(recordOf);
  }

  /** The time until which a kind is sealed, and the next position in its stream. */
  async kindState(kind: RecordKind): Promise<KindState> {
    return kindStateOf(
      await this.database.selectFrom('record_kind').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow(),
    );
  }

  /** A text that changes with every change of a fixture: the next position in the fixture stream. */
  async fixturesVersion(): Promise<string> {
    const { streamSlot, streamIndex } = await this.kindState('fixtures');
    return `${streamSlot}:${streamIndex}`;
  }

  /** For each kind, the time (ms) before which every slot is sealed. */
  async sealedUntil(): Promise<ReadonlyMap<RecordKind, number>> {
    const rows = await this.database
      .selectFrom('record_kind')
      .select(['kind', 'sealed_until'])
      .orderBy('kind')
      .execute();
    return new Map(rows.map(({ kind, sealed_until }) => [kind, sealed_until]));
  }

  /** The missing score records, with at most `most` runs and matches named. */
  async missingScores(most = 3): Promise<MissingSummary> {
    const { rows } = await sql<{ missing: string | null; held: string }>`
      select (select sum(last_seq - first_seq + 1) from missing_score) as missing,
        (select count(*) from held_score) as held`.execute(this.database);
    const [{ missing, held } = { missing: 0, held: 0 }] = rows;
    const runs = Number(missing) === 0 ? [] : await this.missingRuns(most);
    const waiting = Number(held) === 0 ? [] : await this.waitingMatches(most);
    return { missing: Number(missing ?? 0), held: Number(held), runs, waiting };
  }

  private async missingRuns(most: number): Promise<MissingScores[]> {
    const query = this.database.selectFrom('missing_score').selectAll().orderBy('since', 'desc').limit(most);
    return (await query.execute()).map(missingOf);
  }

  private async waitingMatches(most: number): Promise<MissingSummary['waiting']> {
    const rows = await this.database
      .selectFrom('held_score as held')
      .leftJoin('fixture_progress as progress', (join) =>
        join.onRef('progress.fixture_id', '=', 'held.fixture_id').on('progress.kind', '=', 'scores'),
      )
      .select(['held.fixture_id', sql<number>`coalesce(progress.next_seq, 0)`.as('next_seq')])
      .distinct()
      .orderBy('held.fixture_id')
      .limit(most)
      .execute();
    return rows.map(({ fixture_id, next_seq }) => ({ fixtureId: fixture_id, nextSeq: next_seq }));
  }

  /** The records that a query finds, in its order. */
  protected async list(_kind: RecordKind, query: RecordQuery): Promise<StoredRecord[]> {
    return this.read(query);
  }

  /** The same, always from the database. */
  protected async read(query: RecordQuery): Promise<StoredRecord[]> {
    return (await query.execute()).map(recordOf);
  }

  protected select(kind: RecordKind, fixtureId?: number) {
    const query = this.database
      .selectFrom('record')
      .innerJoin('fixture', 'fixture.fixture_id', 'record.fixture_id')
      .selectAll('record')
      .select('fixture.competition_id')
      .where('kind', '=', kind);
    return fixtureId === undefined ? query : query.where('record.fixture_id', '=', fixtureId);
  }
}

/** The statements that `appendState` needs, the lock first. */
function reading(database: Kysely<Tables>, keys: AppendKeys): Statement[] {
  // Sorted, so that processes cannot deadlock.
  const kinds = database
    .selectFrom('record_kind')
    .selectAll()
    .where('kind', 'in', [...keys.kinds])
    .orderBy('kind')
    .forUpdate();
  // Only known fixtures have progress.
  const fixtures = database
    .selectFrom('fixture')
    .leftJoin('fixture_progress as progress', (join) =>
      join.onRef('progress.fixture_id', '=', 'fixture.fixture_id').on('progress.kind', 'in', [...keys.kinds]),
    )
    .selectAll('fixture')
    .select(['progress.kind', 'progress.next_seq', 'progress.last_ts'])
    .where('fixture.fixture_id', 'in', [...keys.fixtureIds])
    .orderBy('fixture.fixture_id');
  // Fixture records and score records both change a fixture, each under the lock of their own kind.
  const changing = keys.kinds.some((kind) => kind !== 'odds') ? fixtures.forNoKeyUpdate('fixture') : fixtures;
  const existing: Statement[] = missingOfKeys(database, keys);
  if (keys.scores.length > 0) {
    // Passes two arrays: hundreds of pairs in the SQL text would overflow PGlite's stack.
    const fixtureIds = keys.scores.map(({ fixtureId }) => fixtureId);
    const seqs = keys.scores.map(({ seq }) => seq);
    const pairs = sql`select * from unnest(${fixtureIds}::bigint[], ${seqs}::integer[])`;
    existing.push(
      database
        .selectFrom('record')
        .selectAll()
        .where('kind', '=', 'scores')
        .where(sql<boolean>`(fixture_id, seq) in (${pairs})`),
    );
  }
  if (keys.messageIds.length > 0)
    existing.push(
      database
        .selectFrom('record')
        .selectAll()
        .where('message_id', 'in', [...keys.messageIds]),
    );
  if (keys.fixtureContents.length > 0)
    existing.push(
      database
        .selectFrom('record')
        .selectAll()
        .where('kind', '=', 'fixtures')
        .where('fixture_id', 'in', [...keys.fixtureIds])
        .where('content_hash', 'in', [...keys.fixtureContents]),
    );
  return [kinds, changing, ...existing];
}

/** Statements on missing and held scores, none without scores. */
function missingOfKeys(database: Kysely<Tables>, { scores }: AppendKeys): Statement[] {
  if (scores.length === 0) return [];
  const fixtureIds = [...new Set(scores.map(({ fixtureId }) => fixtureId))];
  const keys = sql`unnest(
    ${scores.map(({ fixtureId }) => fixtureId)}::bigint[], ${scores.map(({ seq }) => seq)}::integer[]
  ) as key (fixture_id, seq)`;
  const beside = (of: ReturnType<typeof sql>) => sql`(
    select ts from record where kind = 'scores' and fixture_id = key.fixture_id and ${of} limit 1
  )`;
  const missing = sql`
    select missing_score.*, key.seq, ${beside(sql`seq < key.seq order by seq desc`)} as before,
      ${beside(sql`seq > key.seq order by seq`)} as after
    from missing_score left join ${keys} on key.fixture_id = missing_score.fixture_id
      and key.seq between missing_score.first_seq and missing_score.last_seq
    where missing_score.fixture_id = any(${fixtureIds}::bigint[])
    order by missing_score.fixture_id, first_seq`;
  const held = sql`
    select held.* from held_score as held
      left join fixture_progress as progress
        on progress.fixture_id = held.fixture_id and progress.kind = 'scores'
      join ${keys} on key.fixture_id = held.fixture_id and key.seq = coalesce(progress.next_seq, 0)
    order by held.fixture_id, held.seq`;
  return [missing, held].map((statement) => ({ compile: () => statement.compile(database) }));
}

const missingOf = (row: Tables['missing_score']): MissingScores => ({
  fixtureId: row.fixture_id,
  first: row.first_seq,
  last: row.last_seq,
  since: row.since,
});

const heldOf = (row: Tables['held_score']): HeldScore => ({
  fixtureId: row.fixture_id,
  seq: row.seq,
  heldAt: row.held_at,
  contentHash: row.content_hash,
  json: row.json,
});

type FixtureProgressRow = Tables['fixture'] & {
  readonly kind: RecordKind | null;
  readonly next_seq: number | null;
  readonly last_ts: number | null;
};

/** A run of missing scores, once for each of its numbers among the keys; `seq` is null if it has none. */
type MissingRow = Tables['missing_score'] & {
  readonly seq: number | null;
  readonly before: number | null;
  readonly after: number | null;
};

/** Builds the state from the results of `reading`. */
function appendState(keys: AppendKeys, [kinds, fixtures, ...others]: readonly SqlResult[]): AppendState {
  const [missing, held] = keys.scores.length > 0 ? others : [];
  const existing = keys.scores.length > 0 ? others.slice(2) : others;
  const missingRows: readonly MissingRow[] = missing?.rows ?? [];
  const runs = new Map(missingRows.map((row) => [`${row.fixture_id}/${row.first_seq}`, missingOf(row)]));
  const aroundOf = new Map(missingRows.map((row) => [`${row.fixture_id}/${row.seq}`, row]));
  const heldRows: readonly HeldScore[] = (held?.rows ?? []).map(heldOf);
  const kindRows: readonly Tables['record_kind'][] = kinds?.rows ?? [];
  const fixtureRows: readonly FixtureProgressRow[] = fixtures?.rows ?? [];
  const progressOf = new Map(fixtureRows.map((row) => [`${row.kind}/${row.fixture_id}`, row]));
  return {
    kinds: new Map(kindRows.map((row) => [row.kind, kindStateOf(row)])),
    fixtures: new Map(fixtureRows.map((row) => [row.fixture_id, fixtureOf(row)])),
    progress: (kind, fixtureId) => {
      const row = progressOf.get(`${kind}/${fixtureId}`);
      return { nextSeq: row?.next_seq ?? 0, lastTs: row?.last_ts ?? 0 };
    },
    existing: existing.flatMap(({ rows }) => (rows as Row[]).map(newRecordOf)),
    missing: (fixtureId) => [...runs.values()].filter((one) => one.fixtureId === fixtureId),
    around: (fixtureId, seq) => {
      const row = aroundOf.get(`${fixtureId}/${seq}`);
      return row && { before: row.before ?? 0, after: row.after ?? Number.MAX_SAFE_INTEGER };
    },
    held: (fixtureId) => heldRows.filter((one) => one.fixtureId === fixtureId),
  };
}

/** That new records come after everything that is sealed, or that readers of the stream have seen. */
export function assertFollows({ records }: Append, { kinds }: AppendState): void {
  const next = new Map<RecordKind, RecordPlace>();
  for (const { kind, ts, streamSlot, streamIndex } of records) {
    const { sealedUntil, ...end } = kinds.get(kind) ?? { sealedUntil: 0, streamSlot: 0, streamIndex: 0 };
    invariant(ts >= sealedUntil, 'a record is not added to a sealed slot');
    const { slot, index } = next.get(kind) ?? { slot: end.streamSlot, index: end.streamIndex };
    const follows = streamSlot > slot || (streamSlot === slot && streamIndex >= index);
    invariant(follows, 'a record comes after those that readers of the stream have seen');
    next.set(kind, { slot: streamSlot, index: streamIndex + 1 });
  }
}

function puttingFixtures(database: Kysely<Tables>, fixtures: readonly StoredFixture[]): Statement[] {
  const rows = fixtures.map(({ fixtureId, sport, competitionId, startTime, json, stated }) => {
    const own = { fixture_id: fixtureId, sport, competition_id: competitionId, start_time: startTime, json };
    return { ...own, ...rowOfStated(stated) };
  });
  return inParts(rows).map((part) =>
    database
      .insertInto('fixture')
      .values(part)
      .onConflict((conflict) =>
        conflict.column('fixture_id').doUpdateSet(({ ref }) => ({
          sport: ref('excluded.sport'),
          competition_id: ref('excluded.competition_id'),
          start_time: ref('excluded.start_time'),
          json: ref('excluded.json'),
          stat_keys: ref('excluded.stat_keys'),
          stats_fixed: ref('excluded.stats_fixed'),
          sums_differ: ref('excluded.sums_differ'),
        })),
      ),
  );
}

function puttingMissing(
  database: Kysely<Tables>,
  { missing = new Map(), held = [], released = [] }: Append,
): Statement[] {
  const statements: Statement[] = [];
  const changed = [...missing.keys()];
  if (changed.length > 0) statements.push(database.deleteFrom('missing_score').where('fixture_id', 'in', changed));
  const runs = [...missing.values()].flat().map(({ fixtureId, first, last, since }) => {
    return { fixture_id: fixtureId, first_seq: first, last_seq: last, since };
  });
  for (const part of inParts(runs)) statements.push(database.insertInto('missing_score').values(part));
  for (const { fixtureId, seq } of released)
    statements.push(database.deleteFrom('held_score').where('fixture_id', '=', fixtureId).where('seq', '=', seq));
  const rows = held.map(({ fixtureId, seq, heldAt, contentHash, json }) => {
    return { fixture_id: fixtureId, seq, held_at: heldAt, content_hash: contentHash, json };
  });
  for (const part of inParts(rows))
    statements.push(
      database
        .insertInto('held_score')
        .values(part)
        .onConflict((conflict) =>
          conflict.columns(['fixture_id', 'seq']).doUpdateSet(({ ref }) => ({
            content_hash: ref('excluded.content_hash'),
            json: ref('excluded.json'),
          })),
        ),
    );
  return statements;
}

/** Inserts the records and advances their fixtures and kinds: one statement per thousand records. */
function puttingRows(database: Kysely<Tables>, rows: readonly Row[]): Statement[] {
  return inParts(rows).map((part) => {
    const added = inserting(part);
    const progressed = progressing(database, part);
    const newest = RECORD_KINDS.flatMap((kind) => part.findLast((row) => row.kind === kind) ?? []);
    const kinds = newest.map(({ kind }) => kind);
    const slots = newest.map(({ stream_slot }) => stream_slot);
    const next = newest.map(({ stream_index }) => stream_index + 1);
    const statement = sql`
      with added as (${added}), progressed as (${progressed})
      update record_kind set stream_slot = placed.slot, stream_index = placed.next
      from unnest(${kinds}::text[], ${slots}::bigint[], ${next}::integer[]) as placed (kind, slot, next)
      where record_kind.kind = placed.kind
    `;
    return { compile: () => statement.compile(database) };
  });
}

/** Advances each fixture to its last record among these, unless it is already further. */
export function progressing(database: Kysely<Tables>, rows: readonly Row[]) {
  const last = new Map<string, Row>();
  for (const row of rows) {
    const key = `${row.kind}/${row.fixture_id}`;
    // A score that was missing arrives after scores that follow it.
    if (row.seq > (last.get(key)?.seq ?? -1)) last.set(key, row);
  }
  const values = [...last.values()].map(({ kind, fixture_id, seq, ts }) => {
    return { kind, fixture_id, next_seq: seq + 1, last_ts: ts };
  });
  return database
    .insertInto('fixture_progress')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'fixture_id']).doUpdateSet({
        next_seq: sql<number>`greatest(fixture_progress.next_seq, excluded.next_seq)`,
        last_ts: sql<number>`greatest(fixture_progress.last_ts, excluded.last_ts)`,
      }),
    );
}

/**
 * Inserts records. Passes one list per column, whatever the number of rows: writing and parsing a parameter per value
 * takes longer than the insert. A list is one text with a separator that no item contains, because drivers escape and
 * quote array items one by one, which for whole records takes as long as deciding on them.
 */
export function inserting(rows: readonly Row[]) {
  const column = <Name extends keyof Row>(name: Name): Row[Name][] => rows.map((row) => row[name]);
  const list = (items: readonly (string | number)[]) => sql`string_to_array(${items.join()}, ',')`;
  const hashes = rows.map(({ content_hash }) => Buffer.from(content_hash).toString('hex'));
  return sql`
    insert into record (
      kind, fixture_id, seq, ts, accepted_at, stream_slot, stream_index, label, message_id, content_hash, json
    )
    select
      kind, fixture_id, seq, ts, accepted_at, stream_slot, stream_index, label, message_id, decode(hash, 'hex'), json
    from unnest(
      ${list(column('kind'))}, ${list(column('fixture_id'))}::bigint[], ${list(column('seq'))}::integer[],
      ${list(column('ts'))}::bigint[], ${list(column('accepted_at'))}::bigint[],
      ${list(column('stream_slot'))}::bigint[], ${list(column('stream_index'))}::integer[],
      ${column('label')}::text[], ${column('message_id')}::text[],
      ${list(hashes)}, ${texts(column('json'))}
    ) as added (kind, fixture_id, seq, ts, accepted_at, stream_slot, stream_index, label, message_id, hash, json)
  `;
}

/** This does not occur in JSON texts, in which control characters are escaped. */
export const RECORD_SEPARATOR = '\u001e';

/** Passes any texts, joined if the separator allows it. */
function texts(items: readonly string[]) {
  return items.every((item) => item !== '' && !item.includes(RECORD_SEPARATOR))
    ? sql`string_to_array(${items.join(RECORD_SEPARATOR)}, ${RECORD_SEPARATOR})`
    : sql`${items}::text[]`;
}

/** Groups neighbours whose counts are at most `most` together; one with more stays alone. */
function together<T extends { readonly count: number }>(all: readonly T[], most: number): T[][] {
  const groups: T[][] = [];
  let sum = 0;
  for (const one of all) {
    sum += Number(one.count);
    const group = groups.at(-1);
    if (group && sum <= most) group.push(one);
    else {
      groups.push([one]);
      sum = Number(one.count);
    }
  }
  return groups;
}

/** Splits rows into parts, by default of as many as a statement takes. */
export function inParts<T>(rows: readonly T[], most = MAX_ROWS): readonly (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let i = 0; i < rows.length; i += most) parts.push(rows.slice(i, i + most));
  return parts;
}

/** The fixtures of a filter, earliest start first. */
export function chosen<O>(
  query: SelectQueryBuilder<Tables, 'fixture', O>,
  { start, competitionId }: FixtureFilter,
): SelectQueryBuilder<Tables, 'fixture', O> {
  let found = query.orderBy('start_time').orderBy('fixture.fixture_id');
  if (start) found = found.where('start_time', '>=', start.from).where('start_time', '<', start.to);
  return competitionId === undefined ? found : found.where('competition_id', '=', competitionId);
}

const kindStateOf = (row: Tables['record_kind']): KindState => ({
  sealedUntil: row.sealed_until,
  streamSlot: row.stream_slot,
  streamIndex: row.stream_index,
});

export function fixtureOf(row: Tables['fixture']): StoredFixture {
  const stated = statedOfRow(row);
  return {
    fixtureId: row.fixture_id,
    sport: row.sport,
    competitionId: row.competition_id,
    startTime: row.start_time,
    json: row.json,
    ...(stated && { stated }),
  };
}

const newRecordOf = (row: Row): NewRecord => ({
  kind: row.kind,
  fixtureId: row.fixture_id,
  seq: row.seq,
  ts: row.ts,
  acceptedAt: row.accepted_at,
  streamSlot: row.stream_slot,
  streamIndex: row.stream_index,
  label: row.label,
  messageId: row.message_id,
  contentHash: row.content_hash,
  json: row.json,
});

const recordOf = (row: Row & { competition_id: number }): StoredRecord => ({
  ...newRecordOf(row),
  competitionId: row.competition_id,
});

/** A record as a table row. */
export const rowOf = (record: NewRecord): Row => ({
  kind: record.kind,
  fixture_id: record.fixtureId,
  seq: record.seq,
  ts: record.ts,
  accepted_at: record.acceptedAt,
  stream_slot: record.streamSlot,
  stream_index: record.streamIndex,
  label: record.label,
  message_id: record.messageId,
  content_hash: record.contentHash,
  json: record.json,
});
