import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { rootOf } from '../../ts/sdk/format/hash.js';
import { serveMetrics } from '../../ts/sdk/node/metricsServer.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import type { RootsProgress } from '../../ts/service/data/store/batchStore.js';
import { pglitePool } from '../../ts/service/data/store/pglitePool.js';
import { Store } from '../../ts/service/data/store/store.js';
import { ENDPOINTS } from '../../ts/service/edge/http/endpoint/endpoints.js';
import { MemoryEventWindow } from '../../ts/service/edge/stream/eventWindow.js';
import { StreamHub } from '../../ts/service/edge/stream/hub.js';
import { ServiceMetrics } from '../../ts/service/metrics/serviceMetrics.js';
import { runBatches } from '../../ts/service/roots/publish/batchLoop.js';
import { Publisher } from '../../ts/service/roots/publish/publisher.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { expectFires } from '../helpers/deploy/firing.js';
import { type EdgeScene, edgeScene } from '../helpers/service/edgeScene.js';
import { matchFeed, START } from '../helpers/service/feed.js';
import { MemoryChain } from '../helpers/service/memoryChain.js';
import { RawConnection } from '../helpers/service/rawConnection.js';
import { SlowSink } from '../helpers/service/slowSink.js';
import { streamAccess } from '../helpers/service/streamAccess.js';
import { oddsEvent, SLOT } from '../helpers/service/streamEvents.js';
import { settled, TestClock } from '../helpers/service/testClock.js';

/** Samples of the exposition text: name with labels, and value. */
async function samples(metrics: ServiceMetrics, prefix: string): Promise<Record<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith(prefix));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}
const above0 = async (metrics: ServiceMetrics, prefix: string) =>
  Object.fromEntries(Object.entries(await samples(metrics, prefix)).filter(([, value]) => value !== 0));
const fresh = (roots?: ConstructorParameters<typeof ServiceMetrics>[0]) =>
  new ServiceMetrics({ defaults: false, ...roots });

describe('requests', () => {
  let scene: EdgeScene;
  afterEach(() => scene?.app.close());

  test('are counted by the template of their route, and no client input becomes a label', async () => {
    const metrics = fresh();
    scene = await edgeScene({ onAnswered: metrics.onAnswered, addressRequestsPerSecond: 1_000 });
    await scene.get('/api/odds/snapshot/1');
    await scene.get('/api/odds/snapshot/2');
    await scene.get('/api/odds/snapshot/not-a-number');
    await scene.get('/scores/updates/1/2/3');
    for (let i = 0; i < 200; i++) await scene.get(`/nowhere/${i}`, { 'x-api-token': `t${i}` });
    // The types know fewer methods than the server is sent.
    await scene.app.inject({ method: 'PROPFIND' as 'GET', url: '/api/odds/snapshot/1' });
    await scene.app.inject({
      method: 'OPTIONS',
      url: '/api/odds/stream',
      headers: { origin: 'https://app.test', 'access-control-request-method': 'GET' },
    });
    await scene.app.listen({ port: 0, host: '127.0.0.1' });
    const raw = await RawConnection.open((scene.app.server.address() as AddressInfo).port);
    raw.send('nonsense\r\n\r\n');
    await raw.end();
    const found = await samples(metrics, 'linesman_http_requests_total');
    expect(found).toEqual({
      'linesman_http_requests_total{route="/api/odds/snapshot/:fixtureId",status="200"}': 1,
      'linesman_http_requests_total{route="/api/odds/snapshot/:fixtureId",status="403"}': 1,
      'linesman_http_requests_total{route="/api/odds/snapshot/:fixtureId",status="400"}': 1,
      'linesman_http_requests_total{route="/scores/updates/:epochDay/:hourOfDay/:interval",status="200"}': 1,
      'linesman_http_requests_total{route="none",status="404"}': 200,
      'linesman_http_requests_total{route="none",status="405"}': 1,
      'linesman_http_requests_total{route="*",status="204"}': 1,
      'linesman_http_requests_total{route="none",status="400"}': 1,
    });
    const durations = await samples(metrics, 'linesman_http_request_duration_seconds_count');
    expect(Object.values(durations).reduce((a, b) => a + b)).toBe(207);
    const templates = ENDPOINTS.flatMap(({ path, aliases = [] }) => [path, ...aliases]).map((path) =>
      path.replace(/\{(\w+)\}/g, ':$1'),
    );
    for (const name of Object.keys(found)) {
      const route = /route="([^"]*)"/.exec(name)?.[1] ?? '';
      expect([...templates, 'none', '*']).toContain(route);
    }
  });

  test('that are streams are excluded from the durations', async () => {
    const metrics = fresh();
    const answered: unknown[] = [];
    let wake = () => {};
    scene = await edgeScene({
      onAnswered: (one) => {
        metrics.onAnswered(one);
        answered.push(one.isStream);
        wake();
      },
    });
    await scene.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = scene.app.server.address() as AddressInfo;
    const request = get({ port, host: '127.0.0.1', path: '/api/odds/stream', headers: scene.headers, agent: false });
    await new Promise((resolve) => request.once('response', resolve));
    const ended = new Promise<void>((resolve) => {
      wake = resolve;
    });
    request.destroy();
    await ended;
    expect(answered).toEqual([true]);
    expect(await samples(metrics, 'linesman_http_requests_total')).toEqual({
      'linesman_http_requests_total{route="/api/odds/stream",status="200"}': 1,
    });
    expect(await samples(metrics, 'linesman_http_request_duration_seconds_count')).toEqual({});
  });
});

