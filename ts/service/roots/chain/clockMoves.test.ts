import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClockMoves } from './clockMoves.js';

const BLOCK = 250;
const START = 1_800_000_000_000;
const SEED = 20261129;

/** A chain whose timer asks for a block every `every` ms, and which makes none while it is busy. */
class Chain {
  now = 0;
  private time = START;
  private asked = 0;

  constructor(private readonly every = BLOCK) {}

  /** What it shows: whole seconds. */
  get shown(): number {
    return Math.floor(this.time / 1_000) * 1_000;
  }

  pass(ms: number, isBusy: boolean): void {
    this.now += ms;
    const asked = Math.floor(this.now / this.every);
    if (isBusy) return;
    this.time += BLOCK * (asked - this.asked);
    this.asked = asked;
  }

  move(time: number | null): void {
    if (time === null) return;
    expect(time).toBeGreaterThanOrEqual(this.time);
    this.time = time;
  }
}

/** Pairs: how long it is busy, and how long not, in steps of half a second, after each of which it may be moved. */
const spells = fc.array(fc.tuple(fc.integer({ min: 0, max: 250 }), fc.integer({ min: 10, max: 60 })), {
  minLength: 1,
  maxLength: 6,
});

test('a busy chain is behind while it is, and never ahead; a faster world has soon caught up with it', () => {
  const property = fc.property(spells, fc.constantFrom(1, 2, 30), (given, speed) => {
    const chain = new Chain();
    const moves = new ClockMoves(START, () => chain.now);
    const world = () => START + chain.now * speed;
    const step = (isBusy: boolean) => {
      chain.pass(500, isBusy);
      chain.move(moves.towards(world(), chain.shown));
      if (speed === 1) expect(chain.shown - world()).toBeLessThanOrEqual(BLOCK);
    };
    for (const [busy, idle] of given) {
      for (let i = 0; i < busy; i++) step(true);
      for (let i = 0; i < idle; i++) step(false);
      if (speed > 1) for (let i = 0; i < busy; i++) step(false);
      expect(Math.abs(world() - chain.shown)).toBeLessThanOrEqual(1_000 + BLOCK + 500 * speed);
    }
  });
  fc.assert(property, { seed: SEED, numRuns: 60 });
});

test('a chain whose timer is slow is moved on', () => {
  const chain = new Chain(260);
  const moves = new ClockMoves(START, () => chain.now);
  for (let i = 0; i < 7_200; i++) {
    chain.pass(500, false);
    chain.move(moves.towards(START + chain.now, chain.shown));
    // What it loses in ten minutes, which is far more than timers do.
    expect(Math.abs(START + chain.now - chain.shown)).toBeLessThan(30_000);
  }
});

test('a jump moves the clock at once', () => {
  const moves = new ClockMoves(START, () => 0);
  expect(moves.towards(START + 999, START)).toBeNull();
  expect(moves.towards(START + 3_600_000, START)).toBe(START + 3_600_000);
  expect(moves.towards(START + 3_600_000, START + 3_600_000)).toBeNull();
  expect(moves.towards(START, START + 3_600_000)).toBeNull();
});

test('a jump of a chain that is behind leaves room for its blocks, in whole ms by a clock with fractions', () => {
  let real = 0;
  const moves = new ClockMoves(START, () => real);
  real = 5_000.4856;
  expect(moves.towards(START + 3_600_000, START)).toBe(START + 3_595_000);
});
