import type { StorePlace } from '../ts/service/data/store/storePlace.js';
import { poolOf } from '../ts/service/data/store/storePlace.js';
import { inBatches } from './inBatches.js';

/** A database table of text, to measure the cost of storing without any checks. */
export interface BareTable {
  /** Stores records as JSON text, `size` of them in a transaction. */
  store(records: Iterable<object>, size: number): Promise<void>;
  close(): Promise<void>;
}

export async function bareTable(place: StorePlace): Promise<BareTable> {
  const pool = await poolOf(place);
  const query = async (sql: string, parameters: readonly unknown[] = []): Promise<void> => {
    const session = await pool.connect();
    try {
      await session.query(sql, parameters);
    } finally {
      session.release();
    }
  };
  await query('create table bare (record text not null)');
  return {
    store: async (records, size) => {
      for (const part of inBatches(records, size)) {
        const texts = part.map((record) => JSON.stringify(record));
        await query(`insert into bare values ${texts.map((_, i) => `($${i + 1})`).join(', ')}`, texts);
      }
    },
    close: () => pool.end(),
  };
}
