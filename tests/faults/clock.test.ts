import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../ts/service/clock/index.js';
import { Random } from '../../ts/service/generator/random.js';
import { Ingest } from '../../ts/service/ingest/index.js';
import { Publisher } from '../../ts/service/publish/index.js';
import { Sealer } from '../../ts/service/seal/index.js';
import { RECORD_KINDS } from '../../ts/service/store/index.js';
import { type TestDatabase, testDatabase } from '../helpers/service/database.js';
import { expectWhole, IS_LONG, shownSeed, streamOf } from '../helpers/service/faultScene.js';
import { matchFeed, START } from '../helpers/service/feed.js';
import { MemoryChain } from '../helpers/service/memoryChain.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.end());

/** Everything about a match comes in, while the clock does what `jump` says and processes come and go. */
async function matchWith(jump: (time: number, step: number) => number): Promise<void> {
  const { wire } = matchFeed('soccer', 12_000_001, 'clock');
  const store = await database.fresh();
  const chain = new MemoryChain();
  const clock = new ManualClock(START);
  const at = new Map(RECORD_KINDS.map((kind) => [kind, 0]));
  let latest = 0;
  for (let i = 0; i < wire.length; i += 20) {
    const part = wire.slice(i, i + 20);
    clock.set(jump(Number(part[0]?.Ts), i / 20));
    latest = Math.max(latest, clock.now());
    for (const result of await new Ingest({ store, clock }).acceptAll(part))
      expect(result).toMatchObject({ status: 'accepted' });
    await new Sealer({ store, clock }).sealDue();
    const publisher = new Publisher({ store, clock, chain, holder: `process ${i}` });
    expect((await publisher.publishBuilt()).alarms).toEqual([]);
    await publisher.stop();
    // A reader that goes on finds what came before where it was.
    for (const kind of RECORD_KINDS) {
      const { length } = await streamOf(store, kind);
      expect(length).toBeGreaterThanOrEqual(at.get(kind) ?? 0);
      at.set(kind, length);
    }
  }
  clock.set(latest + 2 * DAY);
  await new Sealer({ store, clock }).sealDue();
  await new Publisher({ store, clock, chain, holder: 'last' }).publishBuilt();
  expect((await store.batches.unpublished()).length + (await store.batches.frozen()).length).toBe(0);
  expect(new Set(chain.writes).size).toBe(chain.writes.length);
  await expectWhole(store, wire, async ({ kind, slotStart }) => chain.roots.get(`${kind}/${slotStart}`) ?? null);
}

test('a clock that jumps a day ahead for a while', async () => {
  await matchWith((time, step) => (step >= 5 && step < 8 ? time + DAY : time));
});

test('a clock that falls a day behind for a while', async () => {
  await matchWith((time, step) => (step >= 5 && step < 8 ? time - DAY : time));
});

test('a clock that jumps to and fro', async () => {
  const seed = shownSeed('a clock that jumps to and fro', 11);
  for (let round = 0; round < (IS_LONG ? 20 : 2); round++) {
    const random = new Random(`clock ${seed} ${round}`);
    await matchWith((time) => time + random.between(-3 * HOUR, 3 * HOUR));
  }
}, 600_000);

test('who held the lease while its clock was a day ahead does not keep others from publishing', async () => {
  const store = await database.fresh();
  const clock = new ManualClock(START + DAY);
  const chain = new MemoryChain();
  const turn = (holder: string) => new Publisher({ store, clock, chain, holder }).publishBuilt();
  expect((await turn('gone')).isPublisher).toBe(true);
  clock.set(START);
  expect((await turn('next')).isPublisher).toBe(true);
  // Clocks of two machines may differ by some seconds.
  clock.advance(10_000);
  expect((await turn('next')).isPublisher).toBe(true);
  clock.advance(-10_000);
  expect((await turn('other')).isPublisher).toBe(false);
});
