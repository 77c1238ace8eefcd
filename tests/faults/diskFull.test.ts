import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { afterEach, describe, expect, test } from 'vitest';
import { FOLDER_NOT_WRITABLE } from '../../ts/sdk/error/codes/folders.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { IngestOperation } from '../../ts/service/commands/records/ingestOperation.js';
import type { OpenRecordTaker } from '../../ts/service/commands/records/openRecordTaker.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { connectNats } from '../../ts/service/data/intake/connectNats.js';
import { natsConsumer } from '../../ts/service/data/intake/natsConsumer.js';
import { Store } from '../../ts/service/data/store/store.js';
import { databaseCheck, writesCheck } from '../../ts/service/health/checks.js';
import { Readiness } from '../../ts/service/health/readiness.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { Publisher } from '../../ts/service/roots/publish/publisher.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { type EmbeddedService, startEmbedded } from '../../ts/service/serve/embedded.js';
import { expectFires } from '../helpers/deploy/firing.js';
import { hasNatsServer, NatsServer } from '../helpers/natsServer.js';
import { freePort } from '../helpers/ports.js';
import { postgresServer } from '../helpers/postgresServer.js';
import { endlessScore, fixtureOfEndless, START } from '../helpers/service/endlessScores.js';
import { acceptStubbornly, expectWhole } from '../helpers/service/faultScene.js';
import { MemoryChain } from '../helpers/service/memoryChain.js';
import { until } from '../helpers/service/until.js';
import { type SmallDisk, smallDisk } from '../helpers/smallDisk.js';

const MB = 160;
const TOGETHER = 200;

let disk: SmallDisk | null = null;
const isAllowed = (() => {
  const one = smallDisk(1);
  one?.remove();
  return one !== null;
})();
if (!isAllowed) console.warn('SKIPPED: a full disk; no file system can be mounted here.');
afterEach(() => disk?.remove());

function newDisk(): SmallDisk {
  disk = smallDisk(MB);
  if (!disk) throw new Error('no disk');
  return disk;
}

/** Ingests records until no space is left, frees the space, and continues. */
async function throughFullDisk(full: SmallDisk, store: Store): Promise<void> {
  const clock = new ManualClock(START);
  const wire: Record<string, unknown>[] = [fixtureOfEndless()];
  const ingest = new Ingest({ store, clock });
  await ingest.accept(fixtureOfEndless());
  const part = () => Array.from({ length: TOGETHER }, (_, i) => endlessScore(wire.length - 1 + i));
  const takeIn = async () => {
    const records = part();
    clock.set(Number(records.at(-1)?.Ts));
    const failures = await acceptStubbornly(ingest, records, async (failure) => {
      throw failure;
    });
    expect(failures).toEqual([]);
    wire.push(...records);
  };
  await takeIn();
  const readiness = new Readiness({
    checks: [databaseCheck(store), writesCheck({ writes: store.writes, tryWrite: () => store.tryWrite(), quiet: 0 })],
    keep: 0,
  });
  expect(await readiness.report()).toMatchObject({ ready: true });
  full.fill();
  const failures: unknown[] = [];
  for (let left = 1_000; failures.length === 0; left--) {
    if (left === 0) throw new Error('the disk does not fill up');
    await takeIn().catch((failure) => failures.push(failure));
  }
  // While the disk is full, no record is acknowledged.
  await takeIn().catch((failure) => failures.push(failure));
  expect(await readiness.report()).toEqual({
    ready: false,
    checks: [
      { name: 'database', ok: true },
      { name: 'writes', ok: false, reason: 'Writes fail: the disk is full.' },
    ],
  });
  full.free();
  expect(await readiness.report()).toMatchObject({ ready: true });
  expect(failures).toEqual(failures.map(() => expect.objectContaining({ code: '53100' })));
  expect(failures.map(String).join()).toContain('No space left on device');
  for (let i = 0; i < 3; i++) await takeIn();
  clock.advance(3_600_000);
  const chain = new MemoryChain();
  await new Sealer({ store, clock }).sealDue();
  const { alarms } = await new Publisher({ store, clock, chain, holder: 'a' }).publishBuilt();
  expect(alarms).toEqual([]);
  await expectWhole(store, wire, async ({ kind, slotStart }) => chain.roots.get(`${kind}/${slotStart}`) ?? null);
}

