import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { Random } from '../../ts/season/random.js';
import { DatabaseClock } from '../../ts/service/clock/databaseClock.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { matchLines } from '../../ts/service/commands/records/exampleMatch.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { RECORD_KINDS, slotStartOf } from '../../ts/service/data/store/recordKind.js';
import { Store } from '../../ts/service/data/store/store.js';
import { type Check, runChecks } from '../../ts/service/health/check.js';
import { clockCheck, rootsCheck } from '../../ts/service/health/checks.js';
import { Publisher } from '../../ts/service/roots/publish/publisher.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { start } from '../helpers/cli.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { postgresServer } from '../helpers/postgresServer.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { expectWhole, IS_LONG, shownSeed, streamOf } from '../helpers/service/faultScene.js';
import { matchFeed, START } from '../helpers/service/feed.js';
import { MemoryChain } from '../helpers/service/memoryChain.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Records per transaction: few enough that a match spans several transactions. */
const PART = 5;

const database = sharedDatabase();
/** The database's clock is read as on another machine. Elsewhere the database runs in this process. */
const server = await postgresServer();
afterAll(() => server?.remove());

/** A whole match comes in while the clock does what `jump` says and processes start and stop. */
async function matchWith(jump: (time: number, step: number) => number): Promise<void> {
  const { wire } = matchFeed('soccer', 12_000_001, 'clock');
  const store = await database.fresh();
  const chain = new MemoryChain();
  const clock = new ManualClock(START);
  const at = new Map(RECORD_KINDS.map((kind) => [kind, 0]));
  let latest = 0;
  let jumps = 0;
  for (let i = 0; i < wire.length; i += PART) {
    const part = wire.slice(i, i + PART);
    clock.set(jump(Number(part[0]?.Ts), i / PART));
    if (clock.now() !== Number(part[0]?.Ts)) jumps++;
    latest = Math.max(latest, clock.now());
    for (const result of await new Ingest({ store, clock }).acceptAll(part))
      expect(result).toMatchObject({ status: 'accepted' });
    await new Sealer({ store, clock }).sealDue();
    const publisher = new Publisher({ store, clock, chain, holder: `process ${i}` });
    expect((await publisher.publishBuilt()).alarms).toEqual([]);
    await publisher.stop();
    // A resuming reader finds earlier records where they were.
    for (const kind of RECORD_KINDS) {
      const { length } = await streamOf(store, kind);
      expect(length).toBeGreaterThanOrEqual(at.get(kind) ?? 0);
      at.set(kind, length);
    }
  }
  expect(jumps).toBeGreaterThan(2);
  clock.set(latest + 2 * DAY);
  await new Sealer({ store, clock }).sealDue();
  await new Publisher({ store, clock, chain, holder: 'last' }).publishBuilt();
  expect((await store.batches.unpublished()).length + (await store.batches.frozen()).length).toBe(0);
  expect(new Set(chain.writes).size).toBe(chain.writes.length);
  await expectWhole(store, wire, async ({ kind, slotStart }) => chain.roots.get(`${kind}/${slotStart}`) ?? null);
}

test('a clock jumps a day ahead for a while', async () => {
  await matchWith((time, step) => (step >= 5 && step < 8 ? time + DAY : time));
});

test('a clock falls a day behind for a while', async () => {
  await matchWith((time, step) => (step >= 5 && step < 8 ? time - DAY : time));
});

test('a clock jumps back and forth', async () => {
  const seed = shownSeed('a clock that jumps to and fro', 11);
  for (let round = 0; round < (IS_LONG ? 20 : 2); round++) {
    const random = new Random(`clock ${seed} ${round}`);
    await matchWith((time) => time + random.between(-3 * HOUR, 3 * HOUR));
  }
}, 600_000);

test('a publisher that took the lease while its clock was a day ahead does not lock out the others', async () => {
  const store = await database.fresh();
  const clock = new ManualClock(START + DAY);
  const chain = new MemoryChain();
  const turn = (holder: string) => new Publisher({ store, clock, chain, holder }).publishBuilt();
  expect((await turn('gone')).isPublisher).toBe(true);
  clock.set(START);
  expect((await turn('next')).isPublisher).toBe(true);
  // Clocks of two machines may differ by a few seconds.
  clock.advance(10_000);
  expect((await turn('next')).isPublisher).toBe(true);
  clock.advance(-10_000);
  expect((await turn('other')).isPublisher).toBe(false);
});

