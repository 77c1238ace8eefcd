import { expect, it } from 'vitest';
import { currentFee, priorityFeeOf } from './priorityFee.js';

const chain = (fees: number[]) => ({ recentFees: async () => fees });

it.each([
  ['0', [5], 0n],
  ['250', [5], 250n],
  ['p1', [30, 10, 20], 10n],
  ['p50', [30, 10, 20], 20n],
  ['p100', [30, 10, 20], 30n],
  ['p75', [], 0n],
  ['p100', [2_000_000], 1_000_000n],
] as const)('%s of %j is %d', async (text, fees, expected) => {
  expect(await currentFee(priorityFeeOf(text), chain([...fees]), [])).toBe(expected);
});

it.each(['', 'p0', 'p101', '-1', '1.5', 'much', 'p', '1234567890123'])('refuses "%s"', (text) => {
  expect(() => priorityFeeOf(text)).toThrow(expect.objectContaining({ number: 7279 }));
});
