import { STATUS_STATES } from '../../../ts/records/record/matchState.js';
import type { LatestScores, MatchFilter, MatchStore, StoredMatch } from '../../../ts/service/data/store/matchStore.js';
import type { StoredFixture } from '../../../ts/service/data/store/recordStore.js';
import { type MemoryDatabase, recordName } from './memoryDatabase.js';
import { fixtureRow, nextSeq } from './memoryRows.js';
import type { MemorySession } from './memorySession.js';

/** Score records that are searched for a status. */
const TAIL = 8;

/** `MatchStore` in memory. */
export class MemoryMatches implements Pick<MatchStore, keyof MatchStore> {
  constructor(private readonly session: MemorySession) {}

  async competitions(): Promise<number[]> {
    return this.session.run(({ fixtures }) => [...new Set(fixtures.all().map(({ competitionId }) => competitionId))]);
  }

  async page(filter: MatchFilter): Promise<StoredMatch[]> {
    const { competitionIds, states, sport, fixtureId, start, order, after, limit } = filter;
    const direction = order === 'earliest' ? 1 : -1;
    const compare = (
      a: Pick<StoredFixture, 'startTime' | 'fixtureId'>,
      b: Pick<StoredFixture, 'startTime' | 'fixtureId'>,
    ) => direction * (a.startTime - b.startTime || a.fixtureId - b.fixtureId);
    return this.session.run((database) =>
      database.fixtures
        .all()
        .filter((one) => competitionIds?.includes(one.competitionId) ?? true)
        .filter((one) => sport === undefined || one.sport === sport)
        .filter((one) => fixtureId === undefined || one.fixtureId === fixtureId)
        .filter(({ startTime }) => start === undefined || (start.from <= startTime && startTime < start.to))
        .filter((one) => after === undefined || compare(one, after) > 0)
        .map((one) => matchOf(database, one))
        .filter(({ state }) => states === undefined || states.includes(state))
        .sort(compare)
        .slice(0, limit),
    );
  }

  async latest(fixtureIds: readonly number[], count: number): Promise<LatestScores[]> {
    return this.session.run(({ recordsBySeq }) =>
      fixtureIds
        .flatMap((fixtureId) => recordsBySeq.of(`scores/${fixtureId}`).toReversed().slice(0, count))
        .sort((a, b) => a.fixtureId - b.fixtureId || b.seq - a.seq)
        .map(({ fixtureId, json }) => ({ fixtureId, json })),
    );
  }
}

function matchOf(database: MemoryDatabase, fixture: StoredFixture): StoredMatch {
  const { fixtureId, startTime } = fixture;
  const first = database.records.get(recordName({ kind: 'fixtures', fixtureId, seq: 0 }));
  const firstStart = first && memberOf(first.json, 'StartTime');
  const runs = database.missingByFixture.of(`${fixtureId}`);
  const missing = runs.reduce((sum, run) => sum + run.last - run.first + 1, 0);
  return {
    ...fixtureRow(fixture),
    updates: nextSeq(database, 'scores', fixtureId) - missing,
    state: stateOf(database, fixture) as string,
    firstStart: firstStart == null ? startTime : Number(firstStart),
  };
}

/** What the latest fixture record says, and the latest status beyond it; see `MatchStore`. */
function stateOf(database: MemoryDatabase, { fixtureId, sport, json }: StoredFixture): string | null {
  const state = memberOf(json, 'GameState');
  if (state !== null && state !== 'scheduled' && state !== 'live') return state;
  const tail = database.recordsBySeq.of(`scores/${fixtureId}`).slice(-TAIL);
  const status = tail.map((record) => memberOf(record.json, 'StatusId')).findLast((one) => one !== null);
  if (status == null) return state;
  if (state !== 'live' && /^[0-9]{4,}$/.test(status)) return 'live';
  const said = STATUS_STATES.find((one) => one.sport === sport && `${one.statusId}` === status);
  return said && (state !== 'live' || said.isLast) ? said.state : state;
}

/** A member of a JSON object as text, as by `->>`. */
function memberOf(json: string, name: string): string | null {
  const value = (JSON.parse(json) as Record<string, unknown> | null)?.[name] ?? null;
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
}
