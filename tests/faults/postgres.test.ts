import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Random } from '../../ts/season/random.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { postgresPool } from '../../ts/service/data/store/postgresPool.js';
import type { StoredRecord } from '../../ts/service/data/store/recordStore.js';
import type { SqlPool } from '../../ts/service/data/store/sqlPool.js';
import { Store } from '../../ts/service/data/store/store.js';
import { Publisher } from '../../ts/service/roots/publish/publisher.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { leftOut } from '../helpers/leftOut.js';
import { type PostgresServer, postgresServer } from '../helpers/postgresServer.js';
import { acceptStubbornly, expectWhole, IS_LONG, shownSeed } from '../helpers/service/faultScene.js';
import { matchFeed, START } from '../helpers/service/feed.js';
import { MemoryChain } from '../helpers/service/memoryChain.js';

const HOUR = 3_600_000;
const server = await postgresServer();
if (!server) leftOut('a killed or restarted PostgreSQL server: it is not installed.');

describe.skipIf(!server)('a PostgreSQL server', () => {
  const postgres = server as PostgresServer;
  const { wire } = matchFeed('soccer', 12_000_001, 'postgres');
  const clock = new ManualClock(0);
  let pool: SqlPool;
  let store: Store;
  let chain: MemoryChain;
  let ingest: Ingest;
  let stored: StoredRecord[];
  /** Runs before and after each statement. */
  let before: (sql: string) => Promise<void>;
  let after: (sql: string) => Promise<void>;
  let databases = 0;

  afterAll(() => postgres.remove());
  beforeEach(async () => {
    before = async () => {};
    after = async () => {};
    const inner = postgresPool(await postgres.database(`faults${databases++}`));
    pool = {
      end: () => inner.end(),
      connect: async () => {
        const client = await inner.connect();
        return {
          query: async (sql, parameters) => {
            await before(sql);
            const result = await client.query(sql, parameters);
            await after(sql);
            return result;
          },
          release: () => client.release(),
        };
      },
    };
    store = await Store.over(pool);
    clock.set(START);
    chain = new MemoryChain();
    stored = [];
    ingest = new Ingest({ store, clock, onAccepted: (records) => stored.push(...records) });
    return () => store.close();
  });

  const publisher = () => new Publisher({ store, clock, chain, holder: 'a' });
  const turn = async () => {
    await new Sealer({ store, clock }).sealDue();
    return publisher().publishBuilt();
  };
  /** Retries like the loop of the service. */
  const stubbornly = async (work: () => Promise<unknown>, failures: unknown[]) => {
    for (let left = 20; ; left--) {
      try {
        return await work();
      } catch (failure) {
        if (left === 0) throw failure;
        failures.push(failure);
      }
    }
  };
  const restart = async () => {
    await postgres.stop();
    await postgres.start();
  };

  /** Ingests, seals and publishes a whole match despite failures. Returns the failures. */
  async function wholeMatch(): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (let i = 0; i < wire.length; i += 20) {
      const part = wire.slice(i, i + 20);
      clock.set(Math.max(clock.now(), Number(part[0]?.Ts)));
      failures.push(...(await acceptStubbornly(ingest, part)));
      await stubbornly(turn, failures);
    }
    clock.advance(3 * HOUR);
    await stubbornly(turn, failures);
    // The next pass finds the outcome.
    before = async () => {};
    after = async () => {};
    expect([...(await store.batches.frozen()), ...(await store.batches.unpublished())]).toEqual([]);
    expect(new Set(chain.writes).size).toBe(chain.writes.length);
    await expectWhole(store, wire, async ({ kind, slotStart }) => chain.roots.get(`${kind}/${slotStart}`) ?? null);
    return failures;
  }
  const messages = (failures: readonly unknown[]) => failures.map((failure) => (failure as Error).message);

  const rounds = Array.from({ length: IS_LONG ? 8 : 1 }, (_, round) => round);
  test.each(rounds)(
    'killed and restarted while records come in and slots are sealed (%i)',
    async (round) => {
      const seed = shownSeed('PostgreSQL is killed', 5 + round);
      const random = new Random(`postgres ${seed}`);
      let statements = 0;
      let next = 40;
      let kills = 0;
      before = async () => {
        if (++statements < next || kills === 6) return;
        kills++;
        next = statements + random.between(1, 40);
        await restart();
      };
      const failures = await wholeMatch();
      expect(kills).toBe(6);
      // Every open session was lost.
      expect(failures.length).toBeGreaterThan(0);
      // A record that is acknowledged twice was stored once.
      expect(new Set(stored.map(({ kind, fixtureId, seq }) => `${kind}/${fixtureId}/${seq}`)).size).toBe(stored.length);
    },
    600_000,
  );

  test('killed between the commit and its confirmation', async () => {
    let commits = 0;
    after = async (sql) => {
      if (sql !== 'commit') return;
      commits++;
      if (commits % (IS_LONG ? 5 : 9) !== 0) return;
      await restart();
      throw new Error('the connection was lost');
    };
    const failures = await wholeMatch();
    expect(messages(failures).some((message) => message.includes('the connection was lost'))).toBe(true);
  }, 600_000);

  test('that ends all sessions, as on shutdown', async () => {
    let statements = 0;
    let ended = 0;
    before = async () => {
      if (++statements % 61 !== 0) return;
      const other = postgresPool(postgres.url);
      const client = await other.connect();
      const { rows } = await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname like $1 and pid <> pg_backend_pid()',
        ['faults%'],
      );
      ended += rows.length;
      client.release();
      await other.end();
    };
    const failures = await wholeMatch();
    expect(ended).toBeGreaterThan(0);
    expect(failures.length).toBeGreaterThan(0);
  }, 600_000);

  test('that is unreachable refuses records, and refused records are not stored', async () => {
    const [first, ...others] = wire;
    await postgres.stop();
    await expect(ingest.accept(first ?? {})).rejects.toMatchObject({
      code: expect.stringMatching(/ENOENT|ECONNREFUSED/),
    });
    await postgres.start();
    expect(await store.records.fixtures({})).toEqual([]);
    expect(stored).toEqual([]);
    for (const part of [[first ?? {}], others.slice(0, 5)]) expect(await acceptStubbornly(ingest, part)).toEqual([]);
  });
});
