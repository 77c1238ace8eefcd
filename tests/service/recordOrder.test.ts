import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { postgresPool } from '../../ts/service/data/store/postgresPool.js';
import type { SqlPool } from '../../ts/service/data/store/sqlPool.js';
import { Store } from '../../ts/service/data/store/store.js';
import { RecordFollower } from '../../ts/service/edge/recordFollower.js';
import type { StreamEvent } from '../../ts/service/edge/stream/streamEvent.js';
import { LocalWake } from '../../ts/service/wake/localWake.js';
import { leftOut } from '../helpers/leftOut.js';
import { type PostgresServer, postgresServer } from '../helpers/postgresServer.js';
import { matchWire } from '../helpers/service/matchWire.js';
import { until } from '../helpers/service/until.js';

/** Needs several concurrent sessions, and only a real server has them. */
const server: PostgresServer | null = await postgresServer();
if (!server) leftOut('the order of records with several ingesters: PostgreSQL is not installed.');

/** Kick-off; start of an hour. */
const START = 1_800_000_000_000;
const MINUTE = 60_000;
let url = '';
let databases = 0;
const open: Store[] = [];
async function opened(pool: SqlPool = postgresPool(url)): Promise<Store> {
  const store = await Store.over(pool);
  open.push(store);
  return store;
}

beforeAll(() => {
  if (server) process.once('exit', () => void server.stop());
});
beforeEach(async () => {
  if (server) url = await server.database(`order${databases++}`);
});
afterAll(async () => {
  await Promise.all(open.map((store) => store.close()));
  await server?.remove();
});

/** Sessions whose next commit is held. */
function gated(): { readonly pool: SqlPool; readonly reached: Promise<void>; close(): void; open(): void } {
  const inner = postgresPool(url);
  let isClosed = false;
  let reach = () => {};
  let pass = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return {
    pool: {
      connect: async () => {
        const client = await inner.connect();
        return {
          query: async (sql, parameters) => {
            if (isClosed && sql === 'commit') {
              reach();
              await passed;
            }
            return client.query(sql, parameters);
          },
          release: () => client.release(),
        };
      },
      end: () => inner.end(),
    },
    reached,
    close: () => {
      isClosed = true;
    },
    open: () => pass(),
  };
}

const feedOf = (i: number) =>
  matchWire(`order ${i}`, 'soccer', 12_000_001 + i, START)
    .filter(({ ts }) => ts < START + 15 * MINUTE)
    .map(({ wire }) => wire);
const clockAt = (ms: number) => new ManualClock(ms);
const AFTER = START + 20 * MINUTE;

test.skipIf(!server)('a position in the stream is not assigned again before it is committed', async () => {
  const gate = gated();
  const [first, second] = [await opened(gate.pool), await opened()];
  const sends = [first, second].map((store) => new Ingest({ store, clock: clockAt(AFTER) }));
  const feeds = [feedOf(0), feedOf(1)].map((wire) => ({
    fixture: wire[0] ?? {},
    score: wire.find(({ Seq }) => Seq === 0) ?? {},
  }));
  for (const [i, { fixture }] of feeds.entries()) await sends[i]?.accept(fixture);

  gate.close();
  const slow = sends[0]?.accept(feeds[0]?.score ?? {});
  await gate.reached;
  let isStored = false;
  const waiting = sends[1]?.accept(feeds[1]?.score ?? {}).then((result) => {
    isStored = true;
    return result;
  });
  const watching = postgresPool(url);
  const client = await watching.connect();
  const lockWaits = async () =>
    (
      await client.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        [],
      )
    ).rows.length > 0;
  await until(async () => isStored || (await lockWaits()));
  // A reader now sees neither, so the later one cannot be read before the earlier one.
  expect(isStored).toBe(false);
  expect(await second.records.streamAfter('scores', { slot: 0, index: -1 }, 10)).toEqual([]);
  gate.open();
  expect(await slow).toMatchObject({ status: 'accepted', record: { fixtureId: 12_000_001, streamIndex: 0 } });
  expect(await waiting).toMatchObject({ status: 'accepted', record: { fixtureId: 12_000_002, streamIndex: 1 } });
  client.release();
  await watching.end();
});

