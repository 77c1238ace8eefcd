import {
  encodeListedFixture,
  encodeOdds,
  encodeScores,
  formOfOdds,
  type GameState,
  type ScoresRecord,
  STATE_NUMBER,
} from '@linesman/records';
import { sportOf } from '@linesman/sdk/format';
import type { Fields } from '../../data/ingest/fields.js';
import { fixtureOfWire } from '../../data/ingest/fixtureOfWire.js';
import { listedOdds } from '../../data/ingest/oddsOfWire.js';
import type { Wire } from './wire.js';

/** Encodes records as JSON values or texts. */
export interface Encoders {
  odds(record: Fields, wire: Wire): object | string;
  /** `historical`: the lower camel case form of the described wire. The observed wire has one form only. */
  scores(record: Fields, form: 'snapshot' | 'historical', wire: Wire): object | string;
  fixture(record: Fields, wire: Wire): object | string;
}

/**
 * Encodes records as stored: parsed JSON that `validateRecord` accepted. Odds and fixtures are the same in both wires,
 * except those that were received in the observed form.
 */
export const recordEncoders: Encoders = {
  odds: (record, wire) =>
    wire === 'observed' && formOfOdds(record) === 'observed' ? { ...record } : encodeOdds(listedOdds(record)),
  scores: (record, form, wire) => encodeScores(record as ScoresRecord, wire === 'observed' ? 'observed' : form),
  fixture: (record, wire) =>
    wire === 'observed' && record.Observed
      ? { ...record.Observed, Ts: record.Ts, GameState: STATE_NUMBER[record.GameState as GameState] }
      : // In leaves, the id contains the state; lists show the id used in queries.
        encodeListedFixture({
          ...fixtureOfWire(record),
          fixtureId: record.FixtureId as number,
          sport: sportOf(record.Sport as string),
          gameState: record.GameState as GameState,
          ...(Array.isArray(record.StatKeys) && { statKeys: record.StatKeys as readonly number[] }),
        }),
};

/** Wraps encoders so that a kept record is encoded once per form. The text is kept for as long as the record. */
export function keptEncoders(encoders: Encoders, isKept: (record: Fields) => boolean): Encoders {
  const texts = new WeakMap<object, Map<string, string>>();
  const kept = (record: Fields, form: string, encode: () => object | string): object | string => {
    if (!isKept(record)) return encode();
    const known = texts.get(record) ?? new Map<string, string>();
    const text = known.get(form) ?? JSON.stringify(encode());
    known.set(form, text);
    texts.set(record, known);
    return text;
  };
  return {
    odds: (record, wire) => kept(record, `odds/${wire}`, () => encoders.odds(record, wire)),
    scores: (record, form, wire) => kept(record, `scores/${form}/${wire}`, () => encoders.scores(record, form, wire)),
    fixture: (record, wire) => kept(record, `fixture/${wire}`, () => encoders.fixture(record, wire)),
  };
}
