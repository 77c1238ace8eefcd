import { expect, test } from 'vitest';
import { FIXTURES } from '../../../../tests/helpers/sampleSlot.js';
import { matchFeed, oddsOnWire } from '../../../../tests/helpers/service/feed.js';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { readIncoming } from './incoming.js';

test('a fixture leaves room in its id for the state of the match', () => {
  const { FixtureId: _, ...record } = FIXTURES.fixture.snapshot as Record<string, unknown>;
  const read = (id: number) =>
    readIncoming(JSON.stringify({ ...record, FixtureId: id, Sport: 'soccer' }), () => {}).fixtureId;
  for (const id of [1, 2 ** 48 - 1]) expect(read(id)).toBe(id);
  for (const id of [0, 2 ** 48, 2 ** 48 + 1]) expect(outcome(() => read(id))).toBe(7003);
});

test('the names of odds have up to 200 characters, so that a database can index them', () => {
  const odds = oddsOnWire(matchFeed('soccer', 1, 'texts').odds[0] as never);
  const read = (more: object) => outcome(() => readIncoming(JSON.stringify({ ...odds, ...more }), () => {}));
  for (const name of ['SuperOddsType', 'MarketParameters', 'MarketPeriod', 'MessageId'])
    expect(
      [200, 201].map((length) => read({ [name]: 'x'.repeat(length) })),
      name,
    ).toEqual([true, 7040]);
});
