import { expect, test } from 'vitest';
import { FIXTURES } from '../../../../tests/helpers/sampleSlot.js';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { readIncoming } from './incoming.js';

test('a fixture leaves room in its id for the state of the match', () => {
  const { FixtureId: _, ...record } = FIXTURES.fixture.snapshot as Record<string, unknown>;
  const read = (id: number) =>
    readIncoming(JSON.stringify({ ...record, FixtureId: id, Sport: 'soccer' }), () => {}).fixtureId;
  for (const id of [1, 2 ** 48 - 1]) expect(read(id)).toBe(id);
  for (const id of [0, 2 ** 48, 2 ** 48 + 1]) expect(outcome(() => read(id))).toBe(7003);
});
