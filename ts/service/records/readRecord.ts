import type { RecordForm } from '@linesman/records';
import { readIncoming } from '../data/ingest/incoming.js';
import { validateRecord } from '../data/ingest/validateRecord.js';

/** A record that the service would take. */
export interface ReadRecord {
  readonly kind: 'scores' | 'odds' | 'fixtures';
  /** The form in which it was sent. */
  readonly form: RecordForm;
  readonly fixtureId: number;
  /** Scores only, else `null`. */
  readonly seq: number | null;
  /** Odds only, else `null`. */
  readonly messageId: string | null;
  /** `Ts`, Unix ms. */
  readonly ts: number;
  /**
   * Known fields that do not fit the interface description, by their path in its names (`Data.Conditions`). They are
   * stored, but the described wire leaves them out. Only for records in the observed form.
   */
  readonly unfit: readonly string[];
  /** The record to store: as sent, except for fixtures in lists and for the historical form. */
  readonly json: string;
}

/**
 * Reads a record of scores, odds or fixtures in any form: that of the interface description, or that of live feeds. It
 * is checked like a record that `linesman ingest` sends. Errors, with the path and, where there are several, all
 * `faults` in the context: MALFORMED_RECORD, INVALID_RECORD, UNKNOWN_FIELD, MIXED_FORMS, OTHER_FORM, REPEATED_KEY,
 * INVALID_NUMBER, AMBIGUOUS_LEAF, PRICES_MISMATCH, OVERFLOW, UNKNOWN_SPORT.
 *
 * @example
 * ```ts
 * import { readRecord, writeRecord } from '@linesman/service/records';
 *
 * declare const line: string;
 * const record = readRecord(line);
 * console.log(record.kind, record.form, writeRecord(record, 'described'));
 * ```
 */
export function readRecord(record: string | object): ReadRecord {
  const text = typeof record === 'string' ? record : JSON.stringify(record);
  const { kind, form, fixtureId, seq, messageId, feedTs, unfit, text: json } = readIncoming(text, validateRecord);
  return { kind, form, fixtureId, seq, messageId, ts: feedTs, unfit, json };
}
