import { NO_PROOF_YET } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { MS_PER_SLOT } from '../format/slotTime.js';
import { DECIDING_PERIODS, OUT_OF_ORDER } from '../format/sports/sports.js';
import type { StatKey } from '../format/statKey.js';
import { decideOutcome } from '../program/settlement/rules/decideOutcome.js';
import { periodDecides } from '../program/settlement/rules/finality.js';
import type { MarketTerms } from '../program/wire/terms.js';
import type { Fact } from '../proof/fact.js';
import { completeRecords, newestFirst, possibleCorrection } from './completeRecords.js';
import type { ListedRecord } from './proofSource.js';

/** A record that would decide the market, if the service lists it truthfully. */
export interface Candidate {
  readonly record: ListedRecord;
  /** The outcome by the listed stats. */
  readonly outcome: number;
}

/**
 * The records that may settle a market, newest first: each has a period that decides it, all of its keys, and a slot
 * that may lie within its times.
 *
 * Errors: NO_PROOF_YET, with the reason, when there is none.
 *
 * @example
 * ```ts
 * import type { MarketTerms } from '@linesman/sdk/program';
 * import { candidatesOf, type ListedRecord } from '@linesman/sdk/prove';
 *
 * declare const terms: MarketTerms;
 * declare const records: readonly ListedRecord[];
 * const [newest] = candidatesOf(terms, records);
 * console.log(newest?.record.seq, newest?.outcome);
 * ```
 */
export function candidatesOf(terms: MarketTerms, records: readonly ListedRecord[]): Candidate[] {
  const complete = completeRecords(terms, records, (period) => periodDecides(terms, period));
  const inTime = complete.filter((record) => mayBeInTime(terms, record));
  if (inTime.length === 0) fail(NO_PROOF_YET, { reason: 'OutsideTimes', fixtureId: terms.fixtureId });
  return inTime.map((record) => ({ record, outcome: decideOutcome(terms, listedFacts(terms, record)) }));
}

/** The program looks at the first update of the slot, which lies between the start of the slot and this record. */
const mayBeInTime = ({ earliest, latest }: MarketTerms, { ts }: ListedRecord): boolean =>
  ts >= earliest * 1000 && ts - (ts % MS_PER_SLOT) <= latest * 1000 + 999;

/** The stats of the record for the market's keys, as if they were proven. */
const listedFacts = ({ fixtureId, statKeys: keys }: MarketTerms, { stats, status }: ListedRecord): Fact[] =>
  keys.map((key) => ({
    kind: 'present',
    key: key as StatKey,
    value: stats.get(key) ?? fail(NO_PROOF_YET, { reason: 'KeysMissing', fixtureId, keys }),
    period: status ?? 0,
  }));

/**
 * A record that is newer than the newest candidate and gives another outcome. It shows a correction that no final
 * record confirms yet. Totals of a regular-time market are an exception, because they rightly grow in extra time.
 *
 * @example
 * ```ts
 * import type { MarketTerms } from '@linesman/sdk/program';
 * import { candidatesOf, correctionUnderWay, type ListedRecord } from '@linesman/sdk/prove';
 *
 * declare const terms: MarketTerms;
 * declare const records: readonly ListedRecord[];
 * const [newest] = candidatesOf(terms, records);
 * if (newest && correctionUnderWay(terms, records, newest)) console.log('wait for the correction');
 * ```
 */
export function correctionUnderWay(
  terms: MarketTerms,
  records: readonly ListedRecord[],
  newest: Candidate,
): ListedRecord | undefined {
  const last = possibleCorrection(terms, records, newest.record);
  if (!last || !mayBeInTime(terms, last)) return undefined;
  return decideOutcome(terms, listedFacts(terms, last)) === newest.outcome ? undefined : last;
}

/**
 * Whether the list of latest records may hide one that decides the market, since it has only the last record of each
 * action. This is so when a record newer than the newest candidate has other values, or when there is no candidate
 * although the match has passed the deciding moment.
 *
 * @example
 * ```ts
 * import type { MarketTerms } from '@linesman/sdk/program';
 * import { mayHideCandidates, type ProofSource } from '@linesman/sdk/prove';
 *
 * declare const terms: MarketTerms;
 * declare const source: ProofSource;
 * const latest = await source.latest(terms.fixtureId, 'soccer');
 * const records = mayHideCandidates(terms, latest) ? await source.history(terms.fixtureId, 'soccer') : latest;
 * ```
 */
export function mayHideCandidates(terms: MarketTerms, records: readonly ListedRecord[]): boolean {
  const [newest] = newestFirst(records).filter(
    ({ stats, status }) => status !== null && periodDecides(terms, status) && stats.size > 0,
  );
  if (!newest) return records.some(({ status }) => status !== null && isAfter(terms, status));
  const differs = ({ stats }: ListedRecord): boolean =>
    stats.size > 0 && terms.statKeys.some((key) => stats.get(key) !== newest.stats.get(key));
  return records.some((record) => record.seq > newest.seq && differs(record));
}

/** Whether a status comes later in the match than those that decide the market. Nothing comes after the end. */
function isAfter({ finality, sport }: MarketTerms, status: number): boolean {
  if (finality === 'finalised' || finality === 'signed-final') return false;
  return (OUT_OF_ORDER[sport][status] ?? status) > Math.max(...DECIDING_PERIODS[sport][finality]);
}
