import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { matchLines } from '../../ts/service/commands/records/exampleMatch.js';
import { RECORD_KINDS, slotStartOf } from '../../ts/service/data/store/recordKind.js';
import type { StoredRecord } from '../../ts/service/data/store/recordStore.js';
import { eventsOf } from '../../ts/service/edge/stream/eventsOf.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { buildBatch } from '../../ts/service/roots/seal/buildBatch.js';
import { linesman } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { hasNatsServer } from '../helpers/natsServer.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { type PostgresServer, postgresServer } from '../helpers/postgresServer.js';
import { IS_LONG } from '../helpers/service/faultScene.js';
import type { IngestProcess } from '../helpers/service/ingestProcess.js';
import { rootsOverRpc } from '../helpers/service/oracleSurf.js';
import type { ReadyzWatch } from '../helpers/service/readyzWatch.js';
import { heartbeats } from '../helpers/service/streamEvents.js';
import { until } from '../helpers/service/until.js';
import { type Source, WholeService } from '../helpers/service/wholeService.js';

/**
 * The service as deployed: every process and every server separately, in real time. Faults come one at a time;
 * `/readyz` of every process must report that fault and nothing else. At the end everything is as if there had been no
 * faults.
 */
const server: PostgresServer | null = surfnetModule() !== null && hasNatsServer() ? await postgresServer() : null;
if (!server) leftOut('killed processes of a service: PostgreSQL, NATS or a chain is not installed.');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Kick-off of matches that are over, so that a publisher has many slots to publish at once. */
const begin = Date.now();
const startTime = Math.floor(begin / MINUTE) * MINUTE - 6 * HOUR;
const linesOf = (fixtureId: number, sport: 'soccer' | 'basketball') =>
  // Staggered, so that each has its own slots.
  matchLines({ seed: `processes ${fixtureId}`, sport, fixtureId, startTime: startTime - (fixtureId % 2) * 4 * HOUR });
/** By source: the finished matches, and the rest of a match whose fixture records are already stored. */
const over: Record<Source, readonly string[]> = {
  one: linesOf(18_000_001, 'soccer'),
  two: linesOf(18_000_002, 'basketball'),
};
const live: Record<Source, readonly string[]> = {
  one: linesOf(18_000_003, 'soccer'),
  two: linesOf(18_000_004, 'basketball'),
};
const SOURCES = ['one', 'two'] as const;
const isFixture = (line: string): boolean => JSON.parse(line).Competition !== undefined;

