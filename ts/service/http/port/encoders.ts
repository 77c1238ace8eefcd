import type { Wire } from '../../edge/answer/wire.js';

/** Encodes records as JSON values or texts. */
export interface Encoders {
  odds(record: unknown, wire: Wire): object | string;
  /** `historical`: the lower camel case form of the described wire. The observed wire has one form only. */
  scores(record: unknown, form: 'snapshot' | 'historical', wire: Wire): object | string;
  fixture(record: unknown, wire: Wire): object | string;
}
