import { LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
import { expect, test } from 'vitest';
import { ManualClock } from '../../clock/manualClock.js';
import { readFunds, watchFunds } from './publisherFunds.js';

const PUBLISHER = LOCALNET_PROGRAM_IDS.oracle;
/** 5,080 lamports a byte. */
const rent = async (bytes: number) => 5_080 * (128 + bytes);
const DAILY = 2n * 5_080n * 9_360n + (5_080n * 7_824n) / 10n + 600n * 5_000n;

test('tells for how many days lamports last: fees of all roots, and rents of their accounts', async () => {
  const days = async (balance: bigint) => (await readFunds({ rent, lamports: async () => balance }, PUBLISHER)).days;
  expect([await days(DAILY), await days(30n * DAILY), await days(DAILY / 2n), await days(0n)]).toEqual([1, 30, 0.5, 0]);
});

test('warns before the first root is refused, then every hour, and again after it has been fed', async () => {
  const clock = new ManualClock(0);
  const stop = new AbortController();
  const warnings: [hour: number, number: number][] = [];
  const seen: number[] = [];
  const balanceAt = (ms: number): bigint => {
    if (ms === 1_200_000) throw new Error('the node is down');
    return ms < 7_200_000 ? 2n * DAILY : ms < 10_800_000 ? 4n * DAILY : DAILY;
  };
  const watching = watchFunds(
    {
      chain: { rent, lamports: async () => balanceAt(clock.now()) },
      publisher: PUBLISHER,
      realClock: clock,
      onFunds: ({ days }) => seen.push(days),
      onLow: ({ number, message }) => {
        warnings.push([clock.now() / 3_600_000, number]);
        expect(message).toMatch(/lamports, enough for about [12] days/);
      },
    },
    stop.signal,
  );
  for (let ms = 0; ms <= 14_400_000; ms += 600_000) {
    clock.set(ms);
    for (let i = 0; i < 20; i++) await Promise.resolve();
  }
  stop.abort();
  await watching;
  expect(warnings.map(([hour]) => Math.floor(hour))).toEqual([0, 1, 3, 4]);
  expect(new Set(warnings.map(([, number]) => number))).toEqual(new Set([7146]));
  expect(new Set(seen)).toEqual(new Set([2, 4, 1]));
});
