import type { Sport } from 'linesman/format';
import type { BatchKey, RecordKind } from '../../data/store/index.js';
import type { BatchRecord } from '../seal/index.js';

/** The records of a slot, as a source has them. */
export interface SlotRecords {
  readonly records: readonly BatchRecord[];
  /** The sport of a fixture; throws where the source does not tell it. Called for scores only. */
  sportOf(fixtureId: number): Sport;
}

/** Where an attester has records from: a service, or a store of its own. */
export interface RecordSource {
  /** In logs and evidence: no address with a secret in it. */
  readonly name: string;
  /**
   * Checks that the source shows every record of these kinds. Errors: SOURCE_SHOWS_PART; those of the source when it
   * does not answer.
   */
  check(kinds: readonly RecordKind[], signal?: AbortSignal): Promise<void>;
  /** All records of a slot that is over. Throws when the source does not answer. */
  recordsOf(key: BatchKey, signal?: AbortSignal): Promise<SlotRecords>;
  close(): Promise<void>;
}
