import type { Sport } from '@linesman/sdk/format';
import type { BatchKey } from '../../data/store/batchStore.js';
import type { RecordKind } from '../../data/store/recordKind.js';
import type { BatchRecord } from '../seal/buildBatch.js';

/** Records of a slot from one source: all of them, or a page. */
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
  /** The records of a slot that is over, page by page. Throws when the source does not answer. */
  pagesOf(key: BatchKey, signal?: AbortSignal): AsyncIterable<SlotRecords>;
  close(): Promise<void>;
}

/**
 * Collects the records of a slot for which `isKept`, up to `most`; those beyond are left out.
 */
export async function recordsOf(
  source: RecordSource,
  key: BatchKey,
  { signal, most = Number.POSITIVE_INFINITY, isKept = () => true }: RecordsOptions = {},
): Promise<SlotRecords> {
  const records: BatchRecord[] = [];
  const sports = new Map<number, (fixtureId: number) => Sport>();
  for await (const page of source.pagesOf(key, signal))
    for (const record of page.records) {
      if (records.length >= most || !isKept(record)) continue;
      records.push(record);
      sports.set(record.fixtureId, page.sportOf);
    }
  return { records, sportOf: (fixtureId) => (sports.get(fixtureId) ?? noSport)(fixtureId) };
}

interface RecordsOptions {
  readonly signal?: AbortSignal | undefined;
  readonly most?: number;
  readonly isKept?: (record: BatchRecord) => boolean;
}

export const noSport = (fixtureId: number): never => {
  throw new Error(`The list does not tell the sport of fixture ${fixtureId}.`);
};