test('records of proofs are counted by where they came from, each from the start', async () => {
  const metrics = fresh();
  for (const from of ['ahead', 'ahead', 'database'] as const) metrics.onScore(from);
  expect(await samples(metrics, 'linesman_proof_records_total')).toEqual({
    'linesman_proof_records_total{from="cache"}': 0,
    'linesman_proof_records_total{from="ahead"}': 2,
    'linesman_proof_records_total{from="database"}': 1,
  });
});

test('streams: open ones, deliveries, and those ended by the service', async () => {
  const metrics = fresh();
  const clock = new TestClock(SLOT + 1_000);
  const hub = new StreamHub(
    { clock, window: new MemoryEventWindow(clock.now), observer: metrics.streamObserver },
    { maxWaiting: 100 },
  );
  const sinks = [new SlowSink(), new SlowSink(), new SlowSink()];
  for (const { sink } of sinks) {
    const access = streamAccess({ endsAt: SLOT + 1e9 });
    const stream = { kind: 'odds', wire: 'described', access, sessionEndsAt: SLOT + 1e9 } as const;
    hub.open({ ...stream, renew: async () => null }, sink, hub.admit('w'));
  }
  expect(await above0(metrics, 'linesman_stream')).toEqual({ 'linesman_streams_open{kind="odds"}': 3 });
  hub.publish(oddsEvent(0, 0));
  sinks[0]?.destroy();
  await settled();
  hub.publish(oddsEvent(1, 0));
  sinks[1]?.stop();
  for (let i = 2; (await above0(metrics, 'linesman_streams_open'))['linesman_streams_open{kind="odds"}'] === 2; i++)
    hub.publish(oddsEvent(i, 0));
  hub.close();
  const found = await above0(metrics, 'linesman_stream');
  expect(found['linesman_stream_deliveries_total{kind="odds"}']).toBeGreaterThan(5);
  expectFires('LinesmanReadersSlow', await metrics.text());
  delete found['linesman_stream_deliveries_total{kind="odds"}'];
  expect(found).toEqual({
    'linesman_stream_readers_dropped_total{kind="odds",reason="slow"}': 1,
    'linesman_stream_readers_dropped_total{kind="odds",reason="stopping"}': 1,
  });
});

