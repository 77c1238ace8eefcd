import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { fixturesTimeOf, slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import { fixturesRootsAddress, oddsRootsAddress, scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { openRpcNode } from '../../ts/sdk/rpc/openRpcNode.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import type { BatchKey, UnpublishedBatch } from '../../ts/service/data/store/batchStore.js';
import type { Store } from '../../ts/service/data/store/store.js';
import type { ReadinessReport } from '../../ts/service/health/check.js';
import { ServiceMetrics } from '../../ts/service/metrics/serviceMetrics.js';
import { Publisher, type PublisherOptions } from '../../ts/service/roots/publish/publisher.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { OracleService, type OracleServiceOptions } from '../../ts/service/serve/oracleService.js';
import { SIMULATED_TABLES } from '../../ts/service/serve/simulatedTables.js';
import { LocalWake } from '../../ts/service/wake/localWake.js';
import { leftOut } from '../helpers/leftOut.js';
import { ORACLE, ROLES } from '../helpers/oracleBank.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { expectWhole } from '../helpers/service/faultScene.js';
import { hourOfRecords, hourStart } from '../helpers/service/hourOfRecords.js';
import { rootsOverRpc, startOracleSurf } from '../helpers/service/oracleSurf.js';
import { type RpcCall, RpcProxy } from '../helpers/service/rpcProxy.js';
import { DEPLOYMENT } from '../helpers/service/testWorld.js';
import { until } from '../helpers/service/until.js';
import { type Surf, surfpool } from '../helpers/surfpool.js';

const isThere = surfpool() !== null;
if (!isThere) leftOut('faults of RPC: @solana/surfpool-linux-x64-gnu is not installed.');

const MINUTE = 60_000;
/** Request timeout, ms; longer in production. */
const TIME_LIMIT = 1_000;

describe.skipIf(!isThere)('an RPC port that', () => {
  const database = sharedDatabase();
  let surf: Surf;
  let proxy: RpcProxy;
  beforeAll(async () => {
    surf = startOracleSurf();
    proxy = await RpcProxy.start(surf.connection.rpcEndpoint);
  });
  afterAll(async () => {
    await proxy?.stop();
    surf?.stop();
  });

  /** Each test has its own hours, because the chain keeps its roots. */
  let hour = -1;
  let store: Store;
  let clock: ManualClock;
  let batches: readonly UnpublishedBatch[];
  beforeEach(async () => {
    store = await database.fresh();
    hour++;
    const { fixture, scores, odds } = hourOfRecords(hour);
    clock = new ManualClock(hourStart(hour) + 3 * MINUTE);
    await new Ingest({ store, clock }).acceptAll([fixture, ...scores, ...odds]);
    clock.set(hourStart(hour) + 61 * MINUTE);
    await new Sealer({ store, clock }).sealDue();
    batches = await store.batches.unpublished();
    expect(batches.length).toBe(3);
    proxy.sent.clear();
  });
  const services: OracleService[] = [];
  afterEach(async () => {
    proxy.react = (call) => call.forward();
    await Promise.all(services.splice(0).map((service) => service.stop()));
  });

  const directly = () => rootsOverRpc({ url: surf.connection.rpcEndpoint });
  const rootOnChain = async (key: BatchKey) => {
    const root = await directly().readRoot(key);
    return root && bytesToHex(root);
  };
  const publisher = (holder = 'a', more: Partial<PublisherOptions> = {}) =>
    new Publisher({
      store,
      // Pauses end at once.
      clock: { now: clock.now, sleepUntil: async () => {} },
      chain: rootsOverRpc({ url: proxy.url, timeLimit: TIME_LIMIT }),
      holder,
      // Like the service.
      parallel: 8,
      ...more,
    });
  /** A process of the service behind the same RPC port. */
  const serve = async (
    role: OracleServiceOptions['roles'][number],
    timeLimit = TIME_LIMIT,
    more: Partial<OracleServiceOptions> = {},
  ) => {
    const service = await OracleService.start({
      store,
      metrics: new ServiceMetrics(),
      wake: new LocalWake(),
      clock,
      node: openRpcNode(proxy.url, { timeLimit }),
      programs: LOCALNET_PROGRAM_IDS,
      roles: [role],
      keys: { pair: () => ROLES.publisher, oracleKeys: neededByNobody, sessionSeed: neededByNobody },
      tables: SIMULATED_TABLES,
      deployment: DEPLOYMENT,
      host: '127.0.0.1',
      port: 0,
      log: false,
      ...more,
    });
    services.push(service);
    return service;
  };
  const neededByNobody = (): never => {
    throw new Error('none of these roles needs it');
  };
  /** Waits until `/readyz` reports exactly these checks as failing. */
  const untilWrong = async ({ url }: OracleService, names: readonly string[]): Promise<void> => {
    await until(async () => {
      const response = await fetch(`${url}/readyz`, { headers: { accept: 'application/json' } });
      const { checks } = (await response.json()) as ReadinessReport;
      const wrong = checks.filter(({ ok }) => !ok).map(({ name }) => name);
      expect(response.status).toBe(wrong.length === 0 ? 200 : 503);
      return wrong.join() === names.join();
    });
  };
  /** How many transactions carried the root of each batch. */
  const sendsOf = (all: readonly UnpublishedBatch[]): number[] =>
    all.map(({ root }) => {
      const sent = [...proxy.sent].filter(([data]) => data.includes(bytesToHex(root)));
      return sent.reduce((sum, [, signatures]) => sum + signatures.size, 0);
    });
  const expectPublished = async (sends: readonly number[]) => {
    expect(await store.batches.unpublished()).toEqual([]);
    const { fixture, scores, odds } = hourOfRecords(hour);
    await expectWhole(store, [fixture, ...scores, ...odds], rootOnChain);
    expect(sendsOf(batches)).toEqual(sends);
  };
  /** Applies a reaction to the first calls of a method. */
  const disturb = (method: string, times: number, how: (call: RpcCall) => ReturnType<typeof proxy.react>) => {
    let left = times;
    proxy.react = (call) => (call.method === method && left-- > 0 ? how(call) : call.forward());
  };

  test.each(['getAccountInfo', 'getLatestBlockhash', 'simulateTransaction'])(
    'does not answer the first %s',
    async (method) => {
      disturb(method, 1, async () => 'nothing');
      expect((await publisher().publishBuilt()).alarms).toEqual([]);
      await expectPublished([1, 1, 1]);
    },
  );

  test.each(['getAccountInfo', 'sendTransaction', 'getSignatureStatuses'])('hangs up on %s', async (method) => {
    disturb(method, 2, async () => 'hang up');
    expect((await publisher().publishBuilt()).alarms).toEqual([]);
    await expectPublished([1, 1, 1]);
  });

  test('is down until the turn fails: the next turn recovers', async () => {
    proxy.react = async () => 'hang up';
    await expect(publisher().publishBuilt()).rejects.toMatchObject({ number: 7051 });
    expect(await store.batches.unpublished()).toEqual(batches);
    proxy.react = (call) => call.forward();
    await publisher().publishBuilt();
    await expectPublished([1, 1, 1]);
  });

  test('answers so late that the root has already landed', async () => {
    disturb('sendTransaction', 1, async (call) => {
      await call.forward();
      return 'nothing';
    });
    await publisher().publishBuilt();
    await expectPublished([1, 1, 1]);
  });

  test('loses a transaction that it accepted: the same one is sent again', async () => {
    disturb('sendTransaction', 1, async () => ({ result: '1'.repeat(64) }));
    await publisher().publishBuilt();
    await expectPublished([1, 1, 1]);
  });

  test('loses every transaction until the blockhash has expired: a new one is sent', async () => {
    let isLosing = true;
    proxy.react = async (call) => {
      if (isLosing && call.method === 'sendTransaction') return { result: '1'.repeat(64) };
      if (isLosing && call.method === 'isBlockhashValid') {
        isLosing = false;
        return { result: { context: { slot: 1 }, value: false } };
      }
      return call.forward();
    };
    await publisher().publishBuilt();
    await expectPublished([1, 1, 1]);
  });

  test('reports a landed transaction as lost: the root is found, and a second one changes nothing', async () => {
    const asked = new Map<string, number>();
    let handed = 0;
    proxy.react = async (call) => {
      const answer = await call.forward();
      if (call.method === 'sendTransaction') handed++;
      if (call.method === 'getSignatureStatuses') return { result: { context: { slot: 1 }, value: [null] } };
      if (call.method === 'isBlockhashValid') return { result: { context: { slot: 1 }, value: false } };
      if (call.method !== 'getAccountInfo') return answer;
      // The root is not seen before it has been sent twice.
      const looks = (asked.get(call.params[0]) ?? 0) + 1;
      asked.set(call.params[0], looks);
      return looks <= 3 ? { result: { context: { slot: 1 }, value: null } } : answer;
    };
    expect((await publisher().publishBuilt()).alarms).toEqual([]);
    expect(handed).toBeGreaterThanOrEqual(2 * batches.length);
    // Both are the same transaction when their blockhash is.
    const sends = sendsOf(batches);
    for (const all of sends) expect([1, 2]).toContain(all);
    await expectPublished(sends);
  });

  test('drops confirmed roots in a fork: they are published again', async () => {
    await publisher().publishBuilt();
    await expectPublished([1, 1, 1]);
    await takeRootsBack();
    const { restored, alarms } = await publisher().recheck();
    expect([restored.length, alarms]).toEqual([3, []]);
    await expectPublished([2, 2, 2]);
    expect((await publisher().recheck()).restored).toEqual([]);
  });

  /** What a fork does. */
  async function takeRootsBack(): Promise<void> {
    const { epochDay } = slotTimeOf(hourStart(hour));
    const { window } = fixturesTimeOf(hourStart(hour));
    for (const { address } of [
      scoresRootsAddress(epochDay, ORACLE.programId),
      oddsRootsAddress(epochDay, ORACLE.programId),
      fixturesRootsAddress(window, ORACLE.programId),
    ])
      surf.put(address, ORACLE.programId, await without(address, batches));
    for (const batch of batches) expect(await rootOnChain(batch)).toBeNull();
  }

  /** A roots account as it was before these roots. */
  async function without(address: Parameters<Surf['account']>[0], roots: readonly UnpublishedBatch[]) {
    const account = await surf.account(address);
    if (!account) throw new Error(`${address} is not on the chain`);
    const data = Buffer.from(account.data);
    for (const { root } of roots) {
      const at = data.indexOf(Buffer.from(root));
      if (at >= 0) data.fill(0, at, at + 32);
    }
    return data;
  }

  test('serves two publishers at once: one of them publishes', async () => {
    const turns = await Promise.all([publisher('a').publishBuilt(), publisher('b').publishBuilt()]);
    expect(turns.map(({ isPublisher }) => isPublisher).toSorted()).toEqual([false, true]);
    await expectPublished([1, 1, 1]);
  });

  test.each([
    // Roots already in flight still arrive.
    [8, []],
    [1, [7052]],
  ])(
    'serves two publishers, one of which (%d in flight) misses that it lost the lease: each root is there once',
    async (parallel, refusals) => {
      let other: Promise<unknown> | undefined;
      proxy.react = async (call) => {
        if (call.method === 'sendTransaction' && other === undefined) {
          // Its first root is held up until another publisher has taken over and published.
          clock.advance(31_000);
          other = publisher('b').publishBuilt();
          await other;
        }
        return call.forward();
      };
      const turn = publisher('a', { parallel }).publishBuilt();
      expect(
        await turn.then(
          () => [],
          ({ number }) => [number],
        ),
      ).toEqual(refusals);
      await other;
      // Both sent it; it is the same transaction if both had the same blockhash.
      const sends = sendsOf(batches);
      sends.forEach((all, i) => {
        expect(i < parallel ? [1, 2] : [1]).toContain(all);
      });
      await expectPublished(sends);
    },
  );

  test('has a different root: it is not overwritten', async () => {
    const [first] = batches;
    if (!first) throw new Error('no batch');
    const foreign = Buffer.alloc(32, 9);
    await directly().insertRoot(first, foreign as unknown as UnpublishedBatch['root']);
    const { alarms, published } = await publisher().publishBuilt();
    expect([alarms.map(({ number }) => number), published.length]).toEqual([[6055], 2]);
    expect(await rootOnChain(first)).toBe(foreign.toString('hex'));
    expect(sendsOf(batches)).toEqual([0, 1, 1]);
  });

  describe('makes /readyz name the fault, then ready again without help:', () => {
    /** Applies `react`, with silence from the first call of a method on, until `/readyz` has named the chain. */
    const silentAt = (method: string, service: OracleService, react: typeof proxy.react) => {
      const silence = { isOver: false, named: undefined as Promise<void> | undefined };
      proxy.react = async (call) => {
        if (call.method === method)
          silence.named ??= untilWrong(service, ['chain', 'roots']).then(() => {
            silence.isOver = true;
          });
        return silence.named && !silence.isOver ? 'nothing' : react(call);
      };
      return silence;
    };
    /** Continues however long the silence lasts. */
    const stubborn = () => publisher('a', { attempts: 1_000 }).publishBuilt();

    test('silence, then roots that exceed their limit', async () => {
      const [scores] = batches.filter(({ kind }) => kind === 'scores');
      if (!scores) throw new Error('no scores');
      const limit = clock.now() - scores.slotStart - 5 * MINUTE;
      const service = await serve('ingest', TIME_LIMIT, { rootLimit: () => limit });
      await untilWrong(service, []);
      proxy.react = async () => 'nothing';
      await untilWrong(service, ['chain']);
      clock.advance(1);
      await untilWrong(service, ['chain', 'roots']);
      await expect(publisher().publishBuilt()).rejects.toMatchObject({ number: 7051 });
      proxy.react = (call) => call.forward();
      await untilWrong(service, ['roots']);
      await publisher().publishBuilt();
      await untilWrong(service, []);
      await expectPublished([1, 1, 1]);
    });

    test('late answers', async () => {
      const service = await serve('ingest');
      let answer = (): void => {};
      const late = new Promise<void>((resolve) => {
        answer = resolve;
      });
      proxy.react = async (call) => {
        const given = await call.forward();
        if (call.method === 'getSlot' || call.method === 'sendTransaction') await late;
        return given;
      };
      await untilWrong(service, ['chain', 'roots']);
      await publisher().publishBuilt();
      await untilWrong(service, ['chain']);
      answer();
      await untilWrong(service, []);
      await expectPublished([1, 1, 1]);
    });

    test.each(['getLatestBlockhash', 'sendTransaction', 'getSignatureStatuses', 'isBlockhashValid'])(
      'lost transactions, and silence from the first %s on',
      async (method) => {
        const service = await serve('ingest');
        await untilWrong(service, ['roots']);
        let lost = 0;
        const silence = silentAt(method, service, async (call) =>
          // One per root.
          call.method === 'sendTransaction' && lost++ < 3 ? { result: '1'.repeat(64) } : call.forward(),
        );
        await stubborn();
        expect(silence.named).toBeDefined();
        await silence.named;
        await untilWrong(service, []);
        await expectPublished([1, 1, 1]);
      },
    );

    test('a fork, and silence while it is being checked', async () => {
      const service = await serve('ingest');
      await publisher().publishBuilt();
      await untilWrong(service, []);
      await takeRootsBack();
      proxy.react = async () => 'nothing';
      await untilWrong(service, ['chain']);
      await expect(publisher().recheck()).rejects.toMatchObject({ number: 7068 });
      proxy.react = (call) => call.forward();
      await untilWrong(service, []);
      expect((await publisher().recheck()).restored.length).toBe(3);
      await untilWrong(service, []);
      await expectPublished([2, 2, 2]);
    });
  });

  test.each(['getAccountInfo', 'getLatestBlockhash', 'simulateTransaction', 'sendTransaction', 'getSignatureStatuses'])(
    'never answers %s: shutdown does not wait for it, and the next process finds what has landed',
    async (method) => {
      const failures: unknown[] = [];
      let hanging = 0;
      let arrived = 0;
      proxy.react = async (call) => {
        const answer = await call.forward();
        if (call.method === 'sendTransaction') arrived++;
        if (call.method !== method) return answer;
        hanging++;
        return 'nothing';
      };
      // Nothing else ends the wait.
      const service = await serve('publish', 600_000, { patience: 10, onFailure: (error) => failures.push(error) });
      service.publish();
      // All of them wait for one simulation. It tells whether the node accepts version 1.
      await until(() => hanging === (method === 'simulateTransaction' ? 1 : batches.length));
      expect(await service.stop()).toBe('closed');
      expect(failures).toEqual([]);
      expect(await store.batches.unpublished()).toEqual(batches);
      proxy.react = (call) => call.forward();
      if (arrived > 0)
        await until(async () => (await Promise.all(batches.map(rootOnChain))).every((root) => root !== null));
      // It has released the lease.
      expect((await publisher('b').publishBuilt()).isPublisher).toBe(true);
      await expectPublished([1, 1, 1]);
    },
  );

  test('answers slowly: shutdown finishes the roots in flight', async () => {
    let answer = (): void => {};
    const stopped = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let waiting = 0;
    proxy.react = async (call) => {
      if (call.method === 'sendTransaction') {
        waiting++;
        await stopped;
      }
      return call.forward();
    };
    const service = await serve('publish', 600_000, { patience: 60_000 });
    service.publish();
    await until(() => waiting === batches.length);
    const closed = service.stop();
    answer();
    expect(await closed).toBe('closed');
    await expectPublished([1, 1, 1]);
  });
});
