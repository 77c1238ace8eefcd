import { expect, test } from 'vitest';
import { momentAt } from '../../tests/helpers/moments.js';
import { resultOf, TERMS } from '../../tests/helpers/sampleMarket.js';
import { matchResultAccount } from '../sdk/program/account/matchResult.js';
import { ZERO_ADDRESS } from '../sdk/program/address/runtime.js';
import { DailyBudget } from './dailyBudget.js';
import { OwnResults } from './ownResults.js';

const DAY = 86_400;
const NOW = 100 * DAY;

/** A result of which facts were entered at these times, in Unix seconds. */
const result = (...times: readonly number[]): Uint8Array => {
  const facts = times.map((since, i) => ({
    key: i + 1,
    present: true,
    value: 1,
    since: momentAt(since),
    current: true,
  }));
  return matchResultAccount.encode(resultOf(TERMS, { facts }));
};

test.each([
  ['all of its rent, if all facts are of the last day', [NOW - DAY + 1, NOW], 0],
  ['the rent of the later facts, if some are older', [NOW - DAY, NOW - DAY, NOW], 2],
])('a result that is found at the start counts %s', async (_, times, older) => {
  const budget = new DailyBudget(1_000_000n);
  const data = result(...times);
  const chain = { accountsOf: async () => [{ address: ZERO_ADDRESS, data }], rent: async (size: number) => 10 * size };
  const results = new OwnResults(
    { programs: {}, payer: { address: ZERO_ADDRESS }, timers: { now: () => 0 } } as never,
    budget,
  );
  await results.list(chain as never);
  const before = older === 0 ? 0 : result(...times.slice(0, older)).length;
  expect(budget.left(NOW)).toBe(1_000_000n - 10n * BigInt(data.length - before));
});
