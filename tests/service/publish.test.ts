import { beforeEach, describe, expect, test } from 'vitest';
import { ROOT_TOO_LATE, SLOT_NOT_OVER } from '../../ts/sdk/error/codes/verifier.js';
import type { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { rootOf } from '../../ts/sdk/format/hash.js';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { untilAborted } from '../../ts/sdk/program/untilAborted.js';
import type { WorldClock } from '../../ts/service/clock/clock.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import type { BatchKey, UnpublishedBatch } from '../../ts/service/data/store/batchStore.js';
import type { SqlPool } from '../../ts/service/data/store/sqlPool.js';
import { Store } from '../../ts/service/data/store/store.js';
import { runBatches } from '../../ts/service/roots/publish/batchLoop.js';
import { Publisher, type PublisherOptions } from '../../ts/service/roots/publish/publisher.js';
import type { RootsChain } from '../../ts/service/roots/publish/rootsChain.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { Crash, Mortal } from '../helpers/service/crash.js';
import { rowsOf, sharedDatabase, statements } from '../helpers/service/database.js';
import { matchFeed, START } from '../helpers/service/feed.js';
import { MemoryChain } from '../helpers/service/memoryChain.js';
import { until } from '../helpers/service/until.js';
import { numberOf } from '../helpers/thrown.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Three slots of scores with records in them, one of odds, one hour of fixtures. */
const FEED = matchFeed('soccer', 12_000_001, 'publish');
const KICK_OFF = FEED.match.startTime;
const WIRE = [
  ...FEED.wire.filter((record) => 'Competition' in record).slice(0, 1),
  ...FEED.wire.filter((record) => 'MessageId' in record).slice(0, 3),
  ...FEED.wire.filter((record) => 'Seq' in record && Number(record.Ts) < KICK_OFF + 10 * MINUTE),
];
const END = START + 3 * HOUR;

const database = sharedDatabase();
let store: Store;
let clock: ManualClock;
let chain: MemoryChain;

async function filled(): Promise<void> {
  store = await database.fresh();
  clock = new ManualClock(END);
  chain = new MemoryChain();
  await new Ingest({ store, clock }).acceptAll(WIRE);
}
const publisher = (more: Partial<PublisherOptions> = {}) =>
  new Publisher({ store, clock, chain, holder: 'a', attempts: 3, pause: 100, ...more });
const name = ({ kind, slotStart }: BatchKey) => `${kind}/${slotStart}`;
/** Advances the clock whenever all tasks are asleep. */
async function running<T>(work: Promise<T>, slept: number[] = [], workers = 1): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    const wake = clock.nextWake;
    if (wake === undefined || clock.sleepers < workers) continue;
    slept.push(wake - clock.now());
    clock.set(wake);
  }
  return work;
}
describe('publishing', () => {
  beforeEach(async () => {
    await filled();
    await new Sealer({ store, clock }).sealDue();
  });

  test('puts each root on chain once, earliest first', async () => {
    const batches = await store.batches.unpublished();
    expect(batches.length).toBeGreaterThan(4);
    const { isPublisher, published, alarms } = await publisher().publishBuilt();
    expect([isPublisher, alarms]).toEqual([true, []]);
    expect(published.map(name)).toEqual(batches.map(name));
    expect(chain.writes).toEqual(batches.map(name));
    for (const batch of batches) expect(chain.roots.get(name(batch))).toBe(bytesToHex(batch.root));
    expect(published.map(({ slotStart }) => slotStart)).toEqual(published.map(({ slotStart }) => slotStart).sort());
    expect(await store.batches.unpublished()).toEqual([]);
    for (const batch of batches) expect(await store.batches.state(batch)).toBe('published');
    expect((await publisher().publishBuilt()).published).toEqual([]);
    expect(chain.inserts).toBe(batches.length);
  });

  test('publishes several at a time, and finishes those in flight before it reports a failure', async () => {
    const batches = await store.batches.unpublished();
    const [refused = ''] = batches.map(name);
    const insert = chain.insertRoot.bind(chain);
    let most = 0;
    let running = 0;
    chain.insertRoot = async (key, root) => {
      running++;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      if (name(key) === refused) throw new Error('not today');
      await insert(key, root);
    };
    const parallel = publisher({ parallel: 3, attempts: 1 });
    expect(await numberOf(parallel.publishBuilt())).toBe(7051);
    expect([most, running]).toEqual([3, 0]);
    // Those in flight have landed and are marked; nothing was started after the failure.
    expect(chain.inserts).toBe(2);
    expect((await store.batches.unpublished()).length).toBe(batches.length - 2);
    chain.insertRoot = insert;
    expect((await parallel.publishBuilt()).alarms).toEqual([]);
    expect(await store.batches.unpublished()).toEqual([]);
    for (const batch of batches) expect(chain.roots.get(name(batch))).toBe(bytesToHex(batch.root));
    expect(chain.inserts).toBe(batches.length);
  });

  test('begins with the others once a root has failed: one that always fails keeps none from the chain', async () => {
    const [stuck, ...others] = (await store.batches.unpublished()).map(name);
    const insert = chain.insertRoot.bind(chain);
    chain.insertRoot = (key, root) => (name(key) === stuck ? Promise.reject(new Error('never')) : insert(key, root));
    const one = publisher({ attempts: 1 });
    for (const landed of [[], others]) {
      expect(await numberOf(one.publishBuilt())).toBe(7051);
      expect(chain.writes).toEqual(landed);
    }
    chain.insertRoot = insert;
    expect((await one.publishBuilt()).published.map(name)).toEqual([stuck]);
  });

  test('reports a root as published only once the chain has it, also if it was already there', async () => {
    const batches = await store.batches.unpublished();
    chain.keep = async () => {
      throw new Error('the disk is full');
    };
    for (let turn = 0; turn < 2; turn++) {
      expect(await numberOf(running(publisher().publishBuilt()))).toBe(7051);
      expect(chain.writes).toEqual(batches.slice(0, 1).map(name));
      expect(await store.batches.unpublished()).toEqual(batches);
    }
    let kept: string[] = [];
    chain.keep = async () => {
      kept = [...chain.roots.keys()];
    };
    const marked = store.batches.markPublished.bind(store.batches);
    store.batches.markPublished = async (batch, now) => {
      expect(kept).toContain(name(batch));
      await marked(batch, now);
    };
    expect((await publisher({ parallel: 8 }).publishBuilt()).published.length).toBe(batches.length);
    expect(await store.batches.unpublished()).toEqual([]);
  });

  test('accepts a root that is already there', async () => {
    const batches = await store.batches.unpublished();
    for (const batch of batches) await chain.insertRoot(batch, batch.root);
    expect((await publisher().publishBuilt()).published.map(name)).toEqual(batches.map(name));
    expect(chain.inserts).toBe(batches.length);
  });

  test('raises an alarm for a different root, does not overwrite it, and continues with the others', async () => {
    const batches = await store.batches.unpublished();
    const [first, second, ...others] = batches;
    if (!first || !second) throw new Error('too few batches');
    const foreign = rootOf(new Uint8Array(32).fill(9));
    await chain.insertRoot(second, foreign);
    for (let turn = 0; turn < 2; turn++) {
      const { published, alarms } = await publisher().publishBuilt();
      expect(published.map(name)).toEqual(turn === 0 ? [first, ...others].map(name) : []);
      expect(alarms.map(({ number, context }) => [number, context.slotStart, context.found])).toEqual([
        [6055, second.slotStart, bytesToHex(foreign)],
      ]);
    }
    expect(chain.roots.get(name(second))).toBe(bytesToHex(foreign));
    expect(await store.batches.state(second)).toBe('built');
    const [left] = await store.batches.unpublished();
    expect(left?.alarm).toContain('has the root 09090909…');
  });

  test('notices a different root that appeared between its check and its insert', async () => {
    const [first] = await store.batches.unpublished();
    if (!first) throw new Error('no batch');
    const foreign = bytesToHex(new Uint8Array(32).fill(7));
    chain.faults.push(() => chain.roots.set(name(first), foreign));
    const { alarms } = await publisher().publishBuilt();
    expect(alarms.map(({ context }) => context.slotStart)).toEqual([first.slotStart]);
    expect(chain.roots.get(name(first))).toBe(foreign);
    expect(await store.batches.state(first)).toBe('built');
  });

  test('retries with growing pauses, and relies on the chain, not on the answers it got', async () => {
    const [first] = await store.batches.unpublished();
    if (!first) throw new Error('no batch');
    const down = () => {
      throw new Error('node is down');
    };
    // Third time: it lands, and the answer is lost.
    const lost = () => {
      chain.roots.set(name(first), bytesToHex(first.root));
      throw new Error('connection lost');
    };
    chain.faults.push(down, down, lost);
    const slept: number[] = [];
    const { published } = await running(publisher({ attempts: 3 }).publishBuilt(), slept);
    expect(slept).toEqual([100, 200]);
    expect(published[0] && name(published[0])).toBe(name(first));
  });

  test('passes over slots that are not over by the clock of the chain, without an alarm or another try', async () => {
    const batches = await store.batches.unpublished();
    const early = batches.slice(0, 2).map(name);
    chain.refuse(SLOT_NOT_OVER, early);
    const turn = await publisher({ attempts: 5 }).publishBuilt();
    expect(turn.early.map(name)).toEqual(early);
    expect([turn.alarms, turn.published.map(name)]).toEqual([[], batches.map(name).slice(2)]);
    expect(chain.inserts).toBe(batches.length);
    expect((await store.batches.unpublished()).map((batch) => [name(batch), batch.alarm])).toEqual(
      early.map((one) => [one, null]),
    );
    chain.refuse(SLOT_NOT_OVER, []);
    expect((await publisher().publishBuilt()).published.map(name)).toEqual(early);
  });

  test('raises an alarm for a slot that is too late, says what to run, and puts new roots before it', async () => {
    const batches = await store.batches.unpublished();
    const late = batches.slice(0, 2).map(name);
    chain.refuse(ROOT_TOO_LATE, late);
    for (const attempts of [1, 2]) {
      const { alarms, published, early } = await publisher({ attempts: 5 }).publishBuilt();
      expect([published.map(name), early]).toEqual([attempts === 1 ? batches.map(name).slice(2) : [], []]);
      expect(alarms.map(({ number, context }) => [number, `${context.kind}/${context.slotStart}`])).toEqual(
        late.map((one) => [6105, one]),
      );
      expect(alarms[0]?.message).toContain('linesman publish-late');
      // One look at the chain in each turn: the bound may have been raised.
      expect(chain.inserts).toBe(batches.length + late.length * (attempts - 1));
    }
    expect((await store.batches.progress()).flatMap(({ alarms }) => alarms).length).toBe(2);
    // The admin has published one of them; the other one waits behind a new root.
    const [first, second] = batches as [UnpublishedBatch, UnpublishedBatch];
    chain.roots.set(name(first), bytesToHex(first.root));
    expect((await publisher().publishBuilt()).published.map(name)).toEqual([name(first)]);
    const [third] = batches.slice(2) as [UnpublishedBatch];
    await store.batches.markMissing(third, null);
    await statements(database.pool, `update slot_batch set published_at = null where state = 'built'`);
    chain.roots.delete(name(third));
    chain.refuse(ROOT_TOO_LATE, []);
    expect((await publisher().publishBuilt()).published.map(name)).toEqual([name(third), name(second)]);
    expect((await store.batches.progress()).flatMap(({ alarms }) => alarms)).toEqual([]);
  });

  test('gives up after a number of attempts with bounded pauses, and the next turn continues', async () => {
    const count = (await store.batches.unpublished()).length;
    for (let i = 0; i < 6; i++)
      chain.faults.push(() => {
        throw new Error('node is down');
      });
    const slept: number[] = [];
    const failing = publisher({ attempts: 6, longestPause: 300 }).publishBuilt();
    await expect(running(failing, slept)).rejects.toMatchObject({
      number: 7051,
      message: expect.stringContaining('in 6 attempts: node is down'),
    });
    expect(slept).toEqual([100, 200, 300, 300, 300]);
    expect((await publisher().publishBuilt()).published.length).toBe(count);
  });

  test('stops during a pause when told to', async () => {
    const stop = new AbortController();
    chain.faults.push(() => {
      stop.abort();
      throw new Error('node is down');
    });
    const { published } = await publisher().publishBuilt(stop.signal);
    expect([published, chain.inserts]).toEqual([[], 1]);
  });

  test('is done by one process; another takes over when the lease expires', async () => {
    const count = (await store.batches.unpublished()).length;
    await store.leases.take('publisher', 'b', clock.now(), 30_000);
    expect(await publisher().publishBuilt()).toEqual({ isPublisher: false, published: [], alarms: [], early: [] });
    expect(chain.inserts).toBe(0);
    clock.advance(30_000);
    // The first one, resuming late, has lost the lease.
    chain.faults.push(null, () => {
      throw new Error('slow');
    });
    const slow = publisher({ pause: 60_000 }).publishBuilt();
    const takeOver = async () => {
      while (clock.sleepers === 0) await new Promise((resolve) => setImmediate(resolve));
      clock.advance(31_000);
      const { published } = await publisher({ holder: 'b' }).publishBuilt();
      clock.advance(30_000);
      return published.length;
    };
    const results = await Promise.all([numberOf(slow), takeOver()]);
    expect(results).toEqual([7052, count - 1]);
    expect(chain.writes.length).toBe(count);
    await publisher({ holder: 'b' }).stop();
    expect((await publisher().publishBuilt()).isPublisher).toBe(true);
  });
});

