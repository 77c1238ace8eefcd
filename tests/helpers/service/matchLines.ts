import type { Sport } from '../../../ts/linesman/format/index.js';
import { encodeFixture, encodeOdds, encodeScores, type ScoresRecord } from '../../../ts/service/record/index.js';
import { matchRecords } from '../../../ts/service/season/index.js';

export interface MatchLinesOptions {
  readonly seed: string;
  readonly sport?: Sport;
  readonly fixtureId: number;
  /** ms. */
  readonly startTime: number;
}

/** All records of a made-up match as JSON lines in time order, the fixture record first. */
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
