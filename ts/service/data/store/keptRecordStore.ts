import { LeastRecent } from '@linesman/sdk/node';
import { type Compilable, type Kysely, sql } from 'kysely';
import type { RecordKind } from './recordKind.js';
import {
  chosen,
  type FixtureFilter,
  inParts,
  PAGE,
  type RecordQuery,
  RecordStore,
  type StoredFixture,
  type StoredRecord,
} from './recordStore.js';
import type { SqlPool } from './sqlPool.js';
import type { Tables } from './tables.js';

/** Characters of JSON cached, for records and for fixtures each. Actual memory is a few times as much. */
const MOST = 1 << 24;
/** Weight of a record besides its JSON, in characters. */
const OVERHEAD = 500;

const kept = new WeakSet<StoredFixture | StoredRecord>();
const keep = <S extends StoredFixture | StoredRecord>(cache: LeastRecent<S>, name: string, stored: S): void => {
  kept.add(stored);
  cache.set(name, stored);
};
/** Whether a cache returns this object each time, so that what is made of it is worth keeping with it. */
export const isKept = (stored: StoredFixture | StoredRecord): boolean => kept.has(stored);

const weightOf = ({ json }: { readonly json: string }): number => json.length + OVERHEAD;

/**
 * A record store with a cache, for repeated queries: the database returns only the ids of the matching records, as one
 * text, and known records come from memory. Stored records never change. The competition of their fixture may change,
 * so it is part of the id. A cached record is returned as the same object each time.
 */
export class KeptRecordStore extends RecordStore {
  private readonly kept: LeastRecent<StoredRecord>;
  private readonly keptFixtures: LeastRecent<StoredFixture>;

  constructor(database: Kysely<Tables>, pool: SqlPool, most = MOST) {
    super(database, pool);
    this.kept = new LeastRecent<StoredRecord>(most, weightOf);
    this.keptFixtures = new LeastRecent<StoredFixture>(most, weightOf);
  }

  override async *fixturePages(filter: FixtureFilter = {}, limit = PAGE): AsyncGenerator<StoredFixture[]> {
    // Every fixture record that changes a fixture advances its progress; a score record fixes the stats.
    const place = sql<string>`fixture.fixture_id || '.' || coalesce(progress.next_seq, 0) || '.' || stats_fixed`;
    const query = this.database
      .selectFrom('fixture')
      .leftJoin('fixture_progress as progress', (join) =>
        join.onRef('progress.fixture_id', '=', 'fixture.fixture_id').on('progress.kind', '=', 'fixtures'),
      )
      .select(place.as('place'));
    const places = await this.places(chosen(query as never, filter) as typeof query);
    for (const part of inParts(places, limit)) yield await this.fixturesAt(part);
  }

  private async fixturesAt(places: readonly string[]): Promise<StoredFixture[]> {
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
        keep(this.keptFixtures, place, fixture);
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
    // Collects the cached records first, because the query below may evict some of them.
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
      const read = await this.read(
        this.select(kind).where(sql<boolean>`(record.fixture_id, record.seq) in (${pairs})`),
      );
      for (const record of read) {
        const name = nameOf(kind, `${record.fixtureId}.${record.seq}.`);
        found.set(name, record);
        keep(this.kept, name, record);
      }
    }
    return places.flatMap((place) => {
      const name = nameOf(kind, place);
      const record = found.get(name);
      if (!record) return [];
      const competitionId = Number(place.slice(place.lastIndexOf('.') + 1));
      if (record.competitionId === competitionId) return record;
      const current = { ...record, competitionId };
      keep(this.kept, name, current);
      return current;
    });
  }

  /** All ids are in one row, because a row for each id would cost more than everything else here. */
  private async places(query: Compilable<{ place: string }>): Promise<readonly string[]> {
    const { rows } = await sql<{ places: string | null }>`
      select string_agg(place, ',') as places from (${query as never}) as found`.execute(this.database);
    return rows[0]?.places?.split(',') ?? [];
  }
}

const nameOf = (kind: RecordKind, place: string): string => `${kind}/${place.slice(0, place.lastIndexOf('.'))}`;
