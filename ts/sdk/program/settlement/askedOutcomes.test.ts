import { expect, test } from 'vitest';
import { NO_SUCH_LINE } from '../../error/codes/market.js';
import { MISSING_OPTION, WRONG_OPTION } from '../../error/codes/options.js';
import { INVALID_STAKE_LIMITS } from '../../error/codes/settlement.js';
import { LinesmanError } from '../../error/linesmanError.js';
import { milliseconds } from '../../format/slotTime.js';
import { LOCALNET_PROGRAM_IDS } from '../programId.js';
import { casesOf, outcomesOf } from './marketOutcomes.js';
import { type MarketWish, usualMarketTerms } from './usualMarketTerms.js';

const KEY = LOCALNET_PROGRAM_IDS.oracle;

const termsOf = (wish: Partial<MarketWish>, decimals = 6) =>
  usualMarketTerms({
    ...{ oracleProgram: KEY, creator: KEY, mint: { address: KEY, decimals, tokenProgram: KEY } as MarketWish['mint'] },
    fixture: { id: 12_000_010, sport: 'soccer', start: milliseconds(Date.UTC(2026, 8, 21, 15)) },
    ...wish,
  });

function refusal(wish: Partial<MarketWish>): number | undefined {
  try {
    termsOf(wish);
    return undefined;
  } catch (error) {
    if (error instanceof LinesmanError) return error.number;
    throw error;
  }
}

test('a market is made of conditions, a line, a total, or three ways', () => {
  expect(outcomesOf(termsOf({ where: 'k7 + k8 > 9' })).map(({ name }) => name)).toEqual(['yes', 'no']);
  expect(outcomesOf(termsOf({ line: -0.25 })).map(({ name }) => name)).toEqual(['home', 'away']);
  expect(outcomesOf(termsOf({ total: 2.75 })).map(({ name }) => name)).toEqual(['over', 'under']);
  expect(casesOf(termsOf({ threeWay: true })).map(({ condition }) => condition)).toEqual([
    ...['k1 - k2 > 0', 'k1 - k2 == 0', null],
  ]);
});

test('it is exactly one of them', () => {
  expect(refusal({})).toBe(MISSING_OPTION);
  expect(refusal({ line: undefined } as never)).toBe(MISSING_OPTION);
  expect(refusal({ where: 'k1 > 0', line: 0 })).toBe(WRONG_OPTION);
  expect(refusal({ line: 0, total: 3 })).toBe(WRONG_OPTION);
  expect(refusal({ total: 3, threeWay: true })).toBe(WRONG_OPTION);
  expect(refusal({ threeWay: false } as never)).toBe(WRONG_OPTION);
  expect(refusal({ line: '-0.25' } as never)).toBe(WRONG_OPTION);
  expect(refusal({ total: 2.6 })).toBe(NO_SUCH_LINE);
});

test('the smallest stake has two halves where a line may pay half', () => {
  expect(termsOf({ line: -0.25 }).minimumStake).toBe(10_000n);
  // 0.01 of two decimals is one unit.
  expect([termsOf({ line: -0.25 }, 2), termsOf({ line: -0.5 }, 2)].map((one) => one.minimumStake)).toEqual([2n, 1n]);
  expect([termsOf({ total: 3 }, 0), termsOf({ total: 3.5 }, 0)].map((one) => one.minimumStake)).toEqual([2n, 1n]);
  expect(refusal({ total: 3, minimumStake: 5n })).toBe(INVALID_STAKE_LIMITS);
  expect(refusal({ total: 3.5, minimumStake: 5n })).toBeUndefined();
});