describe('rechecking published roots', () => {
  beforeEach(async () => {
    await filled();
    await new Sealer({ store, clock }).sealDue();
    await publisher().publishBuilt();
  });
  const first = async () => {
    const [batch] = await store.batches.publishedLately(0, Number.MAX_SAFE_INTEGER);
    if (!batch) throw new Error('nothing is published');
    return batch;
  };

  test('changes nothing where they are present', async () => {
    const { inserts } = chain;
    expect(await publisher().recheck()).toEqual({ restored: [], alarms: [], early: [] });
    expect(chain.inserts).toBe(inserts);
  });

  test('restores what the chain has lost', async () => {
    const expected = new Map(chain.roots);
    const batch = await first();
    chain.roots.delete(name(batch));
    chain.faults.push(() => {
      throw new Error('node is down');
    });
    const { restored } = await running(publisher().recheck());
    expect(restored.map(name)).toEqual([name(batch)]);
    expect(chain.roots).toEqual(expected);
    expect(await store.batches.state(batch)).toBe('published');
    expect((await publisher().recheck()).restored).toEqual([]);
  });

  test('raises an alarm where another root is now, and clears it when the right one is back', async () => {
    const batch = await first();
    const right = bytesToHex(batch.root);
    const foreign = bytesToHex(new Uint8Array(32).fill(9));
    chain.roots.set(name(batch), foreign);
    for (let turn = 0; turn < 2; turn++) {
      const { restored, alarms } = await publisher().recheck();
      expect([restored, alarms.map(({ number }) => number)]).toEqual([[], [6055]]);
    }
    expect(chain.roots.get(name(batch))).toBe(foreign);
    expect(await store.batches.state(batch)).toBe('built');
    expect((await store.batches.withdrawn()).map(({ alarm }) => alarm)).toEqual([
      expect.stringContaining('has the root 09090909…'),
    ]);
    // It is not a new root, so it does not precede those.
    expect(await store.batches.unpublished()).toEqual([]);
    chain.roots.set(name(batch), right);
    expect((await publisher().recheck()).alarms).toEqual([]);
    expect(await store.batches.withdrawn()).toEqual([]);
    expect(await store.batches.find(batch)).toMatchObject({ state: 'published', alarm: null });
  });

  test('counts an alarm in any state of its batch, and rechecks it however old it is', async () => {
    const fixtureId = Number(WIRE[0]?.FixtureId);
    const slotStart = await store.batches.latestPublished('fixtures', fixtureId);
    if (slotStart === undefined) throw new Error('nothing is published');
    const batch: BatchKey = { kind: 'fixtures', slotStart };
    const progress = async () => (await store.batches.progress()).find(({ kind }) => kind === 'fixtures');
    expect(await progress()).toMatchObject({ published: slotStart, alarms: [] });
    expect(await store.batches.unproven()).toEqual([]);
    // As an earlier version left it.
    await statements(
      database.pool,
      `update slot_batch set alarm = 'another root', published_at = 0 where kind = 'fixtures'`,
    );
    expect(await progress()).toMatchObject({ published: null, alarms: [slotStart] });
    expect(await store.batches.unproven()).toEqual([batch]);
    expect(await store.batches.latestPublished('fixtures', fixtureId)).toBeUndefined();
    expect((await publisher({ recheck: 0 }).recheck()).alarms).toEqual([]);
    expect(await progress()).toMatchObject({ published: slotStart, alarms: [] });
  });

  test('counts roots that the chain refuses as missing, and continues with the others and with new ones', async () => {
    const all = await store.batches.publishedLately(HOUR, Number.MAX_SAFE_INTEGER);
    const refused = all.filter(({ kind }) => kind === 'scores').slice(0, 1);
    const insert = chain.insertRoot.bind(chain);
    chain.insertRoot = async (key, root) => {
      if (name(key) === refused.map(name)[0]) throw new Error('too old');
      await insert(key, root);
    };
    chain.roots.clear();
    expect(await numberOf(running(publisher().recheck()))).toBe(7051);
    expect(chain.roots.size).toBe(all.length - 1);
    expect((await store.batches.withdrawn()).map(name)).toEqual(refused.map(name));
    const waiting = async () => (await store.batches.progress()).find(({ kind }) => kind === 'scores')?.waiting;
    expect(await waiting()).toBe(refused[0]?.slotStart);
    clock.advance(HOUR);
    await new Ingest({ store, clock }).acceptAll(FEED.wire);
    clock.advance(HOUR);
    await new Sealer({ store, clock }).sealDue();
    expect((await publisher().publishBuilt()).published.length).toBeGreaterThan(0);
    expect((await store.batches.withdrawn()).map(name)).toEqual(refused.map(name));
    chain.insertRoot = insert;
    expect((await publisher().recheck()).restored.map(name)).toEqual(refused.map(name));
    expect(await waiting()).toBeNull();
  });

  test('counts a lost root as missing before it is sent again', async () => {
    const batch = await first();
    chain.roots.delete(name(batch));
    const states: unknown[] = [];
    const insert = chain.insertRoot.bind(chain);
    chain.insertRoot = async (key, root) => {
      states.push(await store.batches.state(key));
      await insert(key, root);
    };
    await publisher().recheck();
    expect([states, await store.batches.state(batch)]).toEqual([['built'], 'published']);
  });

  test('clears an alarm when the other root is gone, even if the chain refuses the right one for now', async () => {
    const batch = await first();
    chain.roots.set(name(batch), bytesToHex(new Uint8Array(32).fill(9)));
    await publisher().recheck();
    chain.roots.delete(name(batch));
    chain.faults.push(() => {
      throw new Error('node is down');
    });
    expect(await numberOf(publisher({ attempts: 1 }).recheck())).toBe(7051);
    expect(await store.batches.find(batch)).toMatchObject({ state: 'built', alarm: null });
  });

  test('goes back a fixed time before the latest publication, however long ago that was', async () => {
    const early = await store.batches.publishedLately(0, Number.MAX_SAFE_INTEGER);
    clock.advance(HOUR);
    await new Ingest({ store, clock }).acceptAll(FEED.wire);
    clock.advance(HOUR);
    await new Sealer({ store, clock }).sealDue();
    const { published } = await publisher().publishBuilt();
    expect(published.length).toBeGreaterThan(0);
    clock.advance(1_000 * HOUR);
    const within = async (ms: number) =>
      (await store.batches.publishedLately(ms, Number.MAX_SAFE_INTEGER)).map(name).toSorted();
    expect(await within(2 * HOUR - 1)).toEqual(published.map(name).toSorted());
    expect(await within(2 * HOUR)).toEqual([...early, ...published].map(name).toSorted());
    chain.roots.clear();
    const { restored } = await publisher({ recheck: HOUR }).recheck();
    expect(restored.map(name).toSorted()).toEqual(published.map(name).toSorted());
  });

  test('is not done without the lease', async () => {
    const { size } = chain.roots;
    chain.roots.delete(name(await first()));
    await publisher().stop();
    await store.leases.take('publisher', 'b', clock.now(), 30_000);
    expect(await numberOf(publisher().recheck())).toBe(7052);
    expect(chain.roots.size).toBe(size - 1);
    // Nothing is recorded either: the holder may just have published the root.
    expect(await store.batches.withdrawn()).toEqual([]);
  });
});

