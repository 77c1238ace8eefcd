import { expect, test } from 'vitest';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { postgresPool } from '../../ts/service/data/store/postgresPool.js';
import { Store } from '../../ts/service/data/store/store.js';
import { databaseCheck, writesCheck } from '../../ts/service/health/checks.js';
import { Readiness } from '../../ts/service/health/readiness.js';
import { leftOut } from '../helpers/leftOut.js';
import { postgresServer } from '../helpers/postgresServer.js';
import { rowsOf } from '../helpers/service/database.js';
import { endlessScore, fixtureOfEndless, START } from '../helpers/service/endlessScores.js';
import { until } from '../helpers/service/until.js';

const server = await postgresServer();
if (!server) leftOut('records that wait for a lock: PostgreSQL is not installed.');

test.skipIf(!server).each(['record', 'record_kind', 'fixture'])(
  'a process whose records wait for a lock on %s is not ready until it is gone',
  async (table) => {
    const url = (await server?.database(`locked_${table}`)) ?? '';
    const store = await Store.open({ url });
    const other = postgresPool(url);
    const locking = await other.connect();
    try {
      const ingest = new Ingest({ store, clock: new ManualClock(START) });
      await ingest.accept(fixtureOfEndless());
      const readiness = new Readiness({
        checks: [
          databaseCheck(store),
          writesCheck({ writes: store.writes, tryWrite: () => store.tryWrite(), limit: 0 }),
        ],
        keep: 0,
      });
      expect(await readiness.report()).toMatchObject({ ready: true });
      for (const sql of ['begin', `lock table ${table} in access exclusive mode`]) await locking.query(sql, []);
      const [taking] = [ingest.accept(endlessScore(0)), ingest.accept(endlessScore(1))];
      await until(async () => (await rowsOf(other, 'select 1 from pg_locks where not granted')).length > 0);
      await until(async () => store.writes.waited > 0);
      expect(await readiness.report()).toEqual({
        ready: false,
        checks: [
          { name: 'database', ok: true },
          { name: 'writes', ok: false, reason: expect.stringMatching(/^Writes wait: /) },
        ],
      });
      await locking.query('rollback', []);
      await taking;
      await until(async () => store.writes.waited === 0);
      expect(await readiness.report()).toMatchObject({ ready: true });
    } finally {
      locking.release();
      await other.end();
      await store.close();
    }
  },
);
