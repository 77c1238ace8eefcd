import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { databaseOver } from '../../ts/service/data/store/databaseOver.js';
import { migrate, readMigrations } from '../../ts/service/data/store/migrate.js';
import { Store } from '../../ts/service/data/store/store.js';
import type { StoredPeriod } from '../../ts/service/data/store/subscriptionStore.js';
import { MS_PER_WEEK } from '../../ts/service/edge/auth/authStore.js';
import { sharedDatabase, statements } from '../helpers/service/database.js';

/**
 * Wallets of a database from before periods, when an activation of any level extended the single subscription and
 * replaced its terms.
 */

const NOW = 1_800_000_000_000;
const FREE = { level: 1, samplingSeconds: 60, leagueBundle: 1, leagues: [], marketBundle: 0 };
const DEAR = { level: 11, samplingSeconds: 0, leagueBundle: 0, leagues: [], marketBundle: 0 };
const CUSTOM = { level: 21, samplingSeconds: 60, leagueBundle: null, leagues: [901, 902], marketBundle: 3 };
type OldTerms = Omit<typeof FREE, 'leagues' | 'leagueBundle'> & { leagueBundle: number | null; leagues: number[] };

interface Bought {
  readonly terms: OldTerms;
  readonly weeks: number;
  /** Weeks after `NOW`. */
  readonly at: number;
}

const database = sharedDatabase();

const hashOf = (wallet: string) => new Uint8Array(createHash('sha256').update(wallet).digest());

/** As the service stored it then: one subscription with the newest terms, extended from its end. */
function oldRows(wallet: string, all: readonly Bought[]): string[] {
  let end = 0;
  const rows = all.map(({ terms, weeks, at }, i) => {
    const time = NOW + at * MS_PER_WEEK;
    end = Math.max(time, end) + weeks * MS_PER_WEEK;
    const tx = `${wallet}${String(i).padStart(3, '0')}`;
    return `insert into activation values ('${tx}', '${wallet}', ${weeks}, '${JSON.stringify(terms)}', ${time})`;
  });
  const terms = JSON.stringify(all.at(-1)?.terms);
  return [
    ...rows,
    `insert into subscription values ('${wallet}', ${end}, '${terms}')`,
    `insert into token values ('\\x${Buffer.from(hashOf(wallet)).toString('hex')}', '${wallet}', ${NOW})`,
  ];
}

/** The periods after migrating a database with these wallets, in weeks after `NOW`. */
async function migrated(wallets: Readonly<Record<string, readonly Bought[]>>) {
  const older = readMigrations().filter(({ version }) => version < 7);
  await statements(database.pool, 'drop schema public cascade', 'create schema public');
  await migrate(databaseOver(database.pool), older);
  await statements(database.pool, ...Object.entries(wallets).flatMap(([wallet, all]) => oldRows(wallet, all)));
  const { subscriptions } = await Store.over(database.pool);
  const found: Record<string, unknown> = {};
  for (const wallet of Object.keys(wallets)) {
    const owner = await subscriptions.token(hashOf(wallet), 0);
    expect(owner).toMatchObject({ wallet, version: 1 });
    found[wallet] = owner?.periods.map(inWeeks);
  }
  return found;
}
const inWeeks = ({ startsAt, endsAt, ...terms }: StoredPeriod) => [
  (startsAt - NOW) / MS_PER_WEEK,
  (endsAt - NOW) / MS_PER_WEEK,
  terms,
];

test('nobody loses time, and what a later level had replaced is restored', async () => {
  const found = await migrated({
    one: [{ terms: DEAR, weeks: 4, at: 0 }],
    // Again before its end, and after it.
    again: [
      { terms: DEAR, weeks: 4, at: 0 },
      { terms: DEAR, weeks: 8, at: 2 },
      { terms: DEAR, weeks: 4, at: 20 },
    ],
    // Was promised 256 weeks of the expensive level, and keeps them.
    lengthened: [
      { terms: FREE, weeks: 252, at: 0 },
      { terms: DEAR, weeks: 4, at: 1 },
    ],
    // Had lost the expensive level to a free one.
    replaced: [
      { terms: DEAR, weeks: 252, at: 0 },
      { terms: FREE, weeks: 4, at: 1 },
    ],
    // The newest selection applies to the whole level.
    custom: [
      { terms: { ...CUSTOM, leagues: [903] }, weeks: 4, at: 0 },
      { terms: CUSTOM, weeks: 4, at: 1 },
    ],
    // The level was redefined meanwhile: each period is what was bought.
    redefined: [
      { terms: DEAR, weeks: 4, at: 0 },
      { terms: { ...DEAR, samplingSeconds: 3_600 }, weeks: 4, at: 0 },
      { terms: { ...DEAR, leagueBundle: null, leagues: [901] }, weeks: 4, at: 0 },
    ],
  });
  expect(found).toEqual({
    one: [[0, 4, DEAR]],
    again: [
      [0, 4, DEAR],
      [4, 12, DEAR],
      [20, 24, DEAR],
    ],
    lengthened: [
      [0, 252, FREE],
      [1, 5, DEAR],
      [5, 256, DEAR],
    ],
    replaced: [
      [1, 5, FREE],
      [5, 256, FREE],
      [0, 252, DEAR],
    ],
    custom: [
      [0, 4, CUSTOM],
      [4, 8, CUSTOM],
    ],
    redefined: [
      [0, 4, DEAR],
      [4, 8, { ...DEAR, samplingSeconds: 3_600 }],
      [8, 12, { ...DEAR, leagueBundle: null, leagues: [901] }],
    ],
  });
});

test('everybody sees at least what they saw before, at any time', async () => {
  // A fixed sequence of purchases of three levels.
  let state = 7;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  const wallets = Object.fromEntries(
    [...Array(30).keys()].map((i) => {
      let at = 0;
      const all = [...Array(1 + next(6)).keys()].map(() => {
        at += next(10);
        return { terms: [FREE, DEAR, CUSTOM][next(3)] as OldTerms, weeks: 4 * (1 + next(4)), at };
      });
      return [`w${i}`, all];
    }),
  );
  const found = (await migrated(wallets)) as Record<string, [number, number, OldTerms][]>;
  for (const [wallet, all] of Object.entries(wallets)) {
    let end = 0;
    for (const { weeks, at } of all) end = Math.max(at, end) + weeks;
    const { terms, at: last } = all.at(-1) as Bought;
    for (let week = last; week < end; week++) {
      const holds = found[wallet]?.some(([from, to, held]) => held.level === terms.level && from <= week && week < to);
      expect([wallet, week, holds]).toEqual([wallet, week, true]);
    }
  }
});