describe('the lease', () => {
  const LEASE = 30_000;
  const THIRD = LEASE / 3;
  let stop: AbortController;
  let failures: unknown[];
  beforeEach(async () => {
    await filled();
    // No slot is due for a while.
    clock.set(END + MINUTE);
    stop = new AbortController();
    failures = [];
  });
  const tick = () => new Promise((resolve) => setImmediate(resolve));
  const holder = async () => (await rowsOf(database.pool, 'select holder, expires_at from lease'))[0];
  const loop = (of: Publisher) => {
    const onFailure = (error: unknown) => failures.push(error);
    return runBatches({ sealer: new Sealer({ store, clock }), publisher: of, clock, onFailure }, stop.signal);
  };
  const untilSleepers = async (count: number) => {
    while (clock.sleepers < count) await tick();
  };
  /** Waits until no renewal is in progress. */
  const untilRenewed = async () => {
    while (clock.nextWake !== clock.now() + THIRD) await tick();
  };
  /** A chain that holds the first insert until it is released. */
  const slowInsert = () => {
    const insert = chain.insertRoot.bind(chain);
    let letGo = () => {};
    const begun = new Promise<AbortSignal | undefined>((resolve) => {
      chain.insertRoot = async (key, root, signal?: AbortSignal) => {
        chain.insertRoot = insert;
        resolve(signal);
        await new Promise<void>((go, refuse) => {
          letGo = go;
          signal?.addEventListener('abort', () => refuse(signal.reason), { once: true });
        });
        await insert(key, root);
      };
    });
    return { begun, letGo: () => letGo() };
  };

  test('stays with an idle holder until it is stopped', async () => {
    const a = loop(publisher());
    await untilSleepers(2);
    const standby = publisher({ holder: 'b' });
    // Until the next slot.
    for (let passed = 0; passed < 3 * MINUTE; passed += THIRD) {
      const before = (await holder())?.expires_at;
      clock.advance(THIRD);
      while ((await holder())?.expires_at === before) await tick();
      await untilRenewed();
      expect((await standby.publishBuilt()).isPublisher).toBe(false);
    }
    expect(failures).toEqual([]);
    stop.abort();
    await a;
    expect([await holder(), clock.sleepers]).toEqual([undefined, 0]);
    expect((await standby.publishBuilt()).isPublisher).toBe(true);
  });

  test('is kept while a root is in flight for longer than the lease lasts: nobody sends a second one', async () => {
    const { begun, letGo } = slowInsert();
    const a = loop(publisher());
    await begun;
    const standby = publisher({ holder: 'b' });
    for (let passed = 0; passed < 2 * LEASE; passed += THIRD) {
      // A root in flight is finished even when the process is stopped.
      if (passed === LEASE) stop.abort();
      await untilRenewed();
      const before = (await holder())?.expires_at;
      clock.advance(THIRD);
      while ((await holder())?.expires_at === before) await tick();
      expect((await standby.publishBuilt()).isPublisher).toBe(false);
    }
    letGo();
    await a;
    expect([chain.inserts, chain.writes.length, failures]).toEqual([1, 1, []]);
    expect(await holder()).toBeUndefined();
  });

  test('taken by another process cancels what is in flight', async () => {
    const { begun } = slowInsert();
    const turn = publisher({ realClock: clock });
    const keeping = turn.keepLease(stop.signal);
    await new Sealer({ store, clock }).sealDue();
    const publishing = numberOf(turn.publishBuilt());
    const signal = await begun;
    await untilSleepers(1);
    await statements(database.pool, `update lease set holder = 'b', expires_at = ${clock.now() + HOUR / 60}`);
    expect(signal?.aborted).toBe(false);
    clock.advance(THIRD);
    expect(await publishing).toBe(7052);
    expect([signal?.aborted, chain.inserts, chain.writes]).toEqual([true, 0, []]);
    // A process that has lost it does not retake it by itself.
    await untilRenewed();
    clock.advance(HOUR);
    await untilRenewed();
    expect(await holder()).toMatchObject({ holder: 'b' });
    stop.abort();
    await keeping;
  });

  test('lost during a request to the chain prevents sending', async () => {
    await new Sealer({ store, clock }).sealDue();
    const turn = publisher();
    const keeping = turn.keepLease(stop.signal);
    const read = chain.readRoot.bind(chain);
    chain.readRoot = async (key) => {
      chain.readRoot = read;
      await untilRenewed();
      await statements(database.pool, `update lease set holder = 'b', expires_at = ${clock.now() + MINUTE}`);
      clock.advance(THIRD);
      await untilRenewed();
      return read(key);
    };
    expect(await numberOf(turn.publishBuilt())).toBe(7052);
    expect(chain.inserts).toBe(0);
    stop.abort();
    await keeping;
  });

  test('granted after it has expired does not count', async () => {
    const leases = {
      take: async (...of: Parameters<Store['leases']['take']>) => {
        const isTaken = await store.leases.take(...of);
        clock.advance(LEASE);
        return isTaken;
      },
    } as Store['leases'];
    const late = publisher({ store: { batches: store.batches, leases } as Store });
    expect((await late.publishBuilt()).isPublisher).toBe(false);
  });

  test.each(['fails', 'hangs'])(
    'that cannot be renewed because the database %s is lost when it expires',
    async (how) => {
      const { begun } = slowInsert();
      await new Sealer({ store, clock }).sealDue();
      let isBroken = false;
      let mend = () => {};
      const mended = new Promise<void>((resolve) => {
        mend = resolve;
      });
      const leases = {
        take: async (...of: Parameters<Store['leases']['take']>) => {
          if (isBroken && how === 'hangs') await mended;
          if (isBroken) throw new Error('no database');
          return store.leases.take(...of);
        },
        giveBack: store.leases.giveBack.bind(store.leases),
      } as Store['leases'];
      const turn = publisher({ store: { batches: store.batches, leases } as Store });
      const keeping = turn.keepLease(stop.signal, (error) => failures.push(error));
      const publishing = turn.publishBuilt().catch((error: unknown) => error);
      const signal = await begun;
      isBroken = true;
      for (let passed = 0; passed < LEASE; passed += THIRD) {
        expect(signal?.aborted).toBe(false);
        await untilSleepers(1);
        clock.advance(THIRD);
        for (let i = 0; i < 10; i++) await tick();
      }
      expect([signal?.aborted, chain.inserts]).toEqual([true, 0]);
      mend();
      stop.abort();
      await Promise.all([keeping, publishing]);
      expect(failures.length).toBeGreaterThan(0);
    },
  );
});

