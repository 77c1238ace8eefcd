import { expect, test } from 'vitest';
import { isFinalPeriod, periodName, periodOfName } from './period.js';
import { SPORTS } from './sports/sports.js';
import { statName } from './statName.js';
import { keysOfSport } from './zeroMap.js';

test('periods have the names of their sport', () => {
  expect([1, 3, 5, 19, 20, 100, 0].map((period) => periodName('soccer', period))).toEqual([
    'NS',
    'HT',
    'F',
    'P',
    undefined,
    'finalised',
    'none',
  ]);
  expect([2, 5, 9, 13, 19, 20].map((period) => periodName('basketball', period))).toEqual([
    'Q1',
    'HT',
    'F',
    'FO',
    'H1',
    'H2',
  ]);
  expect([9, 18, 19, 2011, 1012, 1013].map((period) => periodName('us-football', period))).toEqual([
    'F',
    'TXCS',
    undefined,
    'OT2',
    'OB1',
    undefined,
  ]);
});

test('period names map back to their numbers', () => {
  for (const sport of SPORTS) {
    const named = [...Array(30).keys(), 100, 1011, 1012, 20_011, 20_012].filter((period) => periodName(sport, period));
    expect(named.length).toBeGreaterThan(18);
    // 0 means no status; no record spells it as a name.
    for (const period of named)
      expect(periodOfName(sport, `${periodName(sport, period)}`)).toBe(period === 0 ? undefined : period);
  }
  for (const name of ['', 'Q9', 'OT0', 'OT01', 'OT', 'h1']) expect(periodOfName('soccer', name)).toBe(undefined);
  expect(periodOfName('soccer', 'OT1')).toBe(undefined);
  expect(['OT', 'OT0', 'OT01', 'OT1'].map((name) => periodOfName('us-football', name))).toEqual([
    11,
    undefined,
    undefined,
    1011,
  ]);
});

test('only 100 is final', () => {
  expect([0, 5, 10, 13, 99, 100, 101].filter(isFinalPeriod)).toEqual([100]);
});

test('stats have the names of their sport', () => {
  expect(statName('soccer', 1)).toBe('participant 1 goals');
  expect(statName('soccer', 7008)).toBe('participant 2 corners, extra time total');
  expect(statName('basketball', 40_036)).toBe('participant 2 used timeouts, fourth quarter');
  expect(statName('us-football', 1005)).toBe('participant 1 field goals, first half');
  expect([0, 9, 8001, 1000].map((key) => statName('soccer', key))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  for (const sport of SPORTS) for (const key of keysOfSport(sport)) expect(statName(sport, key)).toBeDefined();
});
