import { expect, test } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { serveMetrics } from '../../ts/sdk/node/metricsServer.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { Store } from '../../ts/service/data/store/store.js';
import { ServiceMetrics } from '../../ts/service/metrics/serviceMetrics.js';
import { expectFires } from '../helpers/deploy/firing.js';
import { edgeScene } from '../helpers/service/edgeScene.js';
import { matchFeed, START } from '../helpers/service/feed.js';
import { MemoryChain } from '../helpers/service/memoryChain.js';
import { AFTER, KeeperWorld } from '../helpers/world/keeperWorld.js';

/** Faults whose alerts no other test sees fire. */

const fresh = () => new ServiceMetrics({ defaults: false });

test('a process that is gone', async () => {
  const server = await serveMetrics(fresh(), 0);
  // What Prometheus notes of a scrape.
  const up = async (): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`).catch(() => null);
    return `up{job="linesman", instance="a"} ${answer?.ok ? 1 : 0}\n`;
  };
  const before = await up();
  await server.close();
  expectFires('LinesmanDown', await up(), { before });
  expect(before).toContain(' 1');
});

test('a feed that falls silent, and one of which nothing is accepted', async () => {
  const metrics = fresh();
  const store = await Store.open('memory');
  const clock = new ManualClock(START + 3_600_000);
  const ingest = new Ingest({ store, clock, onDecided: metrics.onDecided });
  const { wire } = matchFeed('soccer', 12_000_001, 'silent');
  await ingest.acceptAll(wire.slice(0, 3));
  const storedAt = async () => Math.max(...(await metrics.lastRecord.get()).values.map(({ value }) => value));
  const before = await storedAt();
  expect(before).toBeGreaterThan(0);
  for (const result of await ingest.acceptAll([{ FixtureId: 1 }, 'x'])) expect(result).toBeInstanceOf(LinesmanError);
  expect(await storedAt()).toBe(before);
  expectFires('LinesmanFeedSilent', await metrics.text(), { now: 1_000 * before });
  await store.close();
});

test('an RPC node that does not answer', async () => {
  const metrics = fresh();
  const silent = new MemoryChain();
  silent.readRoots = () => Promise.reject(new Error('no answer'));
  await expect(metrics.countedChain(silent).readRoots([])).rejects.toThrow('no answer');
  expectFires('LinesmanChainSilent', await metrics.text());
});

test('requests that fail', async () => {
  const metrics = fresh();
  const { app, records, get } = await edgeScene({ onAnswered: metrics.onAnswered });
  await get('/api/scores/snapshot/1');
  records.latestScores = () => Promise.reject(new Error('no database'));
  expect((await get('/api/scores/snapshot/1')).status).toBe(500);
  expectFires('LinesmanRequestsFail', await metrics.text());
  await app.close();
});

test('a keeper whose node is down fails, and ends no round', async () => {
  const world = new KeeperWorld();
  await world.service.listen();
  world.play();
  await world.backed();
  await world.at(AFTER);
  const keeper = world.keeper();
  await keeper.round();
  const lastRound = async () => (await keeper.metrics.lastRound.get()).values[0]?.value;
  const ended = await lastRound();
  world.node.accountsOf = () => Promise.reject(new Error('down'));
  world.timers.pass(60_000);
  expect(await keeper.safeRound()).toBeNull();
  expect(ended).toBeGreaterThan(0);
  expect(await lastRound()).toBe(ended);
  for (const name of ['LinesmanKeeperFails', 'LinesmanKeeperStalled'])
    expectFires(name, await keeper.metrics.text(), { now: world.timers.now() });
  world.stop();
});
