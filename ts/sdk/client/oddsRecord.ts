import { ODDS_FIELDS } from '../format/odds.js';
import { type OnWire, onWire } from '../format/recordFields.js';
import { DocumentNode } from '../proof/document.js';
import { readFields } from '../proof/readFields.js';
import { timeIn } from './timeIn.js';

/**
 * An odds record with the names of the described wire, whatever wire it came from. Times are Unix ms. Prices are
 * decimal odds × 1000; there are none while the line is suspended.
 */
export interface OddsRecord extends OnWire<typeof ODDS_FIELDS> {
  /** Percentages with three decimals, or `NA`; empty in proofs and while the line is suspended. */
  readonly Pct: readonly string[];
}

const PERCENTAGES = { pct: 'strings' } as const;

/**
 * Reads an odds record in Pascal or camel case. Absent optional fields become null or empty. Errors, with the path:
 * MALFORMED_RESPONSE, INVALID_NUMBER, UNKNOWN_FIELD.
 *
 * @example
 * ```ts
 * import { readOddsRecord } from '@linesman/sdk/client';
 *
 * declare const line: string;
 * const { PriceNames, Prices } = readOddsRecord(JSON.parse(line));
 * ```
 */
export function readOddsRecord(value: unknown, path = '$'): OddsRecord {
  const record = new DocumentNode(value, path);
  const fields = onWire(ODDS_FIELDS, readFields(record, ODDS_FIELDS, timeIn));
  return { ...fields, ...onWire(PERCENTAGES, readFields(record, PERCENTAGES)) };
}
