import type { Fields } from '../../data/ingest/index.js';
import type { Wire } from './wire.js';

/** Encodes records as JSON values or texts. */
export interface Encoders {
  odds(record: Fields, wire: Wire): object | string;
  /** `historical`: the lower camel case form of the described wire. The observed wire has one form only. */
  scores(record: Fields, form: 'snapshot' | 'historical', wire: Wire): object | string;
  fixture(record: Fields, wire: Wire): object | string;
}
