import { type Compilable, type Kysely, sql } from 'kysely';
import { LeastRecent } from 'linesman/node';
import type { RecordKind } from './recordKind.js';
import { type RecordQuery, RecordStore, type StoredFixture, type StoredRecord, type TimeRange } from './recordStore.js';
import type { SqlPool } from './sqlPool.js';
import type { Tables } from './tables.js';

/** Characters of the JSON of records that are kept, and of fixtures; what else is kept of them takes a few times as much. */
const MOST = 1 << 24;
/** What a record takes besides its JSON, in characters. */
const OVERHEAD = 500;
const weightOf = ({ json }: { readonly json: string }): number => json.length + OVERHEAD;

/**
 * The same store for whoever answers the same questions again and again: the database says only which records an answer is of, as one text, and those that
 * were read before are taken from memory. A stored record never changes; what its fixture says, its competition, does, and comes with the answer.
 * The same record is the same object, as long as it is kept.
 */
export class KeptRecordStore extends RecordStore {
  private readonly kept: LeastRecent<StoredRecord>;
  private readonly keptFixtures: LeastRecent<StoredFixture>;

  constructor(database: Kysely<Tables>, pool: SqlPool, most = MOST) {
    super(database, pool);
    this.kept = new LeastRecent<StoredRecord>(most, weightOf);
    this.keptFixtures = new LeastRecent<StoredFixture>(most, weightOf);
  }

  override async fixtures(
    filter: { readonly start?: TimeRange; readonly competitionId?: number } = {},
  ): Promise<StoredFixture[]> {
    const { start, competitionId } = filter;
    // Every fixture record that changes a fixture counts its progress on.
    let query = this.database
      .selectFrom('fixture')
      .leftJoin('fixture_progress as progress', (join) =>
        join.onRef('progress.fixture_id', '=', 'fixture.fixture_id').on('progress.kind', '=', 'fixtures'),
      )
      .select(sql<string>`fixture.fixture_id || '.' || coalesce(progress.next_seq, 0)`.as('place'))
      .orderBy('start_time')
      .orderBy('fixture.fixture_id');
    if (start) query = query.where('start_time', '>=', start.from).where('start_time', '<', start.to);
    if (competitionId !== undefined) query = query.where('competition_id', '=', competitionId);
    const places = await this.places(query);
    const found = new Map<string, StoredFixture>();
    const missing: string[] = [];
    for (const place of places) {
      const one = this.keptFixtures.get(place);
      if (one) found.set(place, one);
      else missing.push(place);
    }
    if (missing.length > 0) {
      const read = await this.fixturesOf(missing.map((place) => Number(place.slice(0, place.indexOf('.')))));
      const byId = new Map(read.map((fixture) => [String(fixture.fixtureId), fixture]));
      for (const place of missing) {
        const fixture = byId.get(place.slice(0, place.indexOf('.')));
        if (!fixture) continue;
        found.set(place, fixture);
        this.keptFixtures.set(place, fixture);
      }
    }
    return places.flatMap((place) => found.get(place) ?? []);
  }

  protected override async list(kind: RecordKind, query: RecordQuery): Promise<StoredRecord[]> {
    const places = await this.places(
      query
        .clearSelect()
        .select(sql<string>`record.fixture_id || '.' || record.seq || '.' || fixture.competition_id`.as('place')),
    );
    // All of an answer at once: what is read below may put some of it out.
    const found = new Map<string, StoredRecord>();
    const missing: string[] = [];
    for (const place of places) {
      const record = this.kept.get(nameOf(kind, place));
      if (record) found.set(nameOf(kind, place), record);
      else missing.push(place);
    }
    if (missing.length > 0) {
      const fixtureIds = missing.map((place) => Number(place.split('.')[0]));
      const seqs = missing.map((place) => Number(place.split('.')[1]));
      const pairs = sql`select * from unnest(${fixtureIds}::bigint[], ${seqs}::integer[])`;
      const read = await super.list(
        kind,
        this.select(kind).where(sql<boolean>`(record.fixture_id, record.seq) in (${pairs})`),
      );
      for (const record of read) {
        const name = nameOf(kind, `${record.fixtureId}.${record.seq}.`);
        found.set(name, record);
        this.kept.set(name, record);
      }
    }
    return places.flatMap((place) => {
      const name = nameOf(kind, place);
      const record = found.get(name);
      if (!record) return [];
      const competitionId = Number(place.slice(place.lastIndexOf('.') + 1));
      if (record.competitionId === competitionId) return record;
      const current = { ...record, competitionId };
      this.kept.set(name, current);
      return current;
    });
  }

  /** One row of one text: a row for each costs more than all that is done with it. */
  private async places(query: Compilable<{ place: string }>): Promise<readonly string[]> {
    const { rows } = await sql<{ places: string | null }>`
      select string_agg(place, ',') as places from (${query as never}) as found`.execute(this.database);
    return rows[0]?.places?.split(',') ?? [];
  }
}

const nameOf = (kind: RecordKind, place: string): string => `${kind}/${place.slice(0, place.lastIndexOf('.'))}`;
