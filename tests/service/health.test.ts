import { afterEach, describe, expect, test, vi } from 'vitest';
import { rootOf } from '../../ts/sdk/format/hash.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import type { RootsProgress } from '../../ts/service/data/store/batchStore.js';
import { RECORD_KINDS, slotLength, slotStartOf } from '../../ts/service/data/store/recordKind.js';
import { buildApp } from '../../ts/service/edge/http/app.js';
import { type Check, runChecks } from '../../ts/service/health/check.js';
import {
  alarmsCheck,
  chainCheck,
  clockCheck,
  databaseCheck,
  followerCheck,
  rootsCheck,
} from '../../ts/service/health/checks.js';
import { Readiness } from '../../ts/service/health/readiness.js';
import { lateRoots } from '../../ts/service/health/rootsLateness.js';
import { Publisher } from '../../ts/service/roots/publish/publisher.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { type EdgeScene, edgeScene } from '../helpers/service/edgeScene.js';
import { matchFeed } from '../helpers/service/feed.js';
import { MachineTime } from '../helpers/service/machineTime.js';
import { MemoryChain } from '../helpers/service/memoryChain.js';

const MINUTE = 60_000;
const none = (kind: RootsProgress['kind']): RootsProgress => ({ kind, waiting: null, published: null, alarms: [] });
const fine: Check = { name: 'fine', run: async () => null };
const never = new Promise<never>(() => {});

describe('a late root', () => {
  const waiting = (kind: RootsProgress['kind'], slot: number): RootsProgress => ({ ...none(kind), waiting: slot });

  test('is one whose slot is over, by the length of its kind', () => {
    const start = 500 * 60 * MINUTE;
    const all = RECORD_KINDS.map((kind) => waiting(kind, start));
    expect(lateRoots(all, start + 5 * MINUTE)).toEqual([]);
    expect(lateRoots(all, start + 5 * MINUTE + 1).map(({ kind, late }) => [kind, late])).toEqual([
      ['scores', 1],
      ['odds', 1],
    ]);
    expect(lateRoots(all, start + 61 * MINUTE).map(({ late }) => late)).toEqual([56 * MINUTE, 56 * MINUTE, MINUTE]);
    expect(lateRoots([none('odds')], start)).toEqual([]);
  });

  test('is tolerated up to the limit', async () => {
    const check = (late: number, limit?: number) =>
      rootsCheck({
        progress: async () => [waiting('scores', 0)],
        now: () => 5 * MINUTE + late,
        ...(limit !== undefined && { limit: () => limit }),
      }).run();
    expect(await check(60_000)).toBeNull();
    expect(await check(60_001)).toBe('The scores root of the slot from 0 is not on chain 60 s after its end.');
    expect(await check(60_001, 90_000)).toBeNull();
    expect(await check(1_000, 0)).toContain('1 s after');
  });
});

describe('a clock', () => {
  const START = 1_800_000_000_000;
  const at = (ms: number) => new Date(START + ms).toISOString();
  const sealed = (ms: number) => async () => new Map(RECORD_KINDS.map((kind) => [kind, START + ms]));

  test("may differ from the database's by the tolerance in either direction", async () => {
    const check = (ms: number, tolerance?: number) =>
      clockCheck({
        now: () => START,
        sealedUntil: sealed(0),
        databaseTime: async () => START + ms,
        ...(tolerance !== undefined && { tolerance }),
      }).run();
    expect([await check(30_000), await check(-30_000), await check(10, 10)]).toEqual([null, null, null]);
    for (const ms of [30_001, -30_001, 86_400_000])
      expect(await check(ms)).toBe(`The clock of this process shows ${at(0)}, and that of the database ${at(ms)}.`);
    expect(await check(11, 10)).not.toBeNull();
  });

  test("says that the chain's is ahead or behind, and is ready all the same", async () => {
    const check = (chainTime: () => Promise<number>) =>
      clockCheck({ now: () => START, sealedUntil: sealed(0), chainTime }).run();
    const by = (ms: number) => check(async () => START + ms);
    expect([await by(60_000), await by(-60_000)]).toEqual([null, null]);
    expect(await by(103_000)).toEqual({ note: 'The clock of the chain is 103 s ahead of the one of the records.' });
    expect(await by(-90_500)).toEqual({ note: 'The clock of the chain is 90 s behind the one of the records.' });
    expect(await check(() => Promise.reject(new Error('down')))).toBeNull();
  });

  test('is not blamed for a slow answer of the database', async () => {
    let now = START;
    const check = clockCheck({
      now: () => now,
      sealedUntil: sealed(0),
      databaseTime: async () => {
        now += 62_000;
        return START + 31_000;
      },
    });
    expect(await check.run()).toBeNull();
  });
});

