import { expect, test } from 'vitest';
import { outcome } from '../../../tests/helpers/thrown.js';
import {
  fixtureBytes,
  fixtureSummaryLeafBytes as naiveFixtureSummary,
  oddsBytes,
} from '../../../tests/vectors/wireBytes.js';
import { type Fixture, fixtureLeafBytes, fixtureLeafHash, fixtureState, plainFixtureId } from './fixture.js';
import { type FixtureBatchSummary, fixtureSummaryLeafBytes } from './fixtureBatchSummary.js';
import { equalBytes, hashOf, shortHash } from './hash.js';
import { bytesToHex } from './hex.js';
import { type Odds, oddsLeafBytes, oddsLeafHash } from './odds.js';
import { type ScoreStat, statLeafBytes } from './scoreStat.js';
import { sha256 } from './sha256.js';
import { statKey } from './statKey.js';

const odds = {
  fixtureId: 9_000_001,
  messageId: '0000000001:00003:000001-1-stab',
  ts: 1_800_000_001_000,
  bookmaker: 'Café Maker',
  bookmakerId: -7,
  superOddsType: '1X2_PARTICIPANT_RESULT',
  gameState: null,
  inRunning: true,
  marketParameters: 'line=0.25',
  marketPeriod: '',
  priceNames: ['part1', 'draw', 'part2'],
  prices: [1934, 3500, 2_000_000_000],
} as unknown as Odds;

const fixture = {
  ts: 1_800_000_000_000,
  startTime: 1_800_003_600_000,
  competition: 'Test Cup',
  competitionId: 7,
  fixtureGroupId: 8,
  participant1Id: 1,
  participant1: 'Alpha',
  participant2Id: 2,
  participant2: 'Beta',
  fixtureId: 3 * 2 ** 48 + 9_000_001,
  participant1IsHome: false,
} as unknown as Fixture;

const strings = <T extends object>(value: T, names: (keyof T)[]): never =>
  ({ ...value, ...Object.fromEntries(names.map((name) => [name, String(value[name])])) }) as never;

test('a stat leaf is key, value and period in 12 bytes', () => {
  const stat = { key: statKey(1007), value: -2, period: 100 };
  expect(bytesToHex(statLeafBytes(stat))).toBe('ef030000feffffff64000000');
  expect(outcome(() => statLeafBytes({ ...stat, value: 2 ** 31 }))).toBe(7003);
  expect(outcome(() => statLeafBytes({ ...stat, period: 0.5 }))).toBe(7003);
  expect(outcome(() => statLeafBytes({ ...stat, key: -1 } as unknown as ScoreStat))).toBe(7003);
});

test('odds and fixture records encode as in the reference', () => {
  expect(bytesToHex(oddsLeafBytes(odds))).toBe(oddsBytes(strings(odds, ['fixtureId', 'ts'])).toString('hex'));
  expect(bytesToHex(fixtureLeafBytes(fixture))).toBe(
    fixtureBytes(strings(fixture, ['fixtureId', 'ts', 'startTime'])).toString('hex'),
  );
  expect(equalBytes(oddsLeafHash(odds), sha256(oddsLeafBytes(odds)))).toBe(true);
});

test('an absent option and an empty string encode differently', () => {
  const none = { ...odds, marketPeriod: null };
  expect(oddsLeafBytes(odds).length).toBe(oddsLeafBytes(none).length + 4);
});

test('a fixture summary encodes its update stats without a length', () => {
  const updateStats = { updateCount: 1, minTimestamp: fixture.ts, maxTimestamp: fixture.ts };
  const updateSubTreeRoot = hashOf(new Uint8Array(32).fill(9));
  const { competition, competitionId } = fixture;
  const summary: FixtureBatchSummary = {
    fixtureId: 9_000_001,
    competition,
    competitionId,
    updateStats,
    updateSubTreeRoot,
  };
  const naive = { fixtureId: '9000001', competition, competitionId, updateCount: 1, subTreeRoot: '09'.repeat(32) };
  const ts = String(fixture.ts);
  expect(bytesToHex(fixtureSummaryLeafBytes(summary))).toBe(
    naiveFixtureSummary({ ...naive, minTimestamp: ts, maxTimestamp: ts }).toString('hex'),
  );
});

test('the builder refuses a Borsh leaf of 64 bytes (6102), but not of 63 or 65', () => {
  const sized = (size: number): Odds => {
    const bare = {
      ...odds,
      bookmaker: '',
      superOddsType: '',
      marketParameters: null,
      marketPeriod: null,
      priceNames: [],
    };
    const empty = { ...bare, prices: [], messageId: '' };
    return { ...empty, messageId: 'm'.repeat(size - oddsLeafBytes(empty).length) };
  };
  for (const size of [63, 64, 65]) {
    expect(oddsLeafBytes(sized(size)).length).toBe(size);
    expect(outcome(() => oddsLeafHash(sized(size)))).toBe(size === 64 ? 6102 : true);
  }
  const short = { ...fixture, competition: '', participant1: '', participant2: '' };
  const padded = { ...short, competition: 'c'.repeat(64 - fixtureLeafBytes(short).length) };
  expect(fixtureLeafBytes(padded).length).toBe(64);
  expect(outcome(() => fixtureLeafHash(padded))).toBe(6102);
});

test('fixture ids carry a state in bits 48 and up', () => {
  expect(plainFixtureId(fixture.fixtureId)).toBe(9_000_001);
  expect(fixtureState(fixture.fixtureId)).toBe(3);
  expect([plainFixtureId(9_000_001), fixtureState(9_000_001)]).toEqual([9_000_001, 0]);
});

test('hashes have 32 bytes (7002)', () => {
  expect(outcome(() => hashOf(new Uint8Array(31)))).toBe(7002);
  expect(outcome(() => hashOf(new Uint8Array(33)))).toBe(7002);
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1))).toBe(false);
  expect(shortHash(new Uint8Array(32).fill(0xab))).toBe('abababab…');
});