test('the loop ends on request although the chain does not answer', async () => {
  await filled();
  for (const hanging of ['readRoot', 'insertRoot', 'recheck'] as const) {
    const [stop, giveUp] = [new AbortController(), new AbortController()];
    const failures: unknown[] = [];
    let isStuck = false;
    const stuck = (signal?: AbortSignal): Promise<never> => {
      isStuck = true;
      return untilAborted(() => new Promise<never>(() => {}), signal);
    };
    const [readRoot, insertRoot] = [chain.readRoot.bind(chain), chain.insertRoot.bind(chain)];
    let isAfterwards = false;
    const around: RootsChain = {
      readRoot: (key, signal) => (hanging === 'readRoot' ? stuck(signal) : readRoot(key)),
      readRoots: (keys, signal) =>
        hanging === 'recheck' && isAfterwards ? stuck(signal) : Promise.all(keys.map((key) => readRoot(key))),
      keep: async () => {},
      insertRoot: (key, root, signal) => (hanging === 'insertRoot' ? stuck(signal) : insertRoot(key, root)),
    };
    const loop = runBatches(
      {
        sealer: new Sealer({ store, clock }),
        publisher: publisher({ chain: around, giveUp: giveUp.signal, parallel: 8 }),
        clock,
        onPublished: () => {
          isAfterwards = true;
        },
        onFailure: (error) => failures.push(error),
      },
      stop.signal,
    );
    await until(() => isStuck);
    stop.abort();
    giveUp.abort();
    await loop;
    expect([hanging, failures]).toEqual([hanging, []]);
    // It has released the lease.
    expect((await publisher({ holder: 'b' }).publishBuilt()).isPublisher).toBe(true);
    await publisher({ holder: 'b' }).stop();
    if (hanging !== 'recheck') await filled();
  }
});

