import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DailyBudget, type Spending } from './dailyBudget.js';

const DAY = 86_400;

it('gives no more than its limit within a day of the clock', () => {
  const budget = new DailyBudget(100n);
  const first = budget.take(60n, 1_000);
  expect(budget.take(41n, 1_000)).toBeNull();
  const second = budget.take(40n, 1_000);
  expect([first, second].includes(null)).toBe(false);
  first?.keep();
  second?.release();
  expect(budget.left(1_010)).toBe(40n);
  // The first reading of the clock after the payment showed 1,010.
  expect([budget.left(1_009 + DAY), budget.left(1_010 + DAY)]).toEqual([40n, 100n]);
});

it('keeps what may have been paid, whatever comes later, and counts it once', () => {
  const budget = new DailyBudget(10n);
  const spending = budget.take(4n, 0);
  spending?.keep();
  spending?.release();
  spending?.keep();
  expect(budget.left(0)).toBe(6n);
});

it('gives nothing by a limit of 0', () => {
  const budget = new DailyBudget(0n);
  expect([budget.take(1n, 0), budget.left(0)]).toEqual([null, 0n]);
  expect(budget.take(0n, 0)).not.toBeNull();
});

it('counts what was paid before it began', () => {
  const budget = new DailyBudget(10n);
  budget.note(12n, 100);
  expect([budget.left(100), budget.left(99 + DAY), budget.left(100 + DAY)]).toEqual([0n, 0n, 10n]);
});

it('is not exceeded in any 24 hours, in whatever order things are taken, paid and given up', () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: DAY / 3 }),
    lamports: fc.bigInt({ min: 1n, max: 60n }),
    ends: fc.array(fc.boolean(), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const budget = new DailyBudget(100n);
      const open: { readonly spending: Spending; readonly lamports: bigint }[] = [];
      const paid: { readonly at: number; readonly lamports: bigint }[] = [];
      let now = 0;
      for (const { wait, lamports, ends } of steps) {
        now += wait;
        const spending = budget.take(lamports, now);
        if (spending) open.push({ spending, lamports });
        for (const isPaid of ends) {
          const one = open.shift();
          if (isPaid && one) paid.push({ at: now, lamports: one.lamports });
          if (isPaid) one?.spending.keep();
          else one?.spending.release();
        }
      }
      for (const { at: from } of paid) {
        const within = paid.filter(({ at }) => at >= from && at < from + DAY);
        expect(within.reduce((sum, one) => sum + one.lamports, 0n)).toBeLessThanOrEqual(100n);
      }
    }),
  );
});
