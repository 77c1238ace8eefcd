import { DatabaseClock } from '../../../ts/service/clock/databaseClock.js';
import { Ingest } from '../../../ts/service/data/ingest/ingest.js';
import { validateRecord } from '../../../ts/service/data/ingest/validateRecord.js';
import type { Store } from '../../../ts/service/data/store/store.js';
import type { Wake } from '../../../ts/service/wake/wake.js';
import type { Running } from '../part.js';

export interface Ingester extends Running {
  readonly accept: Ingest['acceptAll'];
}

/** A process that takes in records. */
export async function startIngester(store: Store, wake: Wake): Promise<Ingester> {
  const stopping = new AbortController();
  const clock = await DatabaseClock.start({ time: () => store.time(), onFailure: () => {} });
  const following = clock.follow(stopping.signal);
  const ingest = new Ingest({ store, clock, validate: validateRecord, onAccepted: () => wake.recordsStored() });
  const taken = new Set<Promise<unknown>>();
  return {
    accept: (records) => {
      const taking = ingest.acceptAll(records).finally(() => taken.delete(taking));
      taken.add(taking);
      return taking;
    },
    // Every sender gets an answer.
    stop: async () => {
      await Promise.allSettled(taken);
      stopping.abort();
      await following;
    },
  };
}