test('the loop soon rechecks what it published', async () => {
  await filled();
  // No slot is due for a while.
  clock.set(END + MINUTE);
  const stop = new AbortController();
  const restored: string[] = [];
  const loop = runBatches(
    {
      sealer: new Sealer({ store, clock }),
      publisher: publisher(),
      clock,
      onRestored: (batches) => {
        restored.push(...batches.map((batch) => `${name(batch)} at ${clock.now() - END - MINUTE}`));
        stop.abort();
      },
    },
    stop.signal,
  );
  const fork = async () => {
    await clock.sleepUntil(END + MINUTE + 1);
    chain.roots.clear();
    await clock.sleepUntil(END + HOUR);
  };
  void fork();
  // The loop, the lease and the fork check.
  await running(loop, [], 3);
  expect(restored.length).toBe(chain.roots.size);
  expect(restored.length).toBeGreaterThan(4);
  expect(restored.filter((text) => !text.endsWith(' at 30000'))).toEqual([]);
});

test('the loop soon asks again where the clock of the chain is behind', async () => {
  await filled();
  clock.set(END + MINUTE);
  await new Sealer({ store, clock }).sealDue();
  const [early] = await store.batches.unpublished();
  chain.refuse(SLOT_NOT_OVER, early ? [name(early)] : []);
  const stop = new AbortController();
  const landed: string[] = [];
  const alarms: LinesmanError[] = [];
  const loop = runBatches(
    {
      sealer: new Sealer({ store, clock }),
      publisher: publisher(),
      clock,
      onPublished: (batches) => {
        landed.push(...batches.map((batch) => `${name(batch)} at ${clock.now() - END - MINUTE}`));
        if (landed.some((text) => early && text.startsWith(name(early)))) stop.abort();
      },
      onAlarm: (alarm) => alarms.push(alarm),
      onFailure: (error) => alarms.push(error as LinesmanError),
    },
    stop.signal,
  );
  const ticks = async () => {
    await clock.sleepUntil(END + MINUTE + 12_000);
    chain.refuse(SLOT_NOT_OVER, []);
    await clock.sleepUntil(END + HOUR);
  };
  void ticks();
  await running(loop, [], 3);
  expect(landed.at(-1)).toBe(`${early && name(early)} at 15000`);
  expect(alarms).toEqual([]);
});