describe('records and roots', () => {
  test('are counted from the record to the chain', async () => {
    const clock = new ManualClock(START + 10 ** 8);
    const metrics: ServiceMetrics = fresh({ roots: { progress: () => store.batches.progress(), now: clock.now } });
    const store = await Store.over(await pglitePool(), { onError: metrics.onStoreError });
    const { wire } = matchFeed('soccer', 12_000_001, 'metrics');
    const fixture = wire.find((record) => 'Competition' in record);
    const scores = wire.filter((record) => 'Seq' in record).slice(0, 3);
    if (!fixture) throw new Error('nothing to send');
    const ingest = new Ingest({ store, clock, onDecided: metrics.onDecided });
    await ingest.acceptAll([fixture, ...scores, ...scores.slice(0, 1), 'nonsense']);
    await ingest.acceptAll(['nonsense', '{}']);
    await ingest.acceptAll([{ ...scores[2], Seq: 99 }]);
    expect(await above0(metrics, 'linesman_ingest_records')).toEqual({
      'linesman_ingest_records_total{kind="fixtures",status="accepted"}': 1,
      'linesman_ingest_records_total{kind="scores",status="accepted"}': 3,
      'linesman_ingest_records_total{kind="scores",status="repeated"}': 1,
      'linesman_ingest_records_total{kind="scores",status="refused"}': 1,
      'linesman_ingest_records_total{kind="unknown",status="refused"}': 3,
    });
    const refusals = Object.values(await samples(metrics, 'linesman_ingest_refusals_total'));
    expect(refusals.reduce((a, b) => a + b)).toBe(4);
    expectFires('LinesmanRecordsRefused', await metrics.text());

    const late = await above0(metrics, 'linesman_roots_late_seconds');
    expect(Object.keys(late)).toEqual(
      expect.arrayContaining(['scores', 'fixtures'].map((kind) => `linesman_roots_late_seconds{kind="${kind}"}`)),
    );
    expect(late['linesman_roots_late_seconds{kind="odds"}']).toBeUndefined();
    for (const value of Object.values(late)) expect(value).toBeGreaterThan(0);
    expectFires('LinesmanRootsLate', await metrics.text());

    // One root fails at first; one slot holds another root.
    const sealer = new Sealer({ store, clock });
    await sealer.sealDue();
    const batches = await store.batches.unpublished();
    const [fixtures, first] = [
      batches.find(({ kind }) => kind === 'fixtures'),
      batches.find(({ kind }) => kind === 'scores'),
    ];
    if (!fixtures || !first) throw new Error('too few batches');
    const chain = new MemoryChain();
    await chain.insertRoot(first, rootOf(new Uint8Array(32).fill(9)));
    chain.faults.push(() => {
      throw new Error('no chain');
    });
    const publisher = new Publisher({ store, clock, chain: metrics.countedChain(chain), holder: 'a', attempts: 1 });
    const stop = new AbortController();
    let turns = 0;
    await runBatches(
      {
        sealer,
        publisher,
        clock: {
          now: clock.now,
          sleepUntil: async () => {
            if (++turns === 2) stop.abort();
          },
        },
        onPublished: metrics.onPublished,
        onFailure: metrics.onFailure,
      },
      stop.signal,
    );
    const scoresRoots = batches.filter(({ kind }) => kind === 'scores').length - 1;
    const expected: Record<string, number> = {
      'linesman_publish_attempts_total{kind="fixtures",outcome="done"}': 1,
      'linesman_publish_attempts_total{kind="fixtures",outcome="failed"}': 1,
      'linesman_publish_attempts_total{kind="scores",outcome="done"}': scoresRoots,
    };
    expect(await above0(metrics, 'linesman_publish_attempts')).toEqual(
      Object.fromEntries(Object.entries(expected).filter(([, count]) => count > 0)),
    );
    expect(await above0(metrics, 'linesman_batch_turn_failures')).toEqual({
      'linesman_batch_turn_failures_total{error="7051"}': 1,
    });
    expect(await above0(metrics, 'linesman_roots_alarms')).toEqual({ 'linesman_roots_alarms{kind="scores"}': 1 });
    expect(await above0(metrics, 'linesman_roots_late_seconds')).toEqual({});
    for (const name of ['LinesmanPublishFails', 'LinesmanTurnsFail', 'LinesmanRootDiffers'])
      expectFires(name, await metrics.text());
    const last = await samples(metrics, 'linesman_roots_last_published_slot_start_seconds');
    expect(last['linesman_roots_last_published_slot_start_seconds{kind="fixtures"}']).toBe(fixtures.slotStart / 1000);
    expect(
      (await samples(metrics, 'linesman_roots_published_total'))['linesman_roots_published_total{kind="fixtures"}'],
    ).toBe(1);
    expect(await above0(metrics, 'linesman_store_errors')).toEqual({});
    await store.close();
  });

  test('a database that does not answer delays no scrape', async () => {
    let answer: () => Promise<RootsProgress[]> = async () => [
      { kind: 'odds', waiting: 0, published: null, alarms: [] },
    ];
    const metrics = fresh({ roots: { progress: () => answer(), now: () => 400_000 } });
    const known = { 'linesman_roots_late_seconds{kind="odds"}': 100 };
    expect(await above0(metrics, 'linesman_roots')).toEqual(known);
    answer = () => Promise.reject(new Error('no database'));
    expect(await above0(metrics, 'linesman_roots')).toEqual({ ...known, linesman_roots_state_unknown: 1 });
    expectFires('LinesmanDatabaseSilent', await metrics.text());
    answer = async () => [{ kind: 'odds', waiting: null, published: 600_000, alarms: [] }];
    expect(await above0(metrics, 'linesman_roots')).toEqual({
      'linesman_roots_last_published_slot_start_seconds{kind="odds"}': 600,
    });
  });

  test('failures of the store are counted by class', async () => {
    const metrics = fresh();
    const pool = await pglitePool();
    const store = await Store.over(pool, { onError: metrics.onStoreError });
    const client = await pool.connect();
    await client.query('drop table lease', []);
    client.release();
    await expect(store.leases.take('a', 'b', 0, 1)).rejects.toThrow();
    for (const error of [{ code: 'ECONNREFUSED' }, { code: '08006' }, new Error('x'), null, new LinesmanError(7003)])
      metrics.onStoreError(error);
    expect(await samples(metrics, 'linesman_store_errors')).toEqual({
      'linesman_store_errors_total{class="42"}': 1,
      'linesman_store_errors_total{class="08"}': 1,
      'linesman_store_errors_total{class="none"}': 4,
    });
    expectFires('LinesmanStoreErrors', await metrics.text());
    await store.close();
  });
});

