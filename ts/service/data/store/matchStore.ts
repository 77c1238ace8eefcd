import { STATUS_STATES, type StatusState } from '@linesman/records';
import type { Sport } from '@linesman/sdk/format';
import { type Kysely, sql } from 'kysely';
import { fixtureOf, type StoredFixture, type TimeRange } from './recordStore.js';
import type { Tables } from './tables.js';

/** The end of a page of matches: its last match. */
export interface MatchPlace {
  /** ms. */
  readonly startTime: number;
  readonly fixtureId: number;
}

/** A page of matches. */
export interface MatchFilter {
  /** Only these competitions. */
  readonly competitionIds?: readonly number[];
  readonly states?: readonly string[];
  readonly sport?: Sport;
  readonly fixtureId?: number;
  /** Of the start. */
  readonly start?: TimeRange;
  readonly order: 'earliest' | 'latest';
  /** The page begins after this match. */
  readonly after?: MatchPlace;
  readonly limit: number;
}

/** A fixture, with the progress of its score records. */
export interface StoredMatch extends StoredFixture {
  /** Number of its score records. */
  readonly updates: number;
  readonly state: string;
  /** The first announced start, ms. */
  readonly firstStart: number;
}

/** A score record of a match. */
export interface LatestScores {
  readonly fixtureId: number;
  readonly json: string;
}

/** Number of score records that are searched for a status, because the last ones of a match may lack it. */
const TAIL = 8;

const statuses = (of: (one: StatusState) => boolean) =>
  sql.join(
    STATUS_STATES.filter(of).map(
      ({ sport, statusId, state }) => sql`when ${sql.lit(`${sport} ${statusId}`)} then ${sql.lit(state)}`,
    ),
    sql` `,
  );

/**
 * `GameState` of the latest fixture record, or the later state that the latest status implies, because feeds may leave
 * the fixture `scheduled`, or never update it after the end of the coverage. An ended match stays ended, and a live
 * match ends only with a last status. `json`, not `jsonb`, which refuses the whole text if any name in it has an
 * escaped U+0000.
 */
const STATE = sql<string>`(
  case
    when fixture.json::json ->> 'GameState' not in ('scheduled', 'live') then fixture.json::json ->> 'GameState'
    else coalesce(
      (
        select case
          when fixture.json::json ->> 'GameState' = 'live'
          then case fixture.sport || ' ' || tail.status ${statuses(({ isLast }) => isLast)} end
          when tail.status ~ '^[0-9]{4,}$' then 'live'
          else case fixture.sport || ' ' || tail.status ${statuses(() => true)} end
        end
        from (
          select seq, json::json ->> 'StatusId' as status from record
          where kind = 'scores' and record.fixture_id = fixture.fixture_id
          order by seq desc limit ${sql.lit(TAIL)}
        ) as tail
        where tail.status is not null
        order by tail.seq desc limit 1
      ),
      fixture.json::json ->> 'GameState'
    )
  end
)`;

/** `StartTime` of the first fixture record. */
const FIRST_START = sql<number>`coalesce(
  (
    select (json::json ->> 'StartTime')::bigint from record
    where kind = 'fixtures' and record.fixture_id = fixture.fixture_id and seq = 0
  ),
  fixture.start_time
)`;

/** The number of stored scores: all numbers so far except the missing ones. */
const UPDATES = sql<number>`(
  coalesce(progress.next_seq, 0) - coalesce(
    (select sum(last_seq - first_seq + 1) from missing_score where missing_score.fixture_id = fixture.fixture_id), 0
  )
)::integer`;

/** Fixtures for lists of matches. Read-only. */
export class MatchStore {
  constructor(private readonly database: Kysely<Tables>) {}

  /** Every competition that has a fixture. */
  async competitions(): Promise<number[]> {
    const rows = await this.database.selectFrom('fixture').select('competition_id').distinct().execute();
    return rows.map(({ competition_id }) => competition_id);
  }

  /** A page of matches, by start time. */
  async page({
    competitionIds,
    states,
    sport,
    fixtureId,
    start,
    order,
    after,
    limit,
  }: MatchFilter): Promise<StoredMatch[]> {
    const direction = order === 'earliest' ? 'asc' : 'desc';
    let query = this.database
      .selectFrom('fixture')
      .leftJoin('fixture_progress as progress', (join) =>
        join.onRef('progress.fixture_id', '=', 'fixture.fixture_id').on('progress.kind', '=', 'scores'),
      )
      .selectAll('fixture')
      .select([UPDATES.as('updates'), STATE.as('state'), FIRST_START.as('first_start')])
      .orderBy('start_time', direction)
      .orderBy('fixture.fixture_id', direction)
      .limit(limit);
    if (competitionIds) query = query.where(sql<boolean>`competition_id = any(${competitionIds}::integer[])`);
    if (states) query = query.where(sql<boolean>`${STATE} = any(${states}::text[])`);
    if (sport) query = query.where('sport', '=', sport);
    if (fixtureId !== undefined) query = query.where('fixture.fixture_id', '=', fixtureId);
    if (start) query = query.where('start_time', '>=', start.from).where('start_time', '<', start.to);
    if (after) {
      const place = sql`(${after.startTime}::bigint, ${after.fixtureId}::bigint)`;
      const at = sql`(start_time, fixture.fixture_id)`;
      query = query.where(order === 'earliest' ? sql<boolean>`${at} > ${place}` : sql<boolean>`${at} < ${place}`);
    }
    return (await query.execute()).map((row) => ({
      ...fixtureOf(row),
      updates: row.updates,
      state: row.state,
      firstStart: row.first_start,
    }));
  }

  /** The latest `count` score records of each fixture, newest first. */
  async latest(fixtureIds: readonly number[], count: number): Promise<LatestScores[]> {
    if (fixtureIds.length === 0) return [];
    const { rows } = await sql<{ fixture_id: number; json: string }>`
      select latest.fixture_id, latest.json
      from unnest(${fixtureIds}::bigint[]) as asked (fixture_id)
      cross join lateral (
        select fixture_id, seq, json from record
        where kind = 'scores' and fixture_id = asked.fixture_id
        order by seq desc limit ${count}
      ) as latest
      order by latest.fixture_id, latest.seq desc`.execute(this.database);
    return rows.map(({ fixture_id, json }) => ({ fixtureId: fixture_id, json }));
  }
}