test('the loop restores what a fork took while another root cannot be published', async () => {
  await filled();
  await new Sealer({ store, clock }).sealDue();
  const [refused, ...others] = await store.batches.unpublished();
  const insert = chain.insertRoot.bind(chain);
  chain.insertRoot = async (key, root) => {
    if (refused && name(key) === name(refused)) throw new Error('too old');
    await insert(key, root);
  };
  const stop = new AbortController();
  const restored: string[] = [];
  let turns = 0;
  const loop = runBatches(
    {
      sealer: new Sealer({ store, clock }),
      publisher: publisher({ parallel: 8 }),
      clock,
      onRestored: (batches) => restored.push(...batches.map(name)),
      onFailure: () => {
        if (++turns === 1) chain.roots.clear();
        if (turns === 3) stop.abort();
      },
    },
    stop.signal,
  );
  await running(loop, [], 2);
  expect(restored.toSorted()).toEqual(others.map(name).toSorted());
  expect([...chain.roots.keys()].toSorted()).toEqual(others.map(name).toSorted());
});

test('the loop publishes what is sealed while another slot cannot be', async () => {
  await filled();
  await new Sealer({ store, clock }).sealDue();
  const batches = (await store.batches.unpublished()).map(name);
  const failures: unknown[] = [];
  const stop = new AbortController();
  const broken = new Error('no leaf');
  const sealer = { nextDue: () => clock.now() + MINUTE, sealDue: () => Promise.reject(broken) } as unknown as Sealer;
  const onFailure = (error: unknown) => {
    failures.push(error);
    stop.abort();
  };
  await running(runBatches({ sealer, publisher: publisher(), clock, onFailure }, stop.signal), [], 2);
  expect(chain.writes).toEqual(batches);
  expect(failures).toEqual([broken]);
});

