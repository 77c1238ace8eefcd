import { describe, expect, test } from 'vitest';
import { compareRoots } from '../../ts/sdk/client/compareRoots.js';
import type { RootsOfDay, RootsSlot } from '../../ts/sdk/client/roots.js';
import { type Root, rootOf } from '../../ts/sdk/format/hash.js';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SLOT } from '../../ts/sdk/format/slotTime.js';
import { rootsAccount } from '../../ts/sdk/program/account/rootsAccountBytes.js';
import { firstDayOf, fixturesWindow } from '../../ts/sdk/program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { type PublishedSlots, publishedSlots, type RootsKind } from '../../ts/sdk/proof/rootsAccount.js';

const DAY = 20_643;
const filled = (byte: number): Root => rootOf(new Uint8Array(32).fill(byte));

const saidOf = (kind: RootsKind, from: number, root: Uint8Array | null): RootsSlot => ({
  ...{ kind, index: 0, from, until: from + MS_PER_SLOT, state: root ? 'published' : 'pending' },
  ...{ root, fixtures: 1, updates: 2, publishedAt: null },
});

const dayOf = (...slots: RootsSlot[]): RootsOfDay => ({ epochDay: DAY, now: (DAY + 1) * MS_PER_DAY, slots });
const accountOf = (kind: RootsKind, roots: ReadonlyMap<number, Root>): PublishedSlots =>
  publishedSlots(rootsAccount(kind, firstDayOf(kind, DAY), roots, LOCALNET_PROGRAM_IDS.oracle).data);

describe.each(['scores', 'odds'] as const)('%s', (kind) => {
  const at = (place: number): number => DAY * MS_PER_DAY + place * MS_PER_SLOT;
  const said = [
    saidOf(kind, at(0), filled(1)),
    saidOf(kind, at(1), filled(2)),
    saidOf(kind, at(2), filled(3)),
    saidOf(kind, at(4), null),
    saidOf(kind, at(287), filled(9)),
  ];
  const account = accountOf(kind, new Map([0, 1, 3, 4, 287].map((place) => [place, filled(place === 1 ? 7 : 1)])));

  test('every slot of the day stands beside the chain', () => {
    const compared = compareRoots(kind, dayOf(...said), account);
    expect(compared.map(({ from, until }) => [from, until])).toEqual(
      Array.from({ length: 288 }, (_, place) => [at(place), at(place + 1)]),
    );
    expect([0, 1, 2, 3, 4, 5, 287].map((place) => compared[place]?.onChain)).toEqual([
      ...['same', 'other', 'none', 'unknown', 'unknown', 'none', 'other'],
    ]);
    expect(compared.flatMap(({ slot }) => slot ?? [])).toEqual(said);
    expect(compared[3]).toMatchObject({ slot: null, published: filled(1) });
  });

  test('a day of which nothing is on chain has no root anywhere', () => {
    const compared = compareRoots(kind, dayOf(...said), null);
    expect(new Set(compared.map(({ onChain }) => onChain))).toEqual(new Set(['none']));
    expect(compared.flatMap(({ published }) => published ?? [])).toEqual([]);
  });

  test('a later answer counts where the chain has a root that the first one lacks, and nowhere else', () => {
    const later = [
      ...[0, 1, 2].map((place) => saidOf(kind, at(place), filled(8))),
      ...[3, 4, 5].map((place) => saidOf(kind, at(place), filled(1))),
    ];
    const compared = compareRoots(kind, dayOf(...said), account, dayOf(...later));
    expect([0, 1, 2, 3, 4, 5].map((place) => compared[place]?.onChain)).toEqual([
      ...['same', 'other', 'none', 'same', 'same', 'none'],
    ]);
    expect([3, 4].map((place) => compared[place]?.slot)).toEqual([later[3], later[4]]);
    expect(compared[5]?.slot).toBe(null);
    expect(compareRoots(kind, dayOf(...said), account, dayOf())[4]).toMatchObject({
      slot: said[3],
      onChain: 'unknown',
    });
  });

  test('slots of other kinds are left out', () => {
    const other = saidOf(kind === 'odds' ? 'scores' : 'odds', at(0), filled(5));
    expect(compareRoots(kind, dayOf(other), account)[0]).toMatchObject({ slot: null, onChain: 'unknown' });
  });
});

test('the hours of fixtures are found in an account that begins days earlier', () => {
  const first = 24 * (DAY - fixturesWindow(DAY));
  expect(first).toBeGreaterThan(0);
  const from = DAY * MS_PER_DAY + 5 * MS_PER_HOUR;
  const account = accountOf(
    'fixtures',
    new Map([
      [5, filled(8)],
      [first + 5, filled(1)],
    ]),
  );
  const compared = compareRoots('fixtures', dayOf(saidOf('fixtures', from, filled(1))), account);
  expect(compared).toHaveLength(24);
  expect(compared[5]).toMatchObject({ from, until: from + MS_PER_HOUR, onChain: 'same' });
  expect(compared.filter(({ onChain }) => onChain !== 'none')).toHaveLength(1);
});