describe.skipIf(!server)('a service whose', () => {
  let service: WholeService;
  let ingesters: Record<Source, IngestProcess>;
  beforeAll(async () => {
    service = await WholeService.start(server as PostgresServer);
    await service.addConsumers();
    const [one, two] = await Promise.all([
      service.ingest('one', { relayed: true }),
      service.ingest('two'),
      service.serve('edge one', 'edge'),
      service.serve('edge two', 'edge'),
    ]);
    ingesters = { one, two };
    await untilReady();
    for (const edge of ['edge one', 'edge two']) await service.read(edge);
  });
  afterAll(async () => {
    await service?.stop();
    await server?.remove();
  });

  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.log(service.describe());
  });

  const untilReady = () => until(() => service.watches.every(({ isReady }) => isReady));
  const forget = (): void => {
    for (const watch of service.watches) watch.forget();
  };
  /** Checks that no `/readyz` has reported anything but these checks since `forget`. */
  const expectNothingBut = (...checks: readonly string[]): void => {
    const strange = (watch: ReadyzWatch) =>
      watch.seen.filter((seen) => seen === 'gone' || seen.some((name) => !checks.includes(name)));
    expect(service.watches.map((watch) => [watch.name, strange(watch)])).toEqual(
      service.watches.map(({ name }) => [name, []]),
    );
  };
  const untilAllFail = (check: string) => until(() => service.watches.every((watch) => watch.fails(check)));

  /** Sends this number of records of the running matches, each at its time (now). */
  const sendLive = (count: number) =>
    Promise.all(
      SOURCES.map(async (source) => {
        const lines = live[source].filter((line) => !isFixture(line));
        const done = service.sent.filter(
          ({ kind, fixtureId }) => kind !== 'fixtures' && fixtureId === JSON.parse(lines[0] ?? '').FixtureId,
        );
        for (const line of lines.slice(done.length, done.length + count))
          await service.send(source, [JSON.stringify({ ...JSON.parse(line), Ts: Date.now() })]);
      }),
    );
  const untilThrough = async () => {
    await service.untilStored();
    await service.untilRead();
  };

  test('ingester is killed after it stored records and before it acknowledged them', async () => {
    for (const source of SOURCES) await service.send(source, live[source].filter(isFixture));
    await untilThrough();
    await service.untilTaken('one');
    service.relay.silence('questions');
    const [half, rest] = [over.one.slice(0, 120), over.one.slice(120)];
    await Promise.all([service.send('one', half), service.send('two', over.two)]);
    await service.untilStored();
    expect(await ingesters.one.end('SIGKILL')).toEqual({ code: null, stdout: '', stderr: '' });
    const again = await service.ingest('one');
    await service.send('one', rest);
    await untilThrough();
    await service.untilTaken('one');
    expect(await again.end('SIGINT')).toEqual({
      code: 0,
      stdout: `${rest.length} accepted, ${half.length} repeated, 0 refused\n`,
      stderr: 'stopping after what is in flight\n',
    });
    ingesters.one = await service.ingest('one');
    // No publisher runs, and every process reports it.
    await untilAllFail('roots');
    expectNothingBut('roots');
  });

  test('publisher is killed while its roots are in flight: another takes over', async () => {
    const killed = service.atSend(4, async () => {
      await service.serve('publisher two', 'publish');
      // Others of its transactions are still in flight and land after it is gone.
      await service.kill('publisher one');
    });
    await service.serve('publisher one', 'publish');
    await killed;
    // It waits until the lease has expired, then publishes.
    await service.atSend(3, async () => {});
    expectNothingBut('roots');
  });

  test('database is told to shut down at once while roots are published', async () => {
    await service.atSend(4, async () => {
      await service.postgres.stop();
      await untilAllFail('database');
      await service.postgres.start();
    });
    await until(() => service.watches.every((watch) => !watch.fails('database')));
    expectNothingBut('roots', 'database', 'writes', 'alarms', 'clock', 'records', 'stream');
  });

  test('chain falls silent while roots are published', async () => {
    await service.atSend(4, async () => {});
    service.rpc.react = async () => 'nothing';
    forget();
    await untilAllFail('chain');
    expect((await service.store.batches.unpublished()).length).toBeGreaterThan(0);
    service.rpc.react = (call) => call.forward();
    await untilReady();
    expectNothingBut('roots', 'chain');
  });

  test('edge is killed under its readers', async () => {
    await service.serve('publisher one', 'publish');
    await untilReady();
    forget();
    // A stream resumes with records of this slot and of the previous one.
    await sendLive(10);
    await untilThrough();
    expect(service.readers.map(({ reader }) => reader.connections)).toEqual([1, 1, 1, 1]);
    service.areEdgesOutOfReach = true;
    await Promise.all([sendLive(10), service.kill('edge one')]);
    await service.untilStored();
    // The other readers have seen what these missed.
    await service.untilRead('edge two');
    service.areEdgesOutOfReach = false;
    await untilThrough();
    expect(service.readers.map(({ reader }) => reader.connections)).toEqual([2, 2, 1, 1]);
    await service.serve('edge one', 'edge');
    await untilReady();
    expectNothingBut();
  });

  test('NATS server is killed: no process becomes less ready', async () => {
    forget();
    await Promise.all([sendLive(10), service.nats.kill().then(() => service.nats.start())]);
    await untilThrough();
    expectNothingBut();
  });

  test('database is killed', async () => {
    await Promise.all([
      sendLive(10),
      service.postgres.kill().then(async () => {
        await untilAllFail('database');
        await service.postgres.start();
      }),
    ]);
    await untilThrough();
    await untilReady();
    expectNothingBut('database', 'roots', 'writes', 'alarms', 'clock', 'records', 'stream');
  });

  test('database stalls for a while', async () => {
    forget();
    service.postgres.freeze();
    await Promise.all([sendLive(10), untilAllFail('database').then(() => service.postgres.thaw())]);
    await untilThrough();
    await untilReady();
    expectNothingBut('database', 'roots', 'writes', 'alarms', 'clock', 'records', 'stream');
  });

  test('chain falls silent', async () => {
    forget();
    service.rpc.react = async () => 'nothing';
    await untilAllFail('chain');
    // Ingesting and streaming do not need the chain.
    await sendLive(10);
    await untilThrough();
    service.rpc.react = (call) => call.forward();
    await untilReady();
    expectNothingBut('chain');
  });

  test('faults are over has lost nothing and duplicated nothing', async () => {
    const { store, sent, readers } = service;
    // The last slot ends and is published.
    if (IS_LONG) await until(async () => (await store.batches.progress()).every(({ waiting }) => waiting === null));
    // What must be stored: each record at the time it was sent with, unless its slot was already sealed when it
    // arrived.
    const all = new Map<string, StoredRecord[]>();
    for (const kind of RECORD_KINDS)
      for (const record of await itemsOf(store.records.pagesInRange(kind, { from: 0, to: Date.now() + DAY }))) {
        const key = `${kind}/${record.fixtureId}`;
        all.set(key, [...(all.get(key) ?? []), record]);
      }
    const next = new Map<string, number>();
    const kept = sent.map(({ kind, fixtureId, ts, text }) => {
      const key = `${kind}/${fixtureId}`;
      const seq = next.get(key) ?? 0;
      next.set(key, seq + 1);
      const record = all.get(key)?.[seq];
      const isMoved = ts >= begin && record !== undefined && record.ts > ts && record.ts - ts < MINUTE;
      const json = isMoved ? JSON.stringify({ ...JSON.parse(text), Ts: record.ts }) : text;
      return { kind, fixtureId, seq, ts: isMoved ? record.ts : ts, json };
    });
    const stored = [...all.values()].flat();
    expect(stored.length).toBe(kept.length);
    for (const { kind, fixtureId, seq, ts, json } of kept)
      expect(all.get(`${kind}/${fixtureId}`)?.[seq]).toMatchObject({ seq, ts, json });

    // Every reader has every event exactly once, in stream order.
    for (const { kind, reader } of readers) {
      const events = (await store.records.streamAfter(kind, { slot: 0, index: -1 }, 100_000)).flatMap(eventsOf);
      expect(events.length).toBe(kept.filter((record) => record.kind === kind).length);
      const frames = reader.text.split(/(?<=\n\n)/).filter((frame) => !frame.includes('event: heartbeat'));
      expect(frames).toEqual(events.map((event) => Buffer.from(event.frames.described).toString()));
      expect(heartbeats(reader.text).filter((note) => 'Gap' in note)).toEqual([]);
    }

    // Each slot has the root of what was sent, and never had another.
    const chain = rootsOverRpc({ url: service.cluster.url });
    const slots = new Map<string, typeof kept>();
    for (const record of kept) {
      const slot = `${record.kind}/${slotStartOf(record.kind, record.ts)}`;
      slots.set(slot, [...(slots.get(slot) ?? []), record]);
    }
    const published: string[] = [];
    for (const [slot, records] of slots) {
      const kind = records[0]?.kind ?? 'odds';
      const slotStart = Number(slot.split('/')[1]);
      const { tree } = buildBatch(kind, records, (id) => (id % 2 === 0 ? 'basketball' : 'soccer'));
      const root = bytesToHex(tree.root);
      const found = await chain.readRoot({ kind, slotStart });
      const isOver = slotStart < begin - HOUR || IS_LONG;
      if (found === null && !isOver) continue;
      expect([slot, found && bytesToHex(found)]).toEqual([slot, root]);
      // In one transaction or two: a publisher that stalled for longer than its lease does not know that another has
      // taken over.
      expect([slot, [...service.rpc.sent.keys()].filter((data) => data.includes(root)).length]).toEqual([slot, 1]);
      published.push(slot);
    }
    expect(published.length).toBeGreaterThan(30);
    // Nothing else was sent to the chain, under any root.
    expect(service.rpc.sent.size).toBe(published.length);

    for (const day of new Set(kept.map(({ ts }) => Math.floor(ts / DAY)))) {
      const args = ['audit', `${day}`, '--store', service.storeUrl, '--rpc', service.cluster.url];
      expect(await linesman(args)).toMatchObject({ code: 0, stderr: '' });
    }
    for (const source of SOURCES) {
      await service.untilTaken(source);
      const { code, stdout } = await ingesters[source].end('SIGINT');
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+ accepted, \d+ repeated, 0 refused\n$/)]);
    }
    for (const { process } of service.all) {
      expect(await process.end('SIGTERM')).toEqual({ code: 0, signal: null });
      expect(process.events.filter(({ event }) => event === 'alarm')).toEqual([]);
    }
  }, 480_000);
});