test('the loop seals and publishes each slot within a minute of its end, through failures', async () => {
  store = await database.fresh();
  clock = new ManualClock(START);
  chain = new MemoryChain();
  const ingest = new Ingest({ store, clock });
  const ends = new Map<string, number>();
  const failures: unknown[] = [];
  const stop = new AbortController();
  // The first root needs more attempts than one turn has.
  for (let i = 0; i < 4; i++)
    chain.faults.push(() => {
      throw new Error('node is down');
    });
  const loop = runBatches(
    {
      sealer: new Sealer({ store, clock }),
      publisher: publisher(),
      clock,
      onPublished: (batches) => {
        for (const batch of batches) ends.set(name(batch), clock.now());
      },
      onFailure: (error) => failures.push(error),
    },
    stop.signal,
  );
  const feed = (async () => {
    for (const record of WIRE.toSorted((a, b) => Number(a.Ts) - Number(b.Ts))) {
      await clock.sleepUntil(Number(record.Ts));
      await ingest.accept(record);
    }
    await clock.sleepUntil(START + HOUR + MINUTE);
    stop.abort();
  })();
  // The loop, the lease and the feed.
  await running(Promise.all([loop, feed]), [], 3);
  expect(ends.size).toBeGreaterThan(4);
  expect(chain.writes.toSorted()).toEqual([...ends.keys()].toSorted());
  for (const [key, at] of ends) {
    const [kind = '', start] = key.split('/');
    const end = Number(start) + (kind === 'fixtures' ? HOUR : 5 * MINUTE);
    expect([key, at - end >= 20_000 && at - end <= 60_000]).toEqual([key, true]);
  }
  expect(failures.map((error) => (error as LinesmanError).number)).toEqual([7051]);
  // It has released the lease.
  expect(await store.leases.take('publisher', 'b', clock.now(), 1)).toBe(true);
});

