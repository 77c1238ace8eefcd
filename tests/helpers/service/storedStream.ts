import type { RecordKind } from '../../../ts/service/data/store/recordKind.js';
import type { StoredRecord } from '../../../ts/service/data/store/recordStore.js';
import type { Store } from '../../../ts/service/data/store/store.js';

/** All stored records of a kind in the order of its stream, as a reader gets them who resumes after each page. */
export async function storedStream(store: Store, kind: RecordKind, page = 500): Promise<StoredRecord[]> {
  const seen: StoredRecord[] = [];
  for (;;) {
    const last = seen.at(-1);
    const after = last ? { slot: last.streamSlot, index: last.streamIndex } : { slot: -1, index: 0 };
    const next = await store.records.streamAfter(kind, after, page);
    if (next.length === 0) return seen;
    seen.push(...next);
  }
}

/** A record as its source knows it: the service sets the time. */
export const withoutTime = ({ Ts: _, ...rest }: Record<string, unknown>): string => JSON.stringify(rest);
