import type { Fields } from '../data/ingest/fields.js';
import { recordEncoders } from '../edge/answer/encoders.js';
import type { Wire } from '../edge/answer/wire.js';
import type { ReadRecord } from './readRecord.js';

/** The fields of a record that `writeRecord` needs. */
export type WrittenRecord = Pick<ReadRecord, 'kind' | 'json'>;

/**
 * The JSON text of a record in lists and streams of a wire. A record that was received in the observed form keeps its
 * text in that wire; the described wire leaves out fields that the interface description lacks.
 *
 * @example
 * ```ts
 * import { readRecord, writeRecord } from '@linesman/service/records';
 *
 * declare const line: string;
 * const observed: string = writeRecord(readRecord(line), 'observed');
 * ```
 */
export function writeRecord({ kind, json }: WrittenRecord, wire: Wire): string {
  const fields = JSON.parse(json) as Fields;
  return JSON.stringify(WRITE[kind](fields, wire));
}

const WRITE: Readonly<Record<ReadRecord['kind'], (fields: Fields, wire: Wire) => object | string>> = {
  scores: (fields, wire) => recordEncoders.scores(fields, 'snapshot', wire),
  odds: recordEncoders.odds,
  fixtures: recordEncoders.fixture,
};