describe.skipIf(!isAllowed)('a full disk is named as one', () => {
  test.each([4, 20, 34])('where a new database does not fit into %d MB', async (megabytes) => {
    disk = smallDisk(megabytes);
    const folder = join(disk?.folder ?? '', 'store');
    await expect(Store.open({ folder })).rejects.toMatchObject({
      number: FOLDER_NOT_WRITABLE,
      message: expect.stringContaining('the disk is full'),
    });
  });
});

describe.skipIf(!isAllowed || surfnetModule() === null)('an embedded service', () => {
  const options = (full: SmallDisk) => ({
    data: join(full.folder, 'data'),
    host: '127.0.0.1',
    port: 0,
    rpcPort: 0,
    speed: 1,
    source: 'none' as const,
    log: false as const,
  });

  test('whose disk is full as soon as it listens waits, is not ready, and goes on', async () => {
    disk = smallDisk(220);
    const full = disk as SmallDisk;
    const failures: unknown[] = [];
    const port = await freePort();
    let started: Promise<EmbeddedService> | undefined;
    await new Promise<void>((resolve, reject) => {
      started = startEmbedded({
        ...options(full),
        port,
        // The port is open, and the remaining work is stored.
        onPhase: (phase) => phase === 'season' && full.fill(),
        onFailure: (error) => {
          failures.push(error);
          resolve();
        },
      });
      started.catch(reject);
    });
    await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 503);
    full.free();
    const service = await started;
    try {
      expect(failures.map(String).join()).toMatch(/disk is full|No space left/);
      expect(service?.apiToken).toMatch(/./);
    } finally {
      await service?.stop();
    }
  }, 300_000);

  test('does not start on a full disk, which is no damage and no bug', async () => {
    disk = smallDisk(220);
    const full = disk as SmallDisk;
    await (await startEmbedded(options(full))).stop();
    full.fill();
    const refused = await startEmbedded(options(full)).then(
      async (service) => {
        await service.stop();
        return null;
      },
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ number: FOLDER_NOT_WRITABLE, message: expect.stringContaining('disk is full') });
    full.free();
    await (await startEmbedded(options(full))).stop();
  }, 300_000);
});

describe.skipIf(!isAllowed)('records are refused while the disk is full and accepted afterwards', () => {
  test('in a folder', async () => {
    const full = newDisk();
    const store = await Store.open({ folder: join(full.folder, 'store') });
    await throughFullDisk(full, store).finally(() => store.close());
  }, 300_000);

  test('on a PostgreSQL server', async (context) => {
    const full = newDisk();
    const before = process.env.TMPDIR;
    process.env.TMPDIR = full.folder;
    const server = await postgresServer().finally(() => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });
    if (!server) return context.skip();
    try {
      const store = await Store.open({ url: server.url });
      await throughFullDisk(full, store).finally(() => store.close());
    } finally {
      await server.remove();
    }
  }, 300_000);
});

test.skipIf(!isAllowed || !hasNatsServer())('an ingest whose JetStream has no disk left is not ready', async () => {
  const full = newDisk();
  const server = await NatsServer.start(join(full.folder, 'nats'));
  const connection = await connectNats(server.url);
  const manager = await jetstreamManager(connection, { timeout: 500 });
  await manager.streams.add({ name: 'RECORDS', subjects: ['records'] });
  const source = { stream: 'RECORDS', subject: 'records', durable: 'linesman' };
  await natsConsumer(connection, source, { batch: 200, ackWait: 30_000 });
  const operation = new IngestOperation({ host: '127.0.0.1', port: 0 });
  const stop = new AbortController();
  const url = await operation.listen({} as OpenRecordTaker, connection, source, stop.signal);
  const answer = async (path: string) => (await fetch(`${url}${path}`)).text();
  try {
    const js = jetstream(connection, { timeout: 500 });
    for (let i = 0; i < 3; i++) await js.publish('records', '{}');
    expect(await answer('/readyz')).toBe('ready\nnats: ok\n');
    expect(await answer('/metrics')).toContain('linesman_ingest_nats_undelivered_messages 3\n');
    full.fill();
    const isReady = async () => {
      await js.publish('records', 'x'.repeat(500_000)).catch(() => {});
      return (await answer('/readyz')).startsWith('ready');
    };
    while (await isReady());
    expectFires('LinesmanNotReady', await answer('/metrics'));
  } finally {
    await operation.close();
    await server.stop();
    await connection.close();
  }
});
