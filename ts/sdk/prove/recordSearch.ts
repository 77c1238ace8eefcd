import type { LinesmanError } from '../error/linesmanError.js';
import { type NoProofReason, reasonOf } from './noProof.js';
import type { ListedRecord } from './proofSource.js';

/** The maximum number of records to try where others would say the same. */
export const MAX_TRIES = 4;

/** The outcome of a search: a proven record, or why there is none. */
export type RecordSearch<Proven> =
  | (Proven & { readonly found: true; readonly seq: number })
  | { readonly found: false; readonly reason: NoProofReason; readonly error: LinesmanError };

/**
 * Proves the first record that can be proven. When none can, returns the error of the first one. Faults of the service
 * end in `found: false`; errors of the chain are thrown.
 *
 * @param list The records to try, newest first, at least one. Errors: NO_PROOF_YET when there is none.
 * @param prove Fetches and checks the proof of one record.
 */
export async function searchRecords<Proven extends object>(
  list: () => Promise<readonly ListedRecord[]>,
  prove: (record: ListedRecord) => Promise<Proven>,
): Promise<RecordSearch<Proven>> {
  try {
    return await firstProvable(await list(), prove);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return { found: false, reason, error: error as LinesmanError };
  }
}

async function firstProvable<Proven extends object>(
  records: readonly ListedRecord[],
  prove: (record: ListedRecord) => Promise<Proven>,
): Promise<RecordSearch<Proven>> {
  let first: unknown;
  for (const record of records) {
    try {
      return { ...(await prove(record)), found: true, seq: record.seq };
    } catch (error) {
      const reason = reasonOf(error);
      first ??= error;
      // Another record would not help when the service does not answer, or when this proof is already too old.
      if (reason === null || reason === 'ServiceUnavailable' || reason === 'ServiceRefused' || reason === 'NotNewer')
        break;
    }
  }
  throw first;
}
