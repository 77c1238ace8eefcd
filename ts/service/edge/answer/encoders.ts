import type { Wire } from './wire.js';

/** How records are written: JSON values, or their texts. */
export interface Encoders {
  odds(record: unknown, wire: Wire): object | string;
  /** `historical`: the lower camel case form of the described wire; the observed wire has one form. */
  scores(record: unknown, form: 'snapshot' | 'historical', wire: Wire): object | string;
  fixture(record: unknown, wire: Wire): object | string;
}
