import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bytesToHex, fixturesTimeOf, slotTimeOf } from '../../ts/format/index.js';
import { fixturesRootsAddress, oddsRootsAddress, scoresRootsAddress } from '../../ts/program/index.js';
import { ManualClock } from '../../ts/service/clock/index.js';
import { Ingest } from '../../ts/service/ingest/index.js';
import { Publisher } from '../../ts/service/publish/index.js';
import { Sealer } from '../../ts/service/seal/index.js';
import type { BatchKey, Store, UnpublishedBatch } from '../../ts/service/store/index.js';
import { leftOut } from '../helpers/leftOut.js';
import { ORACLE } from '../helpers/oracleBank.js';
import { type TestDatabase, testDatabase } from '../helpers/service/database.js';
import { expectWhole } from '../helpers/service/faultScene.js';
import { hourOfRecords, hourStart } from '../helpers/service/hourOfRecords.js';
import { rootsOverRpc, startOracleSurf } from '../helpers/service/oracleSurf.js';
import { type RpcCall, RpcProxy } from '../helpers/service/rpcProxy.js';
import { type Surf, surfpool } from '../helpers/surfpool.js';

const isThere = surfpool() !== null;
if (!isThere) leftOut('@solana/surfpool-linux-x64-gnu is not installed; faults of RPC are not tried.');

const MINUTE = 60_000;
/** ms that a caller waits for an answer. */
const PATIENCE = 1_000;

describe.skipIf(!isThere)('an RPC port that', () => {
  let database: TestDatabase;
  let surf: Surf;
  let proxy: RpcProxy;
  beforeAll(async () => {
    database = await testDatabase();
    surf = startOracleSurf();
    proxy = await RpcProxy.start(surf.connection.rpcEndpoint);
  });
  afterAll(async () => {
    await proxy?.stop();
    surf?.stop();
    await database?.end();
  });

  /** Each test has hours of its own: the chain keeps its roots. */
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
  afterEach(() => {
    proxy.react = (call) => call.forward();
  });

  const directly = () => rootsOverRpc({ url: surf.connection.rpcEndpoint });
  const rootOnChain = async (key: BatchKey) => {
    const root = await directly().readRoot(key);
    return root && bytesToHex(root);
  };
  const publisher = (holder = 'a') => {
    const patient: typeof fetch = (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE) });
    return new Publisher({
      store,
      // Pauses pass at once.
      clock: { now: clock.now, sleepUntil: async () => {} },
      chain: rootsOverRpc({ url: proxy.url, fetch: patient }),
      holder,
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
  /** Does something to the first so many calls of a method. */
  const disturb = (method: string, times: number, how: (call: RpcCall) => ReturnType<typeof proxy.react>) => {
    let left = times;
    proxy.react = (call) => (call.method === method && left-- > 0 ? how(call) : call.forward());
  };

  test.each(['getAccountInfo', 'getLatestBlockhash', 'simulateTransaction'])(
    'does not answer %s at first',
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

  test('is gone for so long that the turn fails: the next one goes on', async () => {
    proxy.react = async () => 'hang up';
    await expect(publisher().publishBuilt()).rejects.toMatchObject({ number: 7051 });
    expect(await store.batches.unpublished()).toEqual(batches);
    proxy.react = (call) => call.forward();
    await publisher().publishBuilt();
    await expectPublished([1, 1, 1]);
  });

  test('answers so late that the root is there before', async () => {
    disturb('sendTransaction', 1, async (call) => {
      await call.forward();
      return 'nothing';
    });
    await publisher().publishBuilt();
    await expectPublished([1, 1, 1]);
  });

  test('loses a transaction that it has taken: the same one is handed over again', async () => {
    disturb('sendTransaction', 1, async () => ({ result: '1'.repeat(64) }));
    await publisher().publishBuilt();
    await expectPublished([1, 1, 1]);
  });

  test('loses every transaction until the blockhash has expired: another one is sent', async () => {
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

  test('says that a transaction is lost, which lands: the root is found, whoever sends once more changes nothing', async () => {
    let asked = 0;
    proxy.react = async (call) => {
      const answer = await call.forward();
      if (call.method === 'getSignatureStatuses') return { result: { context: { slot: 1 }, value: [null] } };
      if (call.method === 'isBlockhashValid') return { result: { context: { slot: 1 }, value: false } };
      // Nor is the root seen at first.
      if (call.method === 'getAccountInfo' && ++asked <= 2) return { result: { context: { slot: 1 }, value: null } };
      return answer;
    };
    expect((await publisher().publishBuilt()).alarms).toEqual([]);
    const [first, ...others] = sendsOf(batches);
    expect(first).toBeGreaterThanOrEqual(1);
    expect(others).toEqual([1, 1]);
    await expectPublished([first ?? 0, 1, 1]);
  });

  test('takes confirmed roots back in a fork: they are put there again', async () => {
    await publisher().publishBuilt();
    await expectPublished([1, 1, 1]);
    const { epochDay } = slotTimeOf(hourStart(hour));
    const { window } = fixturesTimeOf(hourStart(hour));
    for (const { address } of [
      scoresRootsAddress(epochDay, ORACLE.programId),
      oddsRootsAddress(epochDay, ORACLE.programId),
      fixturesRootsAddress(window, ORACLE.programId),
    ])
      surf.put(address, ORACLE.programId, await without(address, batches));
    for (const batch of batches) expect(await rootOnChain(batch)).toBeNull();
    const { restored, alarms } = await publisher().recheck();
    expect([restored.length, alarms]).toEqual([3, []]);
    await expectPublished([2, 2, 2]);
    expect((await publisher().recheck()).restored).toEqual([]);
  });

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

  test('serves two publishers of whom one does not know that it has lost the lease: each root is there once', async () => {
    let other: Promise<unknown> | undefined;
    proxy.react = async (call) => {
      if (call.method === 'sendTransaction' && other === undefined) {
        // On its way to the first root it is held up until another has taken over, and published.
        clock.advance(31_000);
        other = publisher('b').publishBuilt();
        await other;
      }
      return call.forward();
    };
    await expect(publisher('a').publishBuilt()).rejects.toMatchObject({ number: 7052 });
    await other;
    // Both sent it: the same transaction, when both had the same blockhash.
    const [first = 0] = sendsOf(batches);
    expect([1, 2]).toContain(first);
    await expectPublished([first, 1, 1]);
  });

  test('shows another root: nothing is written over it', async () => {
    const [first] = batches;
    if (!first) throw new Error('no batch');
    const foreign = Buffer.alloc(32, 9);
    await directly().insertRoot(first, foreign as unknown as UnpublishedBatch['root']);
    const { alarms, published } = await publisher().publishBuilt();
    expect([alarms.map(({ number }) => number), published.length]).toEqual([[6055], 2]);
    expect(await rootOnChain(first)).toBe(foreign.toString('hex'));
    expect(sendsOf(batches)).toEqual([0, 1, 1]);
  });
});