test('a publisher whose clock jumps a day ahead seals by database time and reports it', async () => {
  const { wire } = matchFeed('soccer', 12_000_001, 'publisher ahead');
  const store = await Store.open(server ? { url: await server.database('ahead') } : 'memory');
  const chain = new MemoryChain();
  const clock = new ManualClock(START);
  const ahead = new ManualClock(START);
  // The clock it reports runs on by itself. The test sets the match time.
  let shift = 0;
  const databaseTime = async () => (await store.time()) + shift;
  const errors: LinesmanError[] = [];
  const theirs = await DatabaseClock.start({
    time: databaseTime,
    machineTime: ahead.now,
    onApart: (error) => errors.push(error),
  });
  const sealer = new Sealer({ store, clock: theirs });
  const checks: Check[] = [
    clockCheck({
      now: theirs.now,
      machineTime: ahead.now,
      sealedUntil: () => store.records.sealedUntil(),
      databaseTime,
    }),
    rootsCheck({ progress: () => store.batches.progress(), now: clock.now }),
  ];
  const JUMP = DAY + 2.5 * MINUTE;
  const turn = async (time: number, jump: number) => {
    clock.set(time);
    ahead.set(time + jump);
    shift = time - Date.now();
    await theirs.ask();
    await sealer.sealDue();
    const publisher = new Publisher({ store, clock: theirs, chain, holder: 'a' });
    expect((await publisher.publishBuilt()).alarms).toEqual([]);
    for (const until of (await store.records.sealedUntil()).values()) expect(until).toBeLessThan(time);
  };
  const readiness = async () => {
    const { checks: all } = await runChecks(checks);
    return all.flatMap(({ name, reason }) => (reason === undefined ? [] : `${name}: ${reason}`));
  };
  try {
    expect(wire.length).toBeGreaterThan(13 * PART);
    const times = new Set<string>();
    for (let i = 0; i < wire.length; i += PART) {
      const part = wire.slice(i, i + PART);
      const isAhead = i >= 5 * PART && i < 12 * PART;
      clock.set(Number(part.at(-1)?.Ts));
      const results = await new Ingest({ store, clock }).acceptAll(part);
      for (const [n, result] of results.entries()) {
        if (result instanceof LinesmanError) throw result;
        expect([result.status, result.record.ts]).toEqual(['accepted', part[n]?.Ts]);
        times.add(`${result.record.kind}/${slotStartOf(result.record.kind, result.record.ts)}`);
      }
      errors.length = 0;
      await turn(clock.now(), isAhead ? JUMP : 0);
      expect(errors.map(({ number, context }) => [number, context.now])).toEqual(isAhead ? [[7145, ahead.now()]] : []);
      const shown = (ms: number) => new Date(ms).toISOString();
      // The test supplies the seconds.
      expect(await readiness()).toEqual(
        isAhead
          ? [
              expect.stringContaining(
                `clock: The clock of this process shows ${shown(ahead.now())}, and that of the data`,
              ),
            ]
          : [],
      );
    }
    await turn(clock.now() + 2 * HOUR, JUMP);
    expect([...chain.roots.keys()].toSorted()).toEqual([...times].toSorted());
    await turn(clock.now() + 1, 0);
    expect(await readiness()).toEqual([]);
    expect(new Set(chain.writes).size).toBe(chain.writes.length);
    await expectWhole(store, wire, async ({ kind, slotStart }) => chain.roots.get(`${kind}/${slotStart}`) ?? null);
  } finally {
    await store.close();
  }
});