test.skipIf(!server)('a follower sees every record of four ingesters once, in stream order', async () => {
  const stores = await Promise.all([0, 1, 2, 3].map(() => opened()));
  const reading = await opened();
  const events: StreamEvent[] = [];
  const wake = new LocalWake();
  const follower = new RecordFollower({
    records: reading.records,
    publish: (event) => events.push(event),
    from: { odds: { slot: 0, index: -1 }, scores: { slot: 0, index: -1 } },
    wake,
    page: 7,
  });
  const ending = new AbortController();
  const following = follower.run(ending.signal);
  // Their clocks differ by more than a slot.
  await Promise.all(
    stores.map(async (store, i) => {
      const clock = clockAt(AFTER + i * 4 * MINUTE);
      const ingest = new Ingest({ store, clock, onAccepted: () => wake.recordsStored() });
      for (const record of feedOf(i).slice(0, 50)) {
        expect(await ingest.accept(record)).toMatchObject({ status: 'accepted' });
        clock.advance(5_000);
      }
    }),
  );
  for (const kind of ['odds', 'scores'] as const) {
    const stored = await reading.records.streamAfter(kind, { slot: 0, index: -1 }, 1_000);
    const ids = stored.map(({ streamSlot, streamIndex }) => `${streamSlot}:${streamIndex}`);
    expect(ids.length).toBeGreaterThan(10);
    await follower.caughtUp(kind, ids.at(-1) ?? '');
    expect(events.filter((event) => event.kind === kind).map(({ id }) => id)).toEqual(ids);
  }
  ending.abort();
  await following;
});

test.skipIf(!server)('after a database outage reading resumes at the last record', async () => {
  if (!server) return;
  const store = await opened();
  const ingest = new Ingest({ store, clock: clockAt(AFTER) });
  const wire = feedOf(0);
  await ingest.acceptAll(wire.slice(0, 10));
  const ids: string[] = [];
  let failures = 0;
  const follower = new RecordFollower({
    records: store.records,
    publish: ({ kind, id }) => ids.push(`${kind} ${id}`),
    from: { odds: { slot: 0, index: -1 }, scores: { slot: 0, index: -1 } },
    wake: new LocalWake(),
    interval: 20,
    onFailure: () => failures++,
  });
  expect(follower.lag).toBe(Number.POSITIVE_INFINITY);
  const ending = new AbortController();
  const following = follower.run(ending.signal);
  await until(() => follower.lag < Number.POSITIVE_INFINITY);
  const before = ids.length;
  await server.stop();
  await until(() => failures > 1);
  await expect(follower.caughtUp('odds', `${AFTER + 60 * MINUTE}:0`)).rejects.toThrow();
  expect(ids.length).toBe(before);
  await server.start();
  const results = await ingest.acceptAll(wire.slice(10, 30));
  expect(results.every((result) => 'status' in result && result.status === 'accepted')).toBe(true);
  const all = await Promise.all(
    (['odds', 'scores'] as const).map(async (kind) =>
      (await store.records.streamAfter(kind, { slot: 0, index: -1 }, 100)).map(
        ({ streamSlot, streamIndex }) => `${kind} ${streamSlot}:${streamIndex}`,
      ),
    ),
  );
  await until(() => ids.length >= all.flat().length);
  expect([...ids].sort()).toEqual(all.flat().sort());
  ending.abort();
  await following;
});

test.skipIf(!server)('a session that breaks inside a transaction affects only that transaction', async () => {
  if (!server) return;
  const pool = postgresPool(url);
  const client = await pool.connect();
  await client.query('begin', []);
  await server.stop();
  await expect(client.query('commit', [])).rejects.toThrow();
  client.release();
  await server.start();
  const next = await pool.connect();
  expect((await next.query('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
  next.release();
  await pool.end();
});
