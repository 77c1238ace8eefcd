import type { Seconds } from '@linesman/sdk/format';
import type { LateRootsGap } from '@linesman/sdk/internal/prove/adminTrail';
import type { LateRoots } from '@linesman/sdk/internal/prove/findLateRoots';
import { expect, test } from 'vitest';
import { key } from '../../../tests/helpers/sampleMarket.js';
import { lateRootsLines } from './lateRootsText.js';

const NOON = 1_800_014_400;
const found = (more: Partial<LateRoots>): LateRoots =>
  ({
    lateAfter: 21_600,
    before: 0,
    changed: 0,
    knownSince: NOON,
    gap: null,
    roots: [],
    changes: [],
    ...more,
  }) as LateRoots;

test('none is said only of a time in which none can be missing', () => {
  expect(lateRootsLines(found({}))[1]).toBe('late roots since 2027-01-15T12:00:00Z: none');
  const gaps: LateRootsGap[] = ['history', 'transaction', 'bound', 'upgrade', 'program', 'admin', 'many'];
  for (const gap of gaps) {
    expect(lateRootsLines(found({ gap }))[1]).toMatch(/^late roots until \S+: unknown, because .+; since then: none$/);
    const [, unknown, ...more] = lateRootsLines(found({ gap, knownSince: null }));
    expect([unknown, more]).toEqual([expect.stringMatching(/^late roots: unknown, because (?!.*none)/), []]);
  }
});

test('a stricter bound of before is named, a laxer one is not', () => {
  const [, line] = lateRootsLines(found({ before: 3_600 as Seconds, changed: NOON }));
  expect(line).toBe('for slots that ended until 2027-01-15T12:00:00Z: 3600 s');
  expect(lateRootsLines(found({ before: 86_400 as Seconds, changed: NOON }))).toHaveLength(2);
});

test('late roots and changes are lines of their own', () => {
  const root = { kind: 'scores', period: 20_643, slot: 12, signature: 'a' } as const;
  const changes = [{ what: 'publisher', to: key(1), at: NOON, signature: 'b' }] as const;
  const lines = lateRootsLines(
    found({
      gap: 'many',
      roots: [
        { ...root, at: null },
        { ...root, at: NOON - 1 },
      ],
      changes,
    }),
  );
  expect(lines.slice(1)).toEqual([
    'late roots until 2027-01-15T12:00:00Z: unknown, because there are too many transactions to read; since then: 1',
    '  scores of day 20643, slot 12: at an unknown time, transaction a',
    '  scores of day 20643, slot 12: at 2027-01-15T11:59:59Z, transaction a',
    'set by the admin:',
    `  publisher ${key(1)}: at 2027-01-15T12:00:00Z, transaction b`,
  ]);
});
