import { vi } from 'vitest';
import type { SqlPool } from '../../../ts/service/data/store/sqlPool.js';
import type { Store } from '../../../ts/service/data/store/store.js';

/** Makes a store read the records of a slot in pages of another size, until the spies are restored. */
export function withPagesOf(limit: number, { records }: Store): void {
  const [inRange, byFixture] = [records.pagesInRange.bind(records), records.pagesByFixture.bind(records)];
  vi.spyOn(records, 'pagesInRange').mockImplementation((kind, range, paging) =>
    inRange(kind, range, { ...paging, limit }),
  );
  vi.spyOn(records, 'pagesByFixture').mockImplementation((kind, range) => byFixture(kind, range, limit));
}

/** The same pool. `note` is told of each statement, and of the rows that it has read. */
export const noted = (pool: SqlPool, note: (sql: string, rows: number) => void): SqlPool => ({
  connect: async () => {
    const client = await pool.connect();
    return {
      query: async (sql, parameters) => {
        const result = await client.query(sql, parameters);
        note(sql, result.rows.length);
        return result;
      },
      release: () => client.release(),
    };
  },
  end: async () => {},
});
