import type { RecordForm } from '@linesman/records';
import type { LinesmanError } from '@linesman/sdk/error';

/** A stored record. */
export interface StoredLine {
  /** `accepted`: stored now. `repeated`: already stored. `held`: kept until records before it arrive. */
  readonly status: 'accepted' | 'repeated' | 'held';
  /** The form in which the record was sent; absent if a service of an earlier version took the record. */
  readonly form?: RecordForm;
  /** Known fields that the described wire leaves out, by path in its names; absent if there are none. */
  readonly unfit?: readonly string[];
  /** Numbers before it that were skipped with it. */
  readonly missing?: { readonly first: number; readonly last: number };
  /** `ts`: the time assigned to the record, ms. */
  readonly record: { readonly fixtureId: number; readonly seq: number; readonly ts: number };
}

/** Takes in records: `Ingest` in this process, or a remote service. */
export interface RecordTaker {
  /**
   * Takes in records in order. When the promise fulfils, all records not refused are stored. When it rejects, their
   * state is unknown, and sending them again is safe. `next` announces the records that follow: an implementation may
   * read them early, but reports and stores nothing about them yet. `isPatient`: records before these may still come,
   * so one that is early (SEQUENCE_GAP, UNKNOWN_FIXTURE) is not decided yet, whatever the rules for missing records.
   */
  acceptAll(
    records: readonly string[],
    next?: () => Promise<readonly string[]>,
    isPatient?: boolean,
  ): Promise<readonly (StoredLine | LinesmanError)[]>;
}
