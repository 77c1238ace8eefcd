import { sportOf } from 'linesman/format';
import { fixtureOfWire, oddsOfWire } from '../../data/ingest/index.js';
import { encodeListedFixture, encodeOdds, encodeScores, type ScoresRecord } from '../../data/record/index.js';
import type { Encoders } from './encoders.js';

/**
 * Encodes records as stored: parsed JSON that `validateRecord` accepted. Odds and fixtures are the same in both wires.
 */
export const recordEncoders: Encoders = {
  odds: (record) => encodeOdds(oddsOfWire(record)),
  scores: (record, form, wire) => encodeScores(record as ScoresRecord, wire === 'observed' ? 'observed' : form),
  fixture: (record) =>
    // Leaves carry the state in the id; lists show the id used in queries.
    encodeListedFixture({
      ...fixtureOfWire(record),
      fixtureId: record.FixtureId as number,
      sport: sportOf(record.Sport as string),
    }),
};
