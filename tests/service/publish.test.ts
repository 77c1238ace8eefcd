import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LinesmanError } from '../../ts/error/index.js';
import { bytesToHex, rootOf } from '../../ts/format/index.js';
import { untilAborted } from '../../ts/program/untilAborted.js';
import { ManualClock } from '../../ts/service/clock/index.js';
import { Ingest } from '../../ts/service/ingest/index.js';
import { Publisher, type PublisherOptions, type RootsChain, runBatches } from '../../ts/service/publish/index.js';
import { Sealer } from '../../ts/service/seal/index.js';
import { type BatchKey, type SqlPool, Store } from '../../ts/service/store/index.js';
import { Crash, Mortal } from '../helpers/service/crash.js';
import { statements, type TestDatabase, testDatabase } from '../helpers/service/database.js';
import { matchFeed, START } from '../helpers/service/feed.js';
import { MemoryChain } from '../helpers/service/memoryChain.js';
import { until } from '../helpers/service/until.js';

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

let database: TestDatabase;
let store: Store;
let clock: ManualClock;
let chain: MemoryChain;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.end());

async function filled(): Promise<void> {
  store = await database.fresh();
  clock = new ManualClock(END);
  chain = new MemoryChain();
  await new Ingest({ store, clock }).acceptAll(WIRE);
}
const publisher = (more: Partial<PublisherOptions> = {}) =>
  new Publisher({ store, clock, chain, holder: 'a', attempts: 3, pause: 100, ...more });
