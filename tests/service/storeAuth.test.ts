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

describe('activations', () => {
  test('give a token and a subscription, which outlive the process', async () => {
    const first = activation();
    expect(await auth.isActivated('tx1')).toBe(false);
    expect(await auth.subscription('w')).toBeUndefined();
    expect(await auth.token(first.tokenHash)).toBeUndefined();
    const subscription = { wallet: 'w', endsAt: NOW + 4 * MS_PER_WEEK, terms: TERMS };
    expect(await auth.activate(first)).toEqual(subscription);
    const later = storeAuth(await Store.over(database.pool));
    expect(await later.isActivated('tx1')).toBe(true);
    expect(await later.isActivated('tx2')).toBe(false);
    expect(await later.subscription('w')).toEqual(subscription);
    expect(await later.subscription('v')).toBeUndefined();
    const token = await later.token(first.tokenHash);
    expect([token?.wallet, new Uint8Array(token?.hash ?? [])]).toEqual(['w', first.tokenHash]);
    expect(await later.token(activation().tokenHash)).toBeUndefined();
  });

  test('extend: from the end so far, or from now when it is over; terms are the new ones, older tokens stay', async () => {
    const [first, second, third] = [activation(), activation({ txSig: 'tx2' }), activation({ txSig: 'tx3' })];
    await auth.activate(first);
    const terms = { ...TERMS, leagues: [903], level: 22 };
    expect(await auth.activate({ ...second, weeks: 1, terms })).toEqual({
      wallet: 'w',
      endsAt: NOW + 5 * MS_PER_WEEK,
      terms,
    });
    expect(await auth.subscription('w')).toEqual({ wallet: 'w', endsAt: NOW + 5 * MS_PER_WEEK, terms });
    const late = NOW + 9 * MS_PER_WEEK;
    expect(await auth.activate({ ...third, now: late, weeks: 2 })).toMatchObject({ endsAt: late + 2 * MS_PER_WEEK });
    for (const { tokenHash } of [first, second, third])
      expect(await auth.token(tokenHash)).toMatchObject({ wallet: 'w' });
  });

  test('happen once for each transaction, whoever comes with it; the second changes nothing', async () => {
    await auth.activate(activation());
    const again = activation({ wallet: 'thief', weeks: 52 });
    expect(await auth.activate(again)).toBeNull();
    expect(await auth.activate({ ...again, wallet: 'w' })).toBeNull();
    expect(await auth.token(again.tokenHash)).toBeUndefined();
    expect(await auth.subscription('thief')).toBeUndefined();
    expect(await auth.subscription('w')).toMatchObject({ endsAt: NOW + 4 * MS_PER_WEEK });
  });

  test('at the same time: of one transaction exactly one wins', async () => {
    const all = Array.from({ length: 8 }, () => activation());
    const results = await Promise.all(all.map((one) => auth.activate(one)));
    expect(results.filter((result) => result !== null).length).toBe(1);
    const tokens = await Promise.all(all.map(({ tokenHash }) => auth.token(tokenHash)));
    expect(tokens.map((token) => token !== undefined)).toEqual(results.map((result) => result !== null));
    expect(await auth.subscription('w')).toMatchObject({ endsAt: NOW + 4 * MS_PER_WEEK });
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
    expect(await auth.subscription('v')).toBeUndefined();
    expect(await auth.activate(activation({ txSig: 'tx2', wallet: 'v' }))).not.toBeNull();
  });

  test('leave no token behind in readable form', async () => {
    const first = activation();
    await auth.activate(first);
    for (const table of ['token', 'subscription', 'activation']) {
      const rows = await rowsOf(database.pool, `select t::text as text from ${table} t`);
      expect(rows.length).toBe(1);
      expect(rows[0].text).not.toContain(first.token.slice(4));
    }
  });
});
