import { expect, test, vi } from 'vitest';
import type { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { DatabaseClock } from '../../ts/service/clock/databaseClock.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { realClock } from '../../ts/service/clock/realClock.js';
import { SimulatedClock } from '../../ts/service/clock/simulatedClock.js';
import { MachineTime } from '../helpers/service/machineTime.js';
import { outcome } from '../helpers/thrown.js';
import { VirtualTime } from '../helpers/virtualTime.js';

test('a simulated clock starts at the given time and runs at its speed', () => {
  let real = 7;
  const clock = new SimulatedClock({ start: 1_800_000_000_000, speed: 60, real: () => real });
  expect(clock.now()).toBe(1_800_000_000_000);
  real += 2.5;
  expect(clock.now()).toBe(1_800_000_000_150);
  for (const speed of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(outcome(() => new SimulatedClock({ start: 0, speed }))).toBe(7342);
});

test('a sleep on a simulated clock ends when its time has come, never before', async () => {
  const time = new VirtualTime(0);
  const clock = new SimulatedClock({ start: 1_800_000_000_000, speed: 100_000, real: time.now, sleep: time.sleep });
  const until = clock.now() + 300_000;
  await time.run(() => clock.sleepUntil(until));
  expect([clock.now(), time.now()]).toEqual([until, 3]);
});

test('a manual clock wakes the sleepers whose time has come', async () => {
  const clock = new ManualClock(1_000);
  const woken: number[] = [];
  const sleep = (ms: number) => clock.sleepUntil(ms).then(() => woken.push(ms));
  const sleeps = [sleep(1_500), sleep(2_000), sleep(900)];
  await sleeps[2];
  expect([woken, clock.sleepers, clock.nextWake]).toEqual([[900], 2, 1_500]);
  clock.advance(499);
  await Promise.resolve();
  expect(clock.sleepers).toBe(2);
  clock.advance(1);
  await sleeps[0];
  expect([woken, clock.sleepers]).toEqual([[900, 1_500], 1]);
  clock.set(5_000);
  await sleeps[1];
  expect([woken, clock.nextWake]).toEqual([[900, 1_500, 2_000], undefined]);
});

test('every sleep ends when it is aborted', async () => {
  const far = 8_000_000_000_000;
  const clocks = [realClock, new SimulatedClock({ start: 0, speed: 1 }), new ManualClock(0)];
  for (const clock of clocks) {
    const stop = new AbortController();
    const sleep = clock.sleepUntil(far, stop.signal);
    stop.abort();
    await sleep;
    await clock.sleepUntil(far, stop.signal);
    expect(clock.now()).toBeLessThan(far);
  }
});

test('a simulated clock that changes its speed does not jump, and wakes nobody early or late', async () => {
  let real = 0;
  const still = new SimulatedClock({ start: 1_000, speed: 2, real: () => real });
  real = 100;
  still.setSpeed(10);
  expect([still.now(), still.speed]).toEqual([1_200, 10]);
  real = 101;
  expect(still.now()).toBe(1_210);
  expect(outcome(() => still.setSpeed(0))).toBe(7342);

  const time = new VirtualTime(0);
  const clock = new SimulatedClock({ start: 0, speed: 0.001, real: time.now, sleep: time.sleep });
  // At that speed it would take eleven days.
  const slept = clock.sleepUntil(1_000_000);
  clock.setSpeed(1_000_000);
  await time.run(() => slept);
  expect([clock.now(), time.now()]).toEqual([1_000_000, 1]);
});

test("setting back the machine's clock delays no sleeper, and no sleeper wakes early", async () => {
  const time = MachineTime.stop();
  const passed = performance.now();
  let shows = 1_800_000_000_000;
  vi.spyOn(Date, 'now').mockImplementation(() => shows + performance.now() - passed);
  try {
    const woken: string[] = [];
    const sleep = (name: string) => realClock.sleepUntil(realClock.now() + 30).then(() => woken.push(name));
    void sleep('undisturbed');
    await time.advance(29);
    expect(woken).toEqual([]);
    await time.advance(1);
    expect(woken).toEqual(['undisturbed']);
    void sleep('set back by a day');
    shows -= 86_400_000;
    await time.advance(30);
    expect(woken).toEqual(['undisturbed', 'set back by a day']);
    // A negligible step is waited out.
    void sleep('set back a little');
    shows -= 100;
    await time.advance(129);
    expect(woken).toHaveLength(2);
    await time.advance(1);
    expect(woken.at(-1)).toBe('set back a little');
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
});

test('a database clock continues from its last answer, whatever the machine shows', async () => {
  let real = 0;
  let theirs = 1_800_000_000_000;
  let machine = theirs + 30_000;
  const apart: LinesmanError[] = [];
  const failures: unknown[] = [];
  const clock = await DatabaseClock.start({
    time: async () => theirs,
    real: () => real,
    machineTime: () => machine,
    onApart: (error) => apart.push(error),
    onFailure: (error) => failures.push(error),
  });
  expect([clock.now(), apart]).toEqual([theirs, []]);
  real += 500;
  machine += 86_400_000;
  expect(clock.now()).toBe(theirs + 500);
  theirs += 400;
  await clock.ask();
  expect(clock.now()).toBe(theirs);
  expect(apart.map(({ number, context }) => [number, context.now, context.databaseTime])).toEqual([
    [7145, machine, theirs],
  ]);
  const woken = clock.sleepUntil(theirs + 86_400_000);
  theirs += 86_400_000;
  await clock.ask();
  await woken;
  expect(clock.now()).toBe(theirs);
});

test('an unreachable database leaves its clock running, but is reported at the start', async () => {
  const time = async () => Promise.reject(new Error('gone'));
  await expect(DatabaseClock.start({ time })).rejects.toThrow('gone');
  let isGone = false;
  const failures: unknown[] = [];
  const stop = new AbortController();
  const clock = await DatabaseClock.start({
    time: async () => (isGone ? time() : 1_000),
    interval: 1,
    real: () => 0,
    machineTime: () => 1_000,
    onFailure: (error) => {
      failures.push(error);
      stop.abort();
    },
  });
  isGone = true;
  await clock.follow(stop.signal);
  expect([failures.length, clock.now()]).toEqual([1, 1_000]);
});

test('a held clock stands at its limit, however much time passes, and goes on from there', async () => {
  let real = 0;
  const slept: number[] = [];
  const clock = new SimulatedClock({
    start: 1_000,
    speed: 10,
    real: () => real,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        slept.push(ms);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
  });
  clock.holdAt(1_500);
  real = 20;
  expect(clock.now()).toBe(1_200);
  real = 1_000;
  expect(clock.now()).toBe(1_500);
  const waiting = clock.sleepUntil(1_600);
  // It stands: only a change ends the sleep.
  expect(slept).toEqual([2 ** 31 - 1]);
  clock.holdAt(2_000);
  expect(clock.now()).toBe(1_500);
  real = 1_010;
  clock.holdAt(1_900);
  await waiting;
  expect(clock.now()).toBe(1_600);
  clock.holdAt(0);
  real = 5_000;
  expect(clock.now()).toBe(1_600);
  clock.advanceTo(3_000);
  real = 6_000;
  expect(clock.now()).toBe(3_000);
});
