import { encodeFixture, encodeOdds, encodeScores, type FixtureRecord, type ScoresRecord } from '@linesman/records';
import type { Odds } from '@linesman/sdk/format';
import type { RootsKind } from '@linesman/sdk/proof';
import type { MatchRecords } from '../matchRecords.js';

/** A record from the feed. */
export interface FeedRecord {
  readonly kind: RootsKind;
  readonly fixtureId: number;
  /** Due time, ms: its `Ts`. */
  readonly ts: number;
  /** The record as ingested. */
  readonly wire: object;
}

/** A record that is encoded only when due. */
export interface PendingRecord {
  readonly ts: number;
  readonly toFeed: () => FeedRecord;
}

export function pendingFixture(record: FixtureRecord): PendingRecord {
  const { fixtureId, ts, sport, gameState, statKeys } = record;
  const stated = statKeys && { StatKeys: statKeys };
  const wire = () => ({ ...encodeFixture(record), Sport: sport, GameState: gameState, ...stated });
  return { ts, toFeed: () => ({ kind: 'fixtures', fixtureId, ts, wire: wire() }) };
}

export function pendingScores(record: ScoresRecord): PendingRecord {
  const { FixtureId: fixtureId, Ts: ts } = record;
  return { ts, toFeed: () => ({ kind: 'scores', fixtureId, ts, wire: encodeScores(record, 'snapshot') }) };
}

function pendingOdds(record: Odds): PendingRecord {
  const { fixtureId, ts } = record;
  return { ts, toFeed: () => ({ kind: 'odds', fixtureId, ts, wire: encodeOdds(record) }) };
}

/** All records of a match except its announcement, in time order; of those with the same time, the fixture's first. */
export function pendingRecords({ fixtures, scores, odds }: MatchRecords): PendingRecord[] {
  const all = [...fixtures.slice(1).map(pendingFixture), ...scores.map(pendingScores), ...odds.map(pendingOdds)];
  return all.sort((a, b) => a.ts - b.ts);
}