const name = ({ kind, slotStart }: BatchKey) => `${kind}/${slotStart}`;
/** Lets the clock run whenever all who work have fallen asleep. */
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
const numberOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => true,
    (error: unknown) => (error instanceof LinesmanError ? error.number : error),
  );

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

  test('puts several on chain at a time, and ends what has begun before it tells of a failure', async () => {
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
    // Those that were on their way are there and marked; nothing was begun after the failure.
    expect(chain.inserts).toBe(2);
    expect((await store.batches.unpublished()).length).toBe(batches.length - 2);
    chain.insertRoot = insert;
    expect((await parallel.publishBuilt()).alarms).toEqual([]);
    expect(await store.batches.unpublished()).toEqual([]);
    for (const batch of batches) expect(chain.roots.get(name(batch))).toBe(bytesToHex(batch.root));
    expect(chain.inserts).toBe(batches.length);
  });

  test('accepts a root that is there already', async () => {
    const batches = await store.batches.unpublished();
    for (const batch of batches) await chain.insertRoot(batch, batch.root);
    expect((await publisher().publishBuilt()).published.map(name)).toEqual(batches.map(name));
    expect(chain.inserts).toBe(batches.length);
  });

  test('raises an alarm where another root is, writes nothing there, and goes on with the others', async () => {
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
    expect(left?.alarm).toContain('holds the root 09090909…');
  });

  test('sees another root that came between its look and its insert', async () => {
    const [first] = await store.batches.unpublished();
    if (!first) throw new Error('no batch');
    const foreign = bytesToHex(new Uint8Array(32).fill(7));
    chain.faults.push(() => chain.roots.set(name(first), foreign));
    const { alarms } = await publisher().publishBuilt();
    expect(alarms.map(({ context }) => context.slotStart)).toEqual([first.slotStart]);
    expect(chain.roots.get(name(first))).toBe(foreign);
    expect(await store.batches.state(first)).toBe('built');
  });

  test('tries again with growing pauses, and counts on what is on chain, not on what it was told', async () => {
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

  test('gives up after so many attempts, with pauses that have an end, and the next turn goes on', async () => {
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

  test('stops in a pause when it is told to', async () => {
    const stop = new AbortController();
    chain.faults.push(() => {
      stop.abort();
      throw new Error('node is down');
    });
    const { published } = await publisher().publishBuilt(stop.signal);
    expect([published, chain.inserts]).toEqual([[], 1]);
  });

  test('is done by one process; another takes over when the lease has run out', async () => {
    const count = (await store.batches.unpublished()).length;
    await store.leases.take('publisher', 'b', clock.now(), 30_000);
    expect(await publisher().publishBuilt()).toEqual({ isPublisher: false, published: [], alarms: [] });
    expect(chain.inserts).toBe(0);
    clock.advance(30_000);
    // The one that comes back late has lost it.
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

describe('looking again for published roots', () => {
  beforeEach(async () => {
    await filled();
    await new Sealer({ store, clock }).sealDue();
    await publisher().publishBuilt();
  });
  const first = async () => {
    const [batch] = await store.batches.publishedLately(0);
    if (!batch) throw new Error('nothing is published');
    return batch;
  };

  test('changes nothing where they are', async () => {
    const { inserts } = chain;
    expect(await publisher().recheck()).toEqual({ restored: [], alarms: [] });
    expect(chain.inserts).toBe(inserts);
  });

  test('puts back what the chain has lost', async () => {
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

  test('raises an alarm where another root is now, and takes it back when the right one is there again', async () => {
    const batch = await first();
    const right = bytesToHex(batch.root);
    const foreign = bytesToHex(new Uint8Array(32).fill(9));
    chain.roots.set(name(batch), foreign);
    for (let turn = 0; turn < 2; turn++) {
      const { restored, alarms } = await publisher().recheck();
      expect([restored, alarms.map(({ number }) => number)]).toEqual([[], [6055]]);
    }
    expect(chain.roots.get(name(batch))).toBe(foreign);
    expect((await first()).alarm).toContain('holds the root 09090909…');
    chain.roots.set(name(batch), right);
    expect((await publisher().recheck()).alarms).toEqual([]);
    expect((await first()).alarm).toBeNull();
  });

  test('goes back so far before the latest publication, however long ago that was', async () => {
    const early = await store.batches.publishedLately(0);
    clock.advance(HOUR);
    await new Ingest({ store, clock }).acceptAll(FEED.wire);
    clock.advance(HOUR);
    await new Sealer({ store, clock }).sealDue();
    const { published } = await publisher().publishBuilt();
    expect(published.length).toBeGreaterThan(0);
    clock.advance(1_000 * HOUR);
    const within = async (ms: number) => (await store.batches.publishedLately(ms)).map(name).toSorted();
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
  });
});

test('the loop ends although the chain does not answer, when it is told to give up', async () => {
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
      readRoot: (key, signal) =>
        hanging === 'readRoot' || (hanging === 'recheck' && isAfterwards) ? stuck(signal) : readRoot(key),
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
    // It has given the lease back.
    expect((await publisher({ holder: 'b' }).publishBuilt()).isPublisher).toBe(true);
    await publisher({ holder: 'b' }).stop();
    if (hanging !== 'recheck') await filled();
  }
});

test('the loop looks soon whether what it published is still there', async () => {
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
  await running(loop, [], 2);
  expect(restored.length).toBe(chain.roots.size);
  expect(restored.length).toBeGreaterThan(4);
  expect(restored.filter((text) => !text.endsWith(' at 30000'))).toEqual([]);
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
  await running(Promise.all([loop, feed]), [], 2);
  expect(ends.size).toBeGreaterThan(4);
  expect(chain.writes.toSorted()).toEqual([...ends.keys()].toSorted());
  for (const [key, at] of ends) {
    const [kind = '', start] = key.split('/');
    const end = Number(start) + (kind === 'fixtures' ? HOUR : 5 * MINUTE);
    expect([key, at - end >= 20_000 && at - end <= 60_000]).toEqual([key, true]);
  }
  expect(failures.map((error) => (error as LinesmanError).number)).toEqual([7051]);
  // It has given the lease back.
  expect(await store.leases.take('publisher', 'b', clock.now(), 1)).toBe(true);
});

describe('a process that dies at any step', () => {
  /** As after the ingest: nothing is frozen yet. */
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
    '(%s it happens) leaves nothing that the next one cannot finish, with the same roots',
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
        // The lease of the dead runs out.
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
