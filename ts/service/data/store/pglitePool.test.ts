import { expect, onTestFinished, test } from 'vitest';
import { itemsOf } from '../../../../tests/helpers/pagesOf.js';
import { statements } from '../../../../tests/helpers/service/database.js';
import { databaseOver } from './databaseOver.js';
import { pglitePool } from './pglitePool.js';
import { RecordStore } from './recordStore.js';
import type { SqlPool } from './sqlPool.js';

const RECORDS = 5_000;

test('a page of a slot is read by its index, also without statistics', async () => {
  const database = await pglitePool(undefined, true);
  onTestFinished(() => database.end());
  await statements(
    database,
    `insert into fixture (fixture_id, sport, competition_id, start_time, json)
      select id, 'soccer', 1, 0, '{}' from generate_series(1, 100) as id`,
    `insert into record (
        kind, fixture_id, seq, ts, accepted_at, stream_slot, stream_index, label, content_hash, json
      ) select 'scores', 1 + i % 100, i / 100, i, i, 0, i, '', ''::bytea, repeat('x', 1000)
      from generate_series(0, ${RECORDS - 1}) as i`,
  );
  const asked: (readonly [string, readonly unknown[]])[] = [];
  const pool: SqlPool = {
    connect: async () => {
      const client = await database.connect();
      const query = (...question: (typeof asked)[number]) => {
        asked.push(question);
        return client.query(...question);
      };
      return { query, release: client.release };
    },
    end: async () => {},
  };
  const records = new RecordStore(databaseOver(pool), pool);
  expect(await itemsOf(records.pagesInRange('scores', { from: 0, to: RECORDS }, { limit: 1_000 }))).toHaveLength(
    RECORDS,
  );
  const pages = asked.filter(([sql]) => sql.includes('limit'));
  expect(pages).toHaveLength(6);
  const client = await database.connect();
  for (const [sql, parameters] of pages) {
    const { rows } = await client.query(`explain ${sql}`, parameters);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Scan using record_by_stream');
    expect(plan).not.toMatch(/Sort|Hash/);
  }
  client.release();
});