describe('readiness', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test('requires every check and names those that fail', async () => {
    expect(await runChecks([fine])).toEqual({ ready: true, checks: [{ name: 'fine', ok: true }] });
    const failures: unknown[] = [];
    const time = MachineTime.stop();
    const running = runChecks(
      [
        fine,
        databaseCheck({ ping: () => Promise.reject(new Error('postgres://user:secret@db')) }),
        chainCheck(() => Promise.reject(new Error('secret'))),
        followerCheck({ lag: () => 10_001 }),
        { name: 'hanging', run: () => never },
        alarmsCheck(async () => [none('odds'), { ...none('scores'), alarms: [300_000, 600_000] }]),
      ],
      { timeLimit: 20, onFailure: (name, error) => failures.push([name, (error as Error).message]) },
    );
    await time.advance(20);
    const report = await running;
    expect(report).toEqual({
      ready: false,
      checks: [
        { name: 'fine', ok: true },
        { name: 'database', ok: false, reason: 'The check failed.' },
        { name: 'chain', ok: false, reason: 'The check failed.' },
        { name: 'stream', ok: false, reason: 'The stream lags 10 s behind.' },
        { name: 'hanging', ok: false, reason: 'The check timed out.' },
        {
          name: 'alarms',
          ok: false,
          reason:
            '2 of the scores slots have a different root on chain or are too late for one, the first from 300000.',
        },
      ],
    });
    expect(failures).toEqual([
      ['database', 'postgres://user:secret@db'],
      ['chain', 'secret'],
    ]);
    const good = [
      databaseCheck({ ping: async () => {} }),
      chainCheck(async () => 1),
      followerCheck({ lag: () => 10_000 }),
      alarmsCheck(async () => [none('odds')]),
    ];
    expect((await runChecks(good)).ready).toBe(true);
  });

  test('polls no more often than necessary, and never repeats a hanging check', async () => {
    let [now, asked] = [0, 0];
    let hangs = false;
    const check: Check = {
      name: 'counted',
      run: async () => {
        asked++;
        return hangs ? never : null;
      },
    };
    const readiness = new Readiness({ checks: [check], now: () => now, keep: 1_000, timeLimit: 10 });
    const all = await Promise.all([readiness.report(), readiness.report(), readiness.report()]);
    expect([asked, all.map(({ ready }) => ready)]).toEqual([1, [true, true, true]]);
    now = 999;
    await readiness.report();
    expect(asked).toBe(1);
    hangs = true;
    const time = MachineTime.stop();
    for (let n = 0; n < 3; n++) {
      now += 1_000;
      const report = readiness.report();
      await time.advance(10);
      expect((await report).ready).toBe(false);
    }
    expect(asked).toBe(2);
  });

  test('does not wait for a lost answer of the chain, and asks again', async () => {
    let [now, asked] = [0, 0];
    const check = chainCheck(() => (asked++ === 0 ? never : Promise.resolve(1)), 20);
    const readiness = new Readiness({ checks: [check], now: () => now, keep: 1_000, timeLimit: 10 });
    const time = MachineTime.stop();
    const lost = readiness.report();
    await time.advance(10);
    expect(await lost).toEqual({
      ready: false,
      checks: [{ name: 'chain', ok: false, reason: 'The check timed out.' }],
    });
    // The first question is given up with this report, and asked again for the next one.
    now += 1_000;
    const givenUp = readiness.report();
    await time.advance(10);
    expect([(await givenUp).ready, asked]).toEqual([false, 1]);
    now += 1_000;
    expect([(await readiness.report()).ready, asked]).toEqual([true, 2]);
  });

  test('ends with the service, also for earlier callers', async () => {
    let answer = (_: null) => {};
    const check: Check = {
      name: 'slow',
      run: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    };
    const readiness = new Readiness({ checks: [check] });
    const before = readiness.report();
    readiness.stop();
    const stopped = { ready: false, checks: [{ name: 'running', ok: false, reason: 'The service is stopping.' }] };
    expect(await readiness.report()).toEqual(stopped);
    answer(null);
    expect(await before).toEqual(stopped);
  });
});

