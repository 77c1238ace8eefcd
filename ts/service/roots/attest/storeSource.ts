import { RECORD_KINDS } from '../../data/store/recordKind.js';
import type { Store } from '../../data/store/store.js';
import { slotPages } from '../seal/slotPages.js';
import type { RecordSource } from './slotRecords.js';

/** Records of a store that the attester fills from its own feed. `close` closes the store. */
export const storeSource = (name: string, store: Pick<Store, 'records' | 'close'>): RecordSource => ({
  name,
  // The content of the store is the responsibility of the process that fills it.
  check: async () => {},
  latest: async (kind) => {
    // Fixtures change too rarely to tell whether their feed goes on.
    const kinds = kind === 'fixtures' ? RECORD_KINDS : [kind];
    const times = await Promise.all(kinds.map((one) => store.records.latestTime(one)));
    return times.every((time) => time === null) ? null : Math.max(...times.map((time) => time ?? 0));
  },
  pagesOf: (key) => slotPages(store.records, key),
  close: () => store.close(),
});
