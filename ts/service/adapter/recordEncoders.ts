import { sportOf } from 'linesman/format';
import type { Encoders } from '../http/port/encoders.js';
import { type Fields, fixtureOfWire, oddsOfWire } from '../ingest/index.js';
import { encodeListedFixture, encodeOdds, encodeScores, type ScoresRecord } from '../record/index.js';

/**
 * Encodes records as stored: parsed JSON that `validateRecord` accepted. Odds and fixtures are the same in both wires.
 */
export const recordEncoders: Encoders = {
  odds: (record) => encodeOdds(oddsOfWire(record as Fields)),
  scores: (record, form, wire) => encodeScores(record as ScoresRecord, wire === 'observed' ? 'observed' : form),
  fixture: (record) => {
    const fields = record as Fields;
    // Leaves carry the state in the id; lists show the id used in queries.
    return encodeListedFixture({
      ...fixtureOfWire(fields),
      fixtureId: fields.FixtureId as number,
      sport: sportOf(fields.Sport as string),
    });
  },
};
