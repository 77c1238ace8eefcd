import { layoutByteOf, periodOfName, SPORT_NAMES } from '@linesman/sdk/format';
import type { Ingest } from '../data/ingest/ingest.js';
import type { Store } from '../data/store/store.js';

/** States of a match from which more records are expected. */
const GOING_ON: readonly string[] = ['scheduled', 'live'];

/** The fields that the last record repeats: the teams, and the stats. */
const KEPT: readonly string[] = [
  ...['FixtureId', 'GameState', 'StartTime', 'IsTeam', 'FixtureGroupId', 'CompetitionId', 'CountryId', 'SportId'],
  ...['Participant1IsHome', 'Participant1Id', 'Participant2Id', 'ConnectionId', 'Type', 'Stats'],
];

export interface EndUncovered {
  readonly store: Pick<Store, 'records' | 'matches'>;
  readonly ingest: Pick<Ingest, 'accept'>;
  /** Time of the last record, ms. */
  readonly now: number;
}

/**
 * Ends the coverage of a stored match that its feed no longer knows, with a score record of status 17, because
 * otherwise the match would seem to go on forever. Returns whether it did; a match that is over, or that is not stored,
 * stays unchanged. Errors: those of `Ingest.accept`.
 *
 * @param refused A refused score record of another match under this number. It is the template of the new record if the
 * stored match has no score yet.
 */
export async function endUncovered(
  fixtureId: number,
  refused: object,
  { store, ingest, now }: EndUncovered,
): Promise<boolean> {
  const fixture = await store.records.fixture(fixtureId);
  if (!fixture) return false;
  const { competitionId, sport } = fixture;
  const place = { competitionIds: [competitionId], fixtureId, order: 'earliest', limit: 1 } as const;
  const [match] = await store.matches.page(place);
  if (!match || !GOING_ON.includes(match.state)) return false;
  const [latest] = await store.matches.latest([fixtureId], 1);
  const unbegun = { SportId: layoutByteOf(sport), Type: SPORT_NAMES[sport].type, Stats: {}, Seq: -1, Ts: 0, Id: 0 };
  const last: Readonly<Record<string, unknown>> = latest
    ? JSON.parse(latest.json)
    : { ...refused, ...JSON.parse(fixture.json), ...unbegun };
  await ingest.accept({
    ...Object.fromEntries(KEPT.flatMap((name) => (name in last ? [[name, last[name]]] : []))),
    Action: 'coverage_update',
    Id: Number(last.Id) + 1,
    Ts: Math.max(now, Number(last.Ts)),
    Seq: Number(last.Seq) + 1,
    StatusId: periodOfName(sport, 'TXCC'),
  });
  return true;
}