test('roots published while the clock was a day ahead are checked again afterwards', async () => {
  const { wire } = matchFeed('soccer', 12_000_001, 'recheck after an episode');
  const store = await database.fresh();
  const chain = new MemoryChain();
  const clock = new ManualClock(START);
  const publishAt = async (time: number) => {
    clock.set(time);
    const publisher = new Publisher({ store, clock, chain, holder: 'a' });
    const { published } = await publisher.publishBuilt();
    expect((await publisher.recheck()).restored).toEqual([]);
    expect(published.length).toBeGreaterThan(0);
    return published;
  };
  const middle = Number(wire[Math.floor(wire.length / 2)]?.Ts);
  const end = Number(wire.at(-1)?.Ts) + 2 * HOUR;
  const take = async (now: number, part: typeof wire) => {
    clock.set(now);
    for (const result of await new Ingest({ store, clock }).acceptAll(part))
      expect(result).toMatchObject({ status: 'accepted' });
    await new Sealer({ store, clock }).sealDue();
  };
  await take(
    middle,
    wire.filter(({ Ts }) => Number(Ts) <= middle),
  );
  await publishAt(middle + DAY);
  await take(
    end,
    wire.filter(({ Ts }) => Number(Ts) > middle),
  );
  const after = await publishAt(end);
  for (const { kind, slotStart } of after) chain.roots.delete(`${kind}/${slotStart}`);
  clock.advance(MINUTE);
  const { restored } = await new Publisher({ store, clock, chain, holder: 'a' }).recheck();
  expect(restored).toEqual(after);
});

test('an ingester whose clock is a day off stamps records with database time', async () => {
  const { wire } = matchFeed('soccer', 12_000_001, 'ingester off');
  for (const off of [DAY, -DAY]) {
    const store = await database.fresh();
    const truth = new ManualClock(START);
    const clockOf = (machineTime: () => number) =>
      DatabaseClock.start({ time: async () => truth.now(), machineTime, real: () => 0 });
    const wrong = await clockOf(() => truth.now() + off);
    const right = await clockOf(truth.now);
    for (let i = 0; i < wire.length; i += PART) {
      const part = wire.slice(i, i + PART);
      truth.set(Number(part.at(-1)?.Ts));
      for (const clock of [wrong, right]) await clock.ask();
      const clock = (i / PART) % 2 === 0 ? wrong : right;
      for (const [n, result] of (await new Ingest({ store, clock }).acceptAll(part)).entries()) {
        if (result instanceof LinesmanError) throw result;
        expect([result.status, result.record.ts]).toEqual(['accepted', part[n]?.Ts]);
        expect(result.record.acceptedAt).toBe(truth.now());
      }
    }
  }
});

test.runIf(server)('an ingest process on a machine whose clock is a day ahead', async () => {
  const url = (await server?.database('ingester')) ?? '';
  const store = await Store.open({ url });
  try {
    const ingest = async (lines: readonly string[], before?: string) => {
      const child = start('ts/cli/main.ts', ['ingest', '--store', url], before);
      child.stdin.end(lines.join('\n'));
      const [code] = await once(child, 'close');
      expect(code).toBe(0);
    };
    const startTime = Date.now() + MINUTE;
    const match = (fixtureId: number) =>
      matchLines({ seed: 'ahead', fixtureId, startTime }).filter((line) => JSON.parse(line).Ts < Date.now());
    await ingest(match(18_000_001), 'tests/helpers/service/dayAhead.ts');
    await ingest(match(18_000_002));
    for (const kind of RECORD_KINDS)
      for (const { fixtureId, ts, acceptedAt } of await streamOf(store, kind))
        expect([fixtureId, ts <= (await store.time()), acceptedAt <= (await store.time())]).toEqual([
          fixtureId,
          true,
          true,
        ]);
    expect((await itemsOf(store.records.pagesOfFixture('fixtures', 18_000_001))).length).toBeGreaterThan(0);
  } finally {
    await store.close();
  }
});

test('slots sealed ahead of the clock are reported until their time has come', async () => {
  const store = await database.fresh();
  const clock = new ManualClock(START + DAY);
  const check = clockCheck({ now: clock.now, sealedUntil: () => store.records.sealedUntil() });
  await new Sealer({ store, clock }).sealDue();
  expect(await check.run()).toBeNull();
  clock.set(START);
  const at = (ms: number) => new Date(ms).toISOString();
  expect(await check.run()).toBe(
    ['fixtures', 'odds', 'scores']
      .map((kind) => {
        const until = at(START + DAY - (kind === 'fixtures' ? HOUR : 5 * MINUTE));
        return `The ${kind} are sealed until ${until}, and the clock of this process shows ${at(START)}.`;
      })
      .join(' '),
  );
  // A small clock correction raises no warning.
  clock.set(START + DAY - 10 * MINUTE);
  expect(await check.run()).toBeNull();
  clock.advance(-1);
  expect(await check.run()).toContain('The odds are sealed until');
});
