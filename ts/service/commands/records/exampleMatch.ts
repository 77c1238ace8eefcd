import { encodeFixture, encodeOdds, encodeScores, type ScoresRecord } from '@linesman/records';
import { MS_PER_HOUR, type Sport } from '@linesman/sdk/format';
import { matchRecords } from '@linesman/season';

interface MatchLinesOptions {
  readonly seed: string;
  readonly sport?: Sport;
  readonly fixtureId: number;
  /** ms. */
  readonly startTime: number;
}

/** All records of a simulated match as JSON lines in time order, the fixture record first. */
export function matchLines({ seed, sport = 'soccer', fixtureId, startTime }: MatchLinesOptions): string[] {
  const match = matchRecords({ seed, sport, fixtureId, startTime });
  const records = [
    ...match.fixtures.map((record) => ({
      ts: record.ts,
      wire: { ...encodeFixture(record), Sport: record.sport, GameState: record.gameState },
    })),
    ...match.odds.map((record) => ({ ts: record.ts, wire: encodeOdds(record) })),
    ...(match.scores as readonly ScoresRecord[]).map((record) => ({
      ts: record.Ts,
      wire: encodeScores(record, 'snapshot'),
    })),
  ];
  return records.sort((a, b) => a.ts - b.ts).map(({ wire }) => JSON.stringify(wire));
}

/** A whole number of minutes, like the matches of `linesman serve`. */
const MINUTE = 60_000;
/** Long enough for every match to be over, with extra time. */
const AGO = 6 * MS_PER_HOUR;

/** The records of a soccer match that is over by `now` (ms), one per line. `linesman ingest --example` prints them. */
export const exampleLines = (now: number): string[] =>
  matchLines({ seed: 'example', fixtureId: 16_000_001, startTime: Math.floor(now / MINUTE) * MINUTE - AGO });
