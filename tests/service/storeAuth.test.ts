import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeAuth } from '../../ts/service/adapter/index.js';
import {
  type Activation,
  type AuthStore,
  apiTokenHash,
  MS_PER_WEEK,
  newApiToken,
} from '../../ts/service/auth/index.js';
import { Store } from '../../ts/service/store/index.js';
import { rowsOf, type TestDatabase, testDatabase } from '../helpers/service/database.js';

const NOW = 1_800_000_000_000;
const TERMS = { level: 21, samplingSeconds: 60, leagueBundle: null, leagues: [901, 902], marketBundle: 0 };

let database: TestDatabase;
let auth: AuthStore;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  auth = storeAuth(await database.fresh());
});
afterAll(() => database.end());

function activation(more: Partial<Activation> = {}): Activation & { readonly token: string } {
  const token = newApiToken();
  const tokenHash = apiTokenHash(token) ?? new Uint8Array();
  return { txSig: 'tx1', wallet: 'w', weeks: 4, terms: TERMS, tokenHash, now: NOW, token, ...more };
}

/** Ends of the periods of a wallet. */
const held = async (wallet: string): Promise<number[]> =>
  (
    await rowsOf(database.pool, `select ends_at from subscription_period where wallet = '${wallet}' order by ends_at`)
  ).map(({ ends_at }) => Number(ends_at));

describe('activations', () => {
  test('give a token and a subscription, which outlive the process', async () => {
    const first = activation();
    expect(await auth.isActivated('tx1')).toBe(false);
    expect(await auth.token(first.tokenHash, NOW)).toBeUndefined();
    const period = { ...TERMS, startsAt: NOW, endsAt: NOW + 4 * MS_PER_WEEK };
    expect(await auth.activate(first)).toEqual(period);
    const later = storeAuth(await Store.over(database.pool));
    expect(await later.isActivated('tx1')).toBe(true);
    expect(await later.isActivated('tx2')).toBe(false);
    const token = await later.token(first.tokenHash, NOW);
    expect([token?.wallet, new Uint8Array(token?.hash ?? [])]).toEqual(['w', first.tokenHash]);
    expect(token).toMatchObject({ version: 1, periods: [period] });
    // What is over is left out.
    expect(await later.token(first.tokenHash, period.endsAt - 1)).toMatchObject({ periods: [period] });
    expect(await later.token(first.tokenHash, period.endsAt)).toMatchObject({ wallet: 'w', periods: [] });
    expect(await later.token(activation().tokenHash, NOW)).toBeUndefined();
  });

  test('add a period of their level after its last one; levels do not lengthen each other; older tokens stay', async () => {
    const free = { level: 1, samplingSeconds: 60, leagueBundle: 1, leagues: [], marketBundle: 0 };
    const given = [
      activation({ terms: free, weeks: 252 }),
      activation({ txSig: 'tx2' }),
      activation({ txSig: 'tx3', weeks: 1, now: NOW + 1_000 }),
      activation({ txSig: 'tx4', terms: free, now: NOW + 2_000 }),
    ];
    for (const one of given) await auth.activate(one);
    for (const { tokenHash } of given)
      expect(await auth.token(tokenHash, NOW)).toMatchObject({
        version: 4,
        periods: [
          { ...free, startsAt: NOW, endsAt: NOW + 252 * MS_PER_WEEK },
          { ...free, startsAt: NOW + 252 * MS_PER_WEEK, endsAt: NOW + 256 * MS_PER_WEEK },
          { ...TERMS, startsAt: NOW, endsAt: NOW + 4 * MS_PER_WEEK },
          { ...TERMS, startsAt: NOW + 4 * MS_PER_WEEK, endsAt: NOW + 5 * MS_PER_WEEK },
        ],
      });
    const late = NOW + 9 * MS_PER_WEEK;
    expect(await auth.activate(activation({ txSig: 'tx5', now: late }))).toMatchObject({ startsAt: late });
  });

  test('give their selection to all periods of the level, and to no other', async () => {
    const [first, bundle] = [activation(), { ...TERMS, leagueBundle: 2, leagues: [] }];
    await auth.activate(first);
    await auth.activate(activation({ txSig: 'tx2', terms: { ...TERMS, level: 22, leagues: [904] } }));
    // The level was redefined in between, twice.
    await auth.activate(activation({ txSig: 'tx3', terms: bundle }));
    await auth.activate(activation({ txSig: 'tx4', terms: { ...TERMS, samplingSeconds: 0, leagues: [903] } }));
    const { periods = [] } = (await auth.token(first.tokenHash, NOW)) ?? {};
    expect(
      periods.map(({ level, leagues, leagueBundle, samplingSeconds }) => [
        level,
        leagueBundle ?? leagues,
        samplingSeconds,
      ]),
    ).toEqual([
      [21, [903], 60],
      [21, 2, 60],
      [21, [903], 0],
      [22, [904], 60],
    ]);
  });

  test('happen once for each transaction, whoever comes with it; the second changes nothing', async () => {
    await auth.activate(activation());
    const again = activation({ wallet: 'thief', weeks: 52 });
    expect(await auth.activate(again)).toBeNull();
    expect(await auth.activate({ ...again, wallet: 'w' })).toBeNull();
    expect(await auth.token(again.tokenHash, NOW)).toBeUndefined();
    expect(await held('thief')).toEqual([]);
    expect(await held('w')).toEqual([NOW + 4 * MS_PER_WEEK]);
  });

  test('at the same time: of one transaction exactly one wins', async () => {
    const all = Array.from({ length: 8 }, () => activation());
    const results = await Promise.all(all.map((one) => auth.activate(one)));
    expect(results.filter((result) => result !== null).length).toBe(1);
    const tokens = await Promise.all(all.map(({ tokenHash }) => auth.token(tokenHash, NOW)));
    expect(tokens.map((token) => token !== undefined)).toEqual(results.map((result) => result !== null));
    expect(await held('w')).toEqual([NOW + 4 * MS_PER_WEEK]);
  });

  test('at the same time: of several transactions all count', async () => {
    const all = Array.from({ length: 8 }, (_, i) => activation({ txSig: `tx${i}`, weeks: 1 }));
    const results = await Promise.all(all.map((one) => auth.activate(one)));
    expect(results.map((result) => Number(result?.endsAt)).sort()).toEqual(
      all.map((_, i) => NOW + (i + 1) * MS_PER_WEEK),
    );
  });

  test('happen as a whole or not at all', async () => {
    const first = activation();
    await auth.activate(first);
    // Its token is there already, which the database refuses at the very end.
    const broken = activation({ txSig: 'tx2', tokenHash: first.tokenHash, wallet: 'v' });
    await expect(auth.activate(broken)).rejects.toThrow();
    expect(await auth.isActivated('tx2')).toBe(false);
    expect(await held('v')).toEqual([]);
    expect(await auth.activate(activation({ txSig: 'tx2', wallet: 'v' }))).not.toBeNull();
  });

  test('leave no token behind in readable form', async () => {
    const first = activation();
    await auth.activate(first);
    for (const table of ['token', 'subscription', 'subscription_period', 'activation']) {
      const rows = await rowsOf(database.pool, `select t::text as text from ${table} t`);
      expect(rows.length).toBe(1);
      expect(rows[0].text).not.toContain(first.token.slice(4));
    }
  });
});
