import { DocumentNode } from '../proof/document.js';
import { timeIn } from './timeIn.js';

/** An odds record with the names of the described wire, whichever wire it came on. */
export interface OddsRecord {
  readonly FixtureId: number;
  readonly MessageId: string;
  /** Unix ms. */
  readonly Ts: number;
  readonly Bookmaker: string;
  readonly BookmakerId: number;
  readonly SuperOddsType: string;
  readonly GameState: string | null;
  readonly InRunning: boolean;
  readonly MarketParameters: string | null;
  readonly MarketPeriod: string | null;
  readonly PriceNames: readonly string[];
  /** Decimal odds × 1000; empty while the line is suspended. */
  readonly Prices: readonly number[];
  /** Percentages with three decimals, or `NA`; empty in proofs and while the line is suspended. */
  readonly Pct: readonly string[];
}

/**
 * Reads an odds record in Pascal or camel case. Absent optional fields become null or empty. Errors, with the path:
 * MALFORMED_RESPONSE, INVALID_NUMBER, UNKNOWN_FIELD.
 *
 * @example
 * ```ts
 * import { readOddsRecord } from 'linesman/client';
 *
 * declare const line: string;
 * const { PriceNames, Prices } = readOddsRecord(JSON.parse(line));
 * ```
 */
export function readOddsRecord(value: unknown, path = '$'): OddsRecord {
  const record = new DocumentNode(value, path);
  const orNull = (name: string): string | null => {
    const found = record.find(name);
    return found === undefined || found.value === null ? null : found.string();
  };
  const list = (name: string): DocumentNode[] => {
    const found = record.find(name);
    return found === undefined || found.value === null ? [] : found.list();
  };
  return {
    FixtureId: record.field('fixtureId').i64(),
    MessageId: record.field('messageId').string(),
    Ts: timeIn(record.field('ts')),
    Bookmaker: record.field('bookmaker').string(),
    BookmakerId: record.field('bookmakerId').i32(),
    SuperOddsType: record.field('superOddsType').string(),
    GameState: orNull('gameState'),
    InRunning: record.field('inRunning').boolean(),
    MarketParameters: orNull('marketParameters'),
    MarketPeriod: orNull('marketPeriod'),
    PriceNames: list('priceNames').map((name) => name.string()),
    Prices: list('prices').map((price) => price.i32()),
    Pct: list('pct').map((share) => share.string()),
  };
}