describe('in a world that runs 600 times as fast', () => {
  /** `clock` is real time here. */
  const world: WorldClock = {
    speed: 600,
    now: () => END + (clock.now() - END) * 600,
    sleepUntil: (ms, signal) => clock.sleepUntil(END + (ms - END) / 600, signal),
  };
  const fast = (more: Partial<PublisherOptions> = {}) => publisher({ clock: world, realClock: clock, ...more });
  beforeEach(async () => {
    await filled();
    await new Sealer({ store, clock: world }).sealDue();
  });

  test('the chain has as much time between attempts as elsewhere', async () => {
    for (let i = 0; i < 2; i++)
      chain.faults.push(() => {
        throw new Error('node is down');
      });
    const slept: number[] = [];
    await running(fast().publishBuilt(), slept);
    expect(slept).toEqual([100, 200]);
  });

  test('and between turns, while nothing else is due', async () => {
    chain.insertRoot = async () => {
      throw new Error('node is down');
    };
    const stop = new AbortController();
    const failures: number[] = [];
    const loop = runBatches(
      {
        sealer: new Sealer({ store, clock: world }),
        publisher: fast({ attempts: 1 }),
        clock: world,
        realClock: clock,
        onFailure: () => {
          if (failures.push(clock.now() - END) === 3) stop.abort();
        },
      },
      stop.signal,
    );
    // The loop and the lease.
    await running(loop, [], 2);
    expect(failures).toEqual([0, 5_000, 10_000]);
  });

  test('forks are checked at the same real interval', async () => {
    const { published } = await fast().publishBuilt();
    const [old = published[0]] = published.filter(({ kind }) => kind === 'odds');
    await statements(
      database.pool,
      `update slot_batch set published_at = published_at - ${10 * HOUR} where kind = 'odds'`,
    );
    chain.roots.delete(name(old as BatchKey));
    expect((await publisher({ clock: { ...world, speed: 1 } }).recheck()).restored).toEqual([]);
    expect((await fast().recheck()).restored.map(name)).toEqual([name(old as BatchKey)]);
  });
});

describe('a process that dies at any step', () => {
  /** The state after the ingest: nothing is frozen yet. */
  const unseal = (pool: SqlPool) =>
    statements(
      pool,
      'delete from batch_fixture',
      'delete from slot_batch',
      'delete from lease',
      'update record_kind set sealed_until = 0',
    );
  const sealAndPublish = async (pool: SqlPool, on: Parameters<Mortal['chain']>[0], holder: string) => {
    const own = await Store.over(pool);
    await new Sealer({ store: own, clock }).sealDue();
    return new Publisher({ store: own, clock, chain: on, holder, attempts: 1 }).publishBuilt();
  };

  test.each(['before', 'after'] as const)(
    '(%s it happens) leaves a state that the next one finishes with the same roots',
    async (when) => {
      await filled();
      await sealAndPublish(database.pool, chain, 'undisturbed');
      const expected = new Map(chain.roots);
      expect(expected.size).toBeGreaterThan(4);
      let deaths = 0;
      for (let dieAt = 1; ; dieAt++) {
        await unseal(database.pool);
        chain = new MemoryChain();
        const mortal = new Mortal(dieAt, when);
        let died: unknown;
        try {
          await sealAndPublish(mortal.pool(database.pool), mortal.chain(chain), 'first');
        } catch (error) {
          died = error;
        }
        if (died === undefined) {
          expect(mortal.stepsTaken).toBeLessThan(dieAt);
          break;
        }
        deaths++;
        expect(died instanceof Crash || (died as Error).cause instanceof Crash, `step ${dieAt}: ${died}`).toBe(true);
        const written = new Map(chain.roots);
        // The dead process's lease expires.
        clock.advance(30_000);
        const { isPublisher, alarms } = await sealAndPublish(database.pool, chain, 'second');
        expect([dieAt, isPublisher, alarms]).toEqual([dieAt, true, []]);
        expect(chain.roots).toEqual(expected);
        expect(chain.writes.length).toBe(expected.size);
        for (const [key, root] of written) expect(expected.get(key)).toBe(root);
        expect(await store.batches.unpublished()).toEqual([]);
        expect(await store.batches.frozen()).toEqual([]);
      }
      // Every statement of freezing, building, publishing and marking, and every call of the chain.
      expect(deaths).toBeGreaterThan(60);
    },
    600_000,
  );
});
