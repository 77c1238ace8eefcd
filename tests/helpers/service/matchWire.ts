import { encodeFixture } from '../../../ts/records/record/fixture.js';
import { encodeOdds } from '../../../ts/records/record/odds.js';
import { encodeScores } from '../../../ts/records/record/scores/scoresRecord.js';
import type { Sport } from '../../../ts/sdk/format/sports/sports.js';
import { matchRecords } from '../../../ts/season/matchRecords.js';
import type { Script } from '../../../ts/season/script.js';

export interface WireRecord {
  readonly fixtureId: number;
  readonly ts: number;
  /** On the wire; `validateRecord` accepts it. */
  readonly wire: Record<string, unknown>;
  /** The same of a score record in the observed form. */
  readonly observed?: Record<string, unknown>;
}

/** All records of a simulated match on the wire, in time order, the first fixture record first. */
export function matchWire(
  seed: string,
  sport: Sport,
  fixtureId: number,
  startTime: number,
  { tempo = 0.15, script = 'normal' }: { readonly tempo?: number; readonly script?: Script } = {},
): WireRecord[] {
  const match = matchRecords({ seed, sport, fixtureId, startTime, tempo, script });
  return [
    ...match.fixtures.map((record) => ({
      ts: record.ts,
      wire: { ...encodeFixture(record), Sport: record.sport, GameState: record.gameState },
    })),
    ...match.odds.map((record) => ({ ts: record.ts, wire: encodeOdds(record) })),
    ...match.scores.map((record) => ({
      ts: record.Ts,
      wire: encodeScores(record, 'snapshot'),
      observed: encodeScores(record, 'observed'),
    })),
  ]
    .map((record) => ({ fixtureId, ...record }))
    .sort((a, b) => a.ts - b.ts);
}
