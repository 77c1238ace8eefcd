import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { postgresPool } from '../../ts/service/data/store/postgresPool.js';
import type { SqlClient, SqlPool } from '../../ts/service/data/store/sqlPool.js';
import { Store } from '../../ts/service/data/store/store.js';
import { leftOut } from '../helpers/leftOut.js';
import { type PostgresServer, postgresServer } from '../helpers/postgresServer.js';
import { acceptStubbornly, streamOf } from '../helpers/service/faultScene.js';
import { matchFeed, START } from '../helpers/service/feed.js';
import { Relay } from '../helpers/service/relay.js';
import { until } from '../helpers/service/until.js';

const server = await postgresServer();
if (!server) leftOut('a database that stops answering: PostgreSQL is not installed.');

/** ms: long enough for a busy machine to answer, and as short as a test can wait. */
const LIMITS = { timeLimit: 2_000, connectLimit: 2_000, idleLimit: 500 };

describe.skipIf(!server)('a PostgreSQL server that goes silent', () => {
  const postgres = server as PostgresServer;
  const { wire } = matchFeed('soccer', 12_000_001, 'silence');
  const part = wire.slice(0, 20);
  const clock = new ManualClock(START);
  let relay: Relay;
  /** The database itself, and the same through the relay. */
  let url: string;
  let relayed: string;
  let store: Store;
  /** Called with each statement before it is sent. */
  let before: (sql: string) => void;
  let databases = 0;

  afterAll(() => postgres.remove());
  beforeEach(async () => {
    const name = `silent${databases++}`;
    url = await postgres.database(name);
    relay = await Relay.listen();
    relay.target = `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`;
    relayed = `postgresql://postgres@${new URL(relay.url).host}/${name}`;
    before = () => {};
    const inner = postgresPool(relayed, LIMITS);
    const pool: SqlPool = {
      end: () => inner.end(),
      connect: async () => {
        const client = await inner.connect();
        return {
          query: (sql, parameters) => {
            before(sql);
            return client.query(sql, parameters);
          },
          release: () => client.release(),
        };
      },
    };
    store = await Store.over(pool);
    return async () => {
      await store.close();
      await relay.close();
    };
  });

  /** The server goes silent before the first statement that begins like this. */
  const silenceAt = (begins: string, what: 'all' | 'answers') => {
    before = (sql) => {
      if (!sql.trim().startsWith(begins)) return;
      before = () => {};
      relay.silence(what);
    };
  };
  const all = async () => [
    ...(await streamOf(store, 'scores')),
    ...(await streamOf(store, 'odds')),
    ...(await streamOf(store, 'fixtures')),
  ];

  test('a query times out, and the next one uses a new session', async () => {
    await store.ping();
    relay.silence();
    await expect(store.ping()).rejects.toThrow('Query read timeout');
    await store.ping();
    expect(relay.connections).toBe(2);
  });

  test.each([
    ['before the transaction begins', 'begin', 'all', 'accepted'],
    ['when it asks for its lock', 'select * from "record_kind"', 'all', 'accepted'],
    ['when the lock is granted and the answer is lost', 'select * from "record_kind"', 'answers', 'accepted'],
    ['when it writes records', 'with added as', 'all', 'accepted'],
    // The commit is sent together with them.
    ['when the records are written and the answer is lost', 'with added as', 'answers', 'repeated'],
    ['when it commits', 'commit', 'all', 'accepted'],
    ['when it has committed and the answer is lost', 'commit', 'answers', 'repeated'],
  ] as const)('ingest: %s', async (_, statement, what, status) => {
    let accepted = 0;
    const ingest = new Ingest({ store, clock, onAccepted: () => accepted++ });
    silenceAt(statement, what);
    await expect(ingest.acceptAll(part)).rejects.toThrow('Query read timeout');
    // Sessions that do not need the lock are not held up.
    expect((await all()).length).toBe(status === 'repeated' ? part.length : 0);
    expect(accepted).toBe(0);
    // The lost session keeps the lock until the server ends it.
    const [first] = part;
    await acceptStubbornly(ingest, [first ?? {}]);
    expect(await ingest.accept(first ?? {})).toMatchObject({ status: 'repeated' });
    const rest = await ingest.acceptAll(part.slice(1));
    expect(rest.map((result) => ('status' in result ? result.status : result))).toEqual(rest.map(() => status));
    expect((await all()).length).toBe(part.length);
    expect(accepted).toBe(status === 'repeated' ? 0 : 2);
  });

  test('a session that cannot be opened times out', async () => {
    const mute = createServer();
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    relay.target = (mute.address() as AddressInfo).port;
    const pool = postgresPool(relayed, { ...LIMITS, connectLimit: 200 });
    try {
      await expect(pool.connect()).rejects.toThrow('timeout');
      await pool.end();
    } finally {
      relay.cut();
      mute.close();
    }
  });

  test('migrations run without a time limit, and later statements have one again', async () => {
    const limit = 1_000;
    const watching = postgresPool(url);
    const other = await watching.connect();
    // Like another process that is migrating slowly.
    await statementsOf(other, 'begin', 'select pg_advisory_xact_lock(5201847)');
    const opened = Store.open({ url }, { timeLimit: limit });
    const watcher = await watching.connect();
    await until(async () => {
      const { rows } = await watcher.query(
        `select 1 from pg_stat_activity where wait_event = 'advisory' and datname = current_database()
          and clock_timestamp() - query_start > $1 * interval '1 ms'`,
        [1.2 * limit],
      );
      return rows.length > 0;
    });
    watcher.release();
    await statementsOf(other, 'commit');
    const late = await opened;
    await statementsOf(other, 'begin', 'lock table record_kind');
    await expect(late.records.kindState('odds')).rejects.toMatchObject({ code: '57014' });
    await statementsOf(other, 'rollback');
    expect(await late.records.kindState('odds')).toMatchObject({ sealedUntil: 0 });
    other.release();
    await late.close();
    await watching.end();
  });
});

async function statementsOf(client: SqlClient, ...all: readonly string[]): Promise<void> {
  for (const statement of all) await client.query(statement, []);
}
