import { type Fields, oddsOfWire } from '../ingest/index.js';
import { isSuspended } from '../record/index.js';
import type { StoredRecord } from '../store/index.js';
import { eventFrame, type StreamEvent } from '../stream/index.js';
import { recordEncoders } from './recordEncoders.js';

/** What the streams show of an accepted record, encoded once for all readers; fixture records have no stream. */
export function eventsOf(record: StoredRecord): readonly StreamEvent[] {
  const { kind, fixtureId, competitionId, label, ts, acceptedAt, streamSlot, streamIndex, json } = record;
  if (kind === 'fixtures') return [];
  const fields = JSON.parse(json) as Fields;
  const id = `${streamSlot}:${streamIndex}`;
  const common = { id, fixtureId, leagueId: competitionId, ts, acceptedAt };
  if (kind === 'scores') {
    const frame = (wire: 'described' | 'observed') => eventFrame(id, recordEncoders.scores(fields, 'snapshot', wire));
    return [{ ...common, kind, frames: { described: frame('described'), observed: frame('observed') } }];
  }
  const odds = oddsOfWire(fields);
  // Alike in both wires.
  const frame = eventFrame(id, recordEncoders.odds(fields, 'described'));
  const frames = { described: frame, observed: frame };
  return [{ ...common, kind, market: odds.superOddsType, line: label, suspended: isSuspended(odds), frames }];
}