describe('the endpoints', () => {
  let scene: EdgeScene;
  afterEach(() => scene?.app.close());

  test('report the state of the service without credentials', async () => {
    let checks = [fine];
    const readiness = { report: () => runChecks(checks) };
    scene = await edgeScene({ health: readiness });
    const ask = async (url: string, accept = '*/*') => {
      const { statusCode, headers, body } = await scene.app.inject({ url, headers: { accept } });
      return {
        status: statusCode,
        type: headers['content-type'],
        retry: headers['retry-after'],
        cache: headers['cache-control'],
        body,
      };
    };
    const text = { type: 'text/plain; charset=utf-8', retry: undefined, cache: 'no-store' };
    expect(await ask('/healthz')).toEqual({ ...text, status: 200, body: 'ok\n' });
    expect(await ask('/readyz')).toEqual({ ...text, status: 200, body: 'ready\nfine: ok\n' });
    checks = [fine, followerCheck({ lag: () => 60_000 })];
    expect(await ask('/healthz')).toEqual({ ...text, status: 200, body: 'ok\n' });
    expect(await ask('/readyz')).toEqual({
      ...text,
      status: 503,
      retry: '5',
      body: 'not ready\nfine: ok\nstream: The stream lags 60 s behind.\n',
    });
    const json = await ask('/readyz', 'application/json');
    expect(json).toMatchObject({ status: 503, type: 'application/json; charset=utf-8', retry: '5', cache: 'no-store' });
    expect(JSON.parse(json.body)).toEqual(await runChecks(checks));
    for (let n = 0; n < 100; n++) expect((await ask('/readyz')).status).toBe(503);
  });

  test('are not part of the documented interface, and metrics are served only when enabled', async () => {
    scene = await edgeScene();
    expect((await scene.app.inject('/metrics')).statusCode).toBe(404);
    expect(JSON.stringify(scene.app.swagger())).not.toMatch(/healthz|readyz|"\/metrics/);
    const metrics = { contentType: 'text/plain; version=0.0.4', text: async () => 'a 1\n' };
    const app = await buildApp(scene.ports, { log: false, metrics });
    const { statusCode, headers, body } = await app.inject('/metrics');
    expect([statusCode, headers['content-type'], body]).toEqual([200, 'text/plain; version=0.0.4', 'a 1\n']);
    await app.close();
  });
});

describe('over the store', () => {
  const database = sharedDatabase();

  test('a root is waited for from its first record until it is on chain', async () => {
    const store = await database.fresh();
    expect(await store.batches.progress()).toEqual(['fixtures', 'odds', 'scores'].map((kind) => none(kind as 'odds')));
    const { wire } = matchFeed('soccer', 12_000_001, 'health');
    const [fixture] = wire.filter((record) => 'Competition' in record);
    const scores = wire.filter((record) => 'Seq' in record);
    const [first] = scores;
    if (!fixture || !first) throw new Error('nothing to send');
    const clock = new ManualClock(Number(first.Ts));
    const ingest = new Ingest({ store, clock });
    await ingest.accept(fixture);
    const { record } = await ingest.accept(first);
    const slotStart = slotStartOf('scores', record.ts);
    const end = slotStart + slotLength('scores');
    const check = rootsCheck({
      progress: async () => (await store.batches.progress()).filter(({ kind }) => kind === 'scores'),
      now: clock.now,
    });
    const scoresOf = async () => (await store.batches.progress()).find(({ kind }) => kind === 'scores');
    const late = async () => {
      clock.set(end + 60_001);
      return check.run();
    };
    // It is not sealed.
    expect(await scoresOf()).toEqual({ ...none('scores'), waiting: slotStart });
    clock.set(end + 60_000);
    expect(await check.run()).toBeNull();
    expect(await late()).toContain(`The scores root of the slot from ${slotStart} is not on chain`);
    // Sealed, not published.
    await new Sealer({ store, clock }).sealDue();
    expect(await store.batches.state({ kind: 'scores', slotStart })).toBe('built');
    expect(await late()).toContain(`slot from ${slotStart}`);
    // Published where another root is.
    const chain = new MemoryChain();
    await chain.insertRoot({ kind: 'scores', slotStart }, rootOf(new Uint8Array(32).fill(9)));
    await new Publisher({ store, clock, chain, holder: 'a' }).publishBuilt();
    expect(await scoresOf()).toEqual({ ...none('scores'), alarms: [slotStart] });
    expect(await check.run()).toBeNull();
    expect(await alarmsCheck(() => store.batches.progress()).run()).toContain(`the first from ${slotStart}`);
    // Published.
    chain.roots.clear();
    await new Publisher({ store, clock, chain, holder: 'a' }).publishBuilt();
    expect(await scoresOf()).toEqual({ ...none('scores'), published: slotStart });
    await store.close();
  });

  test('uses indices', async () => {
    await database.fresh();
    const client = await database.pool.connect();
    try {
      await client.query(
        `insert into slot_batch (kind, slot_start, state, root, metadata, leaves, frozen_at)
          select 'odds', n * 300000::bigint, 'published', '', '', '', 0 from generate_series(1, 20000) as n`,
        [],
      );
      await client.query('analyze slot_batch', []);
      await client.query('set enable_seqscan = off', []);
      const plan = async (sql: string) =>
        (await client.query(`explain ${sql}`, [])).rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(await plan("select min(ts) from record where kind = 'odds' and ts >= 5")).toContain('record_by_time');
      expect(
        await plan(
          "select min(slot_start) from slot_batch where kind = 'odds' and state <> 'published' and alarm is null",
        ),
      ).toContain('slot_batch_open');
      expect(
        await plan(
          "select slot_start from slot_batch where kind = 'odds' and state = 'published' " +
            'order by slot_start desc limit 1',
        ),
      ).toContain('slot_batch_pkey');
      // Of published slots too, without scanning the many that have no alarm.
      const alarms = await plan("select slot_start from slot_batch where kind = 'odds' and alarm is not null");
      expect(alarms).toContain('slot_batch_alarm');
      await client.query('update slot_batch set published_at = slot_start', []);
      await client.query('analyze slot_batch', []);
      const lately = await plan(
        "select slot_start from slot_batch where state = 'published' " +
          'and (published_at >= 5999000000 or alarm is not null)',
      );
      expect(lately).toContain('slot_batch_published');
      expect(lately).toContain('slot_batch_alarm');
    } finally {
      await client.query('reset enable_seqscan', []);
      client.release();
    }
  });
});
