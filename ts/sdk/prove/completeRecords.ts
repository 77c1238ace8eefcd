import { NO_PROOF_YET } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { FINALISED } from '../format/period.js';
import { periodDecides } from '../program/settlement/rules/finality.js';
import type { MarketTerms } from '../program/wire/terms.js';
import type { ListedRecord } from './proofSource.js';

/** The requested stats of a match, and the rule for when they are final. */
export interface Wanted extends Pick<MarketTerms, 'fixtureId' | 'sport' | 'finality'> {
  readonly statKeys: readonly number[];
}

/** Newest first, without duplicates. */
export const newestFirst = (records: readonly ListedRecord[]): ListedRecord[] =>
  [...new Map(records.map((record) => [record.seq, record])).values()].sort((a, b) => b.seq - a.seq);

/** Whether the record lists all of the keys. */
export const listsKeys = ({ stats }: ListedRecord, keys: readonly number[]): boolean =>
  keys.every((key) => stats.has(key));

/** Those of the keys that no record states, although some have stats: all records of a match state the same ones. */
export function unstatedIn(records: readonly ListedRecord[], keys: readonly number[]): number[] {
  const stating = records.filter(({ stats }) => stats.size > 0);
  return stating.length === 0 ? [] : keys.filter((key) => !stating.some(({ stats }) => stats.has(key)));
}

/** Errors: NO_PROOF_YET `NotStated`. */
export function checkStated(
  { fixtureId, statKeys }: Pick<Wanted, 'fixtureId' | 'statKeys'>,
  records: readonly ListedRecord[],
): void {
  const keys = unstatedIn(records, statKeys);
  if (keys.length > 0) fail(NO_PROOF_YET, { reason: 'NotStated', fixtureId, keys });
}

/**
 * The records with a period that decides and with all of the keys, newest first.
 *
 * Errors: NO_PROOF_YET `NoRecords`, `NotStated`, `NotFinal` or `KeysMissing` when there is none.
 */
export function completeRecords(
  wanted: Wanted,
  records: readonly ListedRecord[],
  decides: (period: number) => boolean,
): ListedRecord[] {
  const { fixtureId, finality, statKeys } = wanted;
  if (records.length === 0) fail(NO_PROOF_YET, { reason: 'NoRecords', fixtureId });
  checkStated(wanted, records);
  const final = newestFirst(records).filter(({ status }) => status !== null && decides(status));
  if (final.length === 0) fail(NO_PROOF_YET, { reason: 'NotFinal', fixtureId, finality });
  const complete = final.filter((record) => listsKeys(record, statKeys));
  return complete.length > 0 ? complete : fail(NO_PROOF_YET, { reason: 'KeysMissing', fixtureId, keys: statKeys });
}

/**
 * The last record with all of the keys, if it is newer than `newest`, the newest deciding record. It may be a
 * correction that no final record confirms yet. Totals of regular time are an exception, because they rightly grow in
 * extra time.
 */
export function possibleCorrection(
  wanted: Wanted,
  records: readonly ListedRecord[],
  newest: ListedRecord,
): ListedRecord | undefined {
  const { finality, statKeys } = wanted;
  if (finality === 'regular-time' && !periodDecides(wanted, FINALISED)) return undefined;
  const [last] = newestFirst(records).filter((record) => listsKeys(record, statKeys));
  return last && last.seq > newest.seq ? last : undefined;
}
