import type { Sport } from '@linesman/sdk/format';
import type { BatchKey } from '../../data/store/batchStore.js';
import type { RecordKind } from '../../data/store/recordKind.js';
import type { BatchRecord } from '../seal/buildBatch.js';

/** The records of a slot from one source. */
export interface SlotRecords {
  readonly records: readonly BatchRecord[];
  /** The sport of a fixture; throws if the source does not state it. Called for scores only. */
  sportOf(fixtureId: number): Sport;
}

/** A source of records for an attester: a service, or its own store. */
export interface RecordSource {
  /** Name in logs and evidence, without secrets of its address. */
  readonly name: string;
  /**
   * Checks that the source shows every record of these kinds. Errors: SOURCE_SHOWS_PART; those of the source when it
   * does not answer.
   */
  check(kinds: readonly RecordKind[], signal?: AbortSignal): Promise<void>;
  /**
   * Up to when the source has records of a kind, ms; `null` if it has none. Left out by a source that has every slot
   * whole once it is over.
   */
  latest?(kind: RecordKind): Promise<number | null>;
  /** All records of a slot that is over. Throws when the source does not answer. */
  recordsOf(key: BatchKey, signal?: AbortSignal): Promise<SlotRecords>;
  close(): Promise<void>;
}