test("metrics are served on a loopback port of their own, and their names start with the service's", async () => {
  const metrics = new ServiceMetrics();
  const server = await serveMetrics(metrics, 0);
  try {
    const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method });
    const answer = await ask('/metrics?x=1');
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      metrics.contentType,
      'no-store',
    ]);
    const text = await answer.text();
    for (const [, name] of text.matchAll(/^# TYPE (\w+)/gm)) expect(name).toMatch(/^linesman_/);
    expect(text).toContain('linesman_nodejs_eventloop_lag_seconds');
    expect(text).toContain('linesman_process_resident_memory_bytes');
    expect([(await ask('/')).status, (await ask('/metrics', 'POST')).status]).toEqual([404, 405]);
    const health = await ask('/healthz');
    expect([health.status, await health.text(), (await ask('/healthz', 'POST')).status]).toEqual([200, 'ok\n', 405]);
    await expect(serveMetrics(metrics, server.port)).rejects.toMatchObject({ number: 7131 });
  } finally {
    await server.close();
  }
});

test('a running scrape is answered when its server closes, and idle connections are not awaited', async () => {
  let begun = () => {};
  const asked = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let answer = (_: string) => {};
  const text = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const source = {
    contentType: 'text/plain',
    text: () => {
      begun();
      return text;
    },
  };
  const server = await serveMetrics(source, 0);
  const silent = await RawConnection.open(server.port);
  const scrape = await RawConnection.open(server.port);
  scrape.send('GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await asked;
  const closed = server.close();
  await silent.end();
  answer('linesman_up 1\n');
  await scrape.end();
  await closed;
  expect(scrape.text).toMatch(/^HTTP\/1\.1 200 .*linesman_up 1\n/s);
});
