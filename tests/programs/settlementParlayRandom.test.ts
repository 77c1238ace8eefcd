import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ok } from '../helpers/settlement/chain.js';
import type { Staker, TestMarket } from '../helpers/settlement/market.js';
import { NO, TestParlay, YES } from '../helpers/settlement/parlay.js';
import { MONEY } from '../helpers/settlement/pool.js';
import { tokenAmount } from '../helpers/settlement/tokens.js';
import { World } from '../helpers/world/world.js';

const SEED = 20_260_922;
const RUNS = 12;

const life = fc.record({
  /** The fate of a leg: its market is lost, won or void. */
  legs: fc.array(fc.constantFrom('Won' as const, 'Won' as const, 'Lost' as const, 'Void' as const), {
    minLength: 2,
    maxLength: 4,
  }),
  stakes: fc.array(fc.tuple(fc.constantFrom(YES, NO), fc.bigInt(1n, 100_000n)), { maxLength: 5 }),
  feeBps: fc.nat(1_000),
  /** The order in which legs are copied and positions claimed, and the number of copies before an attempt to void. */
  order: fc.infiniteStream(fc.nat(1_000)),
  voidAfter: fc.nat(4),
});

/** The elements in random order. */
const shuffled = <T>(items: readonly T[], order: Iterator<number>): T[] =>
  items
    .map((item) => [Number(order.next().value), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

it(`random lives of parlays conserve the money (seed ${SEED})`, async () => {
  const seen = { Yes: 0, No: 0, Void: 0, early: 0 };
  await fc.assert(
    fc.asyncProperty(life, async ({ legs, stakes, feeBps, order, voidAfter }) => {
      const world = new World();
      const { chain } = world;
      const markets = await world.markets(legs.length);
      const parlay = await TestParlay.create(chain, markets, { feeBps });
      const positions: { staker: Staker; outcome: number; stake: bigint }[] = [];
      const totals = [0n, 0n] as [bigint, bigint];
      for (const [outcome, stake] of stakes) {
        const staker = parlay.staker();
        ok(await parlay.stake(staker, outcome, stake));
        positions.push({ staker, outcome, stake });
        totals[outcome as 0 | 1] += stake;
      }
      const all = totals[0] + totals[1];
      const settled = legs.map((result, i) => [result, markets[i] as TestMarket] as const);
      for (const [result, market] of settled)
        if (result !== 'Void') await world.settle(market, result === 'Won' ? 1 : 0, 0);
      for (const [result, market] of settled) if (result === 'Void') await world.void(market);

      const isVoid = legs.includes('Void');
      const copied: string[] = [];
      let early = false;
      const places = shuffled([...legs.keys()], order);
      const tryVoid = async () => {
        const allowed = copied.includes('Void') && copied.length < legs.length;
        expect((await parlay.void()).failure === null).toBe(allowed);
        early = allowed;
      };
      for (const [i, place] of places.entries()) {
        if (i === voidAfter) await tryVoid();
        ok(await parlay.settle(place));
        copied.push(legs[place] as string);
        const decided = early || copied.length === legs.length;
        const state = decided ? (isVoid ? 'Void' : 'Final') : 'Open';
        expect((await parlay.read()).state).toBe(state);
        if (!decided) expect((await parlay.read()).owed).toBe(all);
      }
      for (const market of markets) expect((await market.read()).parlays).toBe(0);

      const winner = legs.includes('Lost') ? NO : YES;
      const [winning, losing] = [totals[winner] ?? 0n, all - (totals[winner] ?? 0n)];
      const refund = isVoid || winning === 0n;
      const fee = refund ? 0n : (losing * BigInt(feeBps)) / 10_000n;
      expect(await parlay.read()).toMatchObject({
        refund,
        fee,
        owed: all - fee,
        openPositions: BigInt(positions.length),
      });
      seen[isVoid ? 'Void' : winner === YES ? 'Yes' : 'No']++;
      if (early) seen.early++;

      let paid = 0n;
      for (const { staker, outcome, stake } of shuffled(positions, order)) {
        ok(await parlay.claim(staker.publicKey, outcome));
        const share = refund ? stake : outcome === winner ? stake + (stake * (losing - fee)) / winning : 0n;
        expect(await tokenAmount(chain, staker.tokens)).toBe(MONEY - stake + share);
        paid += share;
        expect(await parlay.held()).toBe(all - paid);
        expect(await parlay.held()).toBeGreaterThanOrEqual((await parlay.read()).owed);
      }
      expect((await parlay.read()).owed).toBe(0n);
      ok(await parlay.close());
      expect(await tokenAmount(chain, parlay.terms.feeAccount)).toBe(all - paid);
      for (const market of markets) ok(await market.close());
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
  // A run without variety would prove nothing.
  for (const [kind, count] of Object.entries(seen))
    expect(count, `${kind} of ${JSON.stringify(seen)}`).toBeGreaterThan(0);
});
