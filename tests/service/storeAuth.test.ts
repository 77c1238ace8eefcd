import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../ts/service/data/store/store.js';
import { apiTokenHash, newApiToken } from '../../ts/service/edge/auth/apiToken.js';
import { type Activation, type AuthStore, MS_PER_WEEK, storeAuth } from '../../ts/service/edge/auth/authStore.js';
import { rowsOf, statements } from '../helpers/service/database.js';
import { storeDatabases } from '../helpers/service/storeDatabases.js';

const NOW = 1_800_000_000_000;
const TERMS = { level: 21, samplingSeconds: 60, leagueBundle: null, leagues: [901, 902], marketBundle: 0 };

const databases = await storeDatabases('PGlite', 'memory');
let store: Store;
let auth: AuthStore;

function activation(more: Partial<Activation> = {}): Activation & { readonly token: string } {
  const token = newApiToken();
  const tokenHash = apiTokenHash(token) ?? new Uint8Array();
  return { txSig: 'tx1', wallet: 'w', weeks: 4, terms: TERMS, tokenHash, now: NOW, realTime: NOW, token, ...more };
}

/** Ends of the periods of a wallet. */
const held = async (wallet: string): Promise<number[]> => {
  const periods = (await store.subscriptions.wallet(wallet, 0))?.periods ?? [];
  return periods.map(({ endsAt }) => endsAt).sort();
};

describe.each(databases)('%s', (_, database) => {
  const { pool } = database;
  beforeEach(async () => {
    store = await database.fresh();
    auth = storeAuth(store);
  });

  describe('activations', () => {
    test('give a token and a subscription that outlive the process', async () => {
      const first = activation();
      expect(await auth.activation('tx1')).toBeUndefined();
      expect(await auth.token(first.tokenHash, NOW)).toBeUndefined();
      const period = { ...TERMS, startsAt: NOW, endsAt: NOW + 4 * MS_PER_WEEK };
      expect(await auth.activate(first)).toEqual(period);
      const later = storeAuth(await database.another());
      expect(await later.activation('tx1')).toEqual({ wallet: 'w', leagues: [901, 902] });
      expect(await later.activation('tx2')).toBeUndefined();
      const token = await later.token(first.tokenHash, NOW);
      expect([token?.wallet, new Uint8Array(token?.hash ?? [])]).toEqual(['w', new Uint8Array(first.tokenHash)]);
      expect(token).toMatchObject({ version: 1, periods: [period] });
      // Expired periods are omitted.
      expect(await later.token(first.tokenHash, period.endsAt - 1)).toMatchObject({ periods: [period] });
      expect(await later.token(first.tokenHash, period.endsAt)).toMatchObject({ wallet: 'w', periods: [] });
      expect(await later.token(activation().tokenHash, NOW)).toBeUndefined();
    });

    test('leave the last period of each level to be shown after its end', async () => {
      const free = { level: 1, samplingSeconds: 60, leagueBundle: 1, leagues: [], marketBundle: 0 };
      for (const [i, [terms, weeks]] of (
        [
          [TERMS, 1],
          [TERMS, 2],
          [free, 4],
        ] as const
      ).entries())
        await auth.activate(activation({ txSig: `tx${i}`, terms, weeks }));
      const shown = async (weeks: number) =>
        (await auth.periods('w', NOW + weeks * MS_PER_WEEK)).map(({ level, startsAt, endsAt }) => [
          level,
          (startsAt - NOW) / MS_PER_WEEK,
          (endsAt - NOW) / MS_PER_WEEK,
        ]);
      expect(await shown(0)).toEqual([
        [1, 0, 4],
        [21, 0, 1],
        [21, 1, 3],
      ]);
      expect(await shown(1)).toEqual([
        [1, 0, 4],
        [21, 1, 3],
      ]);
      expect(await shown(9)).toEqual([
        [1, 0, 4],
        [21, 1, 3],
      ]);
      expect(await auth.periods('nobody', NOW)).toEqual([]);
    });

    test('add a period after the last of their level only; older tokens stay valid', async () => {
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

    test('apply their selection to all periods of the level, and to no other', async () => {
      const [first, bundle] = [activation(), { ...TERMS, leagueBundle: 2, leagues: [] }];
      await auth.activate(first);
      await auth.activate(activation({ txSig: 'tx2', terms: { ...TERMS, level: 22, leagues: [904] } }));
      const shown = async () => ((await auth.token(first.tokenHash, NOW))?.periods ?? []).map(({ leagues }) => leagues);
      // The level was redefined twice in between.
      await auth.activate(activation({ txSig: 'tx3', terms: bundle }));
      expect(await shown()).toEqual([[901, 902], [], [904]]);
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
      expect(await shown()).toEqual([[903], [], [903], [904]]);
    });

    test('happen once per transaction, whoever presents it; the second changes nothing', async () => {
      await auth.activate(activation());
      const again = activation({ wallet: 'thief', weeks: 52 });
      expect(await auth.activate(again)).toBe('used');
      expect(await auth.activate({ ...again, wallet: 'w' })).toBe('used');
      expect(await auth.token(again.tokenHash, NOW)).toBeUndefined();
      expect(await held('thief')).toEqual([]);
      expect(await held('w')).toEqual([NOW + 4 * MS_PER_WEEK]);
    });

    test('at the same time: for one transaction exactly one wins', async () => {
      const all = Array.from({ length: 8 }, () => activation());
      const results = await Promise.all(all.map((one) => auth.activate(one)));
      expect(results.filter((result) => result !== 'used').length).toBe(1);
      const tokens = await Promise.all(all.map(({ tokenHash }) => auth.token(tokenHash, NOW)));
      expect(tokens.map((token) => token !== undefined)).toEqual(results.map((result) => result !== 'used'));
      expect(await held('w')).toEqual([NOW + 4 * MS_PER_WEEK]);
    });

    test('at the same time: for several transactions all count', async () => {
      const all = Array.from({ length: 8 }, (_, i) => activation({ txSig: `tx${i}`, weeks: 1 }));
      const results = await Promise.all(all.map((one) => auth.activate(one)));
      expect(results.map((result) => typeof result !== 'string' && result.endsAt).sort()).toEqual(
        all.map((_, i) => NOW + (i + 1) * MS_PER_WEEK),
      );
    });

    test('happen as a whole or not at all', async () => {
      const first = activation();
      await auth.activate(first);
      // Its token already exists, and the database refuses it at the very end.
      const broken = activation({ txSig: 'tx2', tokenHash: first.tokenHash, wallet: 'v' });
      await expect(auth.activate(broken)).rejects.toThrow();
      expect(await auth.activation('tx2')).toBeUndefined();
      expect(await held('v')).toEqual([]);
      expect(await auth.activate(activation({ txSig: 'tx2', wallet: 'v' }))).toMatchObject({ level: 21 });
    });

    if (pool)
      test('leave no readable token behind', async () => {
        const first = activation();
        await auth.activate(first);
        for (const table of ['token', 'subscription', 'subscription_period', 'activation']) {
          const rows = await rowsOf(pool, `select t::text as text from ${table} t`);
          expect(rows.length).toBe(1);
          expect(rows[0].text).not.toContain(first.token.slice(4));
        }
      });
  });

  test('sessions are compared with real time, and tokens are stamped with it, whatever the world time', async () => {
    const { subscriptions } = store;
    const world = NOW + 1_000 * MS_PER_WEEK;
    await auth.activate(activation({ now: world }));
    expect(await subscriptions.wallet('w', world)).toMatchObject({ tokens: [NOW], periods: [{ startsAt: world }] });
    const { tokenHash } = activation();
    const session = { txSig: 'tx1', wallet: 'w', tokenHash, sessionIssuedAt: NOW + 1, now: NOW + 1 };
    expect(await auth.repeat(session)).toBe('repeated');
  });

  test('versions are returned for all requested wallets, however many', async () => {
    const { subscriptions } = store;
    await auth.activate(activation());
    await auth.activate(activation({ txSig: 'tx2' }));
    await auth.activate(activation({ txSig: 'tx3', wallet: 'v' }));
    const many = [...Array(2_500).keys()].map((i) => `w${i}`);
    expect(await subscriptions.versions(['v', ...many, 'w'])).toEqual(
      new Map([
        ['v', 1],
        ['w', 2],
      ]),
    );
  });

  describe('repeats', () => {
    const repeated = (issuedAt: number, more: object = {}) => {
      const { tokenHash } = activation();
      return { txSig: 'tx1', wallet: 'w', tokenHash, sessionIssuedAt: issuedAt, now: issuedAt, ...more };
    };
    const lives = async (hash: Uint8Array) => (await auth.token(hash, NOW)) !== undefined;

    test('replace the token of their transaction only, and change no period', async () => {
      const [first, other, foreign] = [
        activation(),
        activation({ txSig: 'tx2' }),
        activation({ txSig: 'tx3', wallet: 'v' }),
      ];
      for (const one of [first, other, foreign]) await auth.activate(one);
      const before = await held('w');
      const second = repeated(NOW + 1);
      expect(await auth.repeat(second)).toBe('repeated');
      const all = [first, other, foreign, second].map(({ tokenHash }) => lives(tokenHash));
      expect(await Promise.all(all)).toEqual([false, true, true, true]);
      expect(await held('w')).toEqual(before);
      expect(await auth.token(second.tokenHash, NOW)).toMatchObject({ version: 3 });
      expect(await auth.activation('tx1')).toEqual({ wallet: 'w', leagues: [901, 902] });
    });

    test('are refused for a session that is not newer than the last activation or repeat', async () => {
      const first = activation();
      await auth.activate(first);
      for (const issuedAt of [NOW - 1, NOW])
        expect(await auth.repeat(repeated(issuedAt, { now: NOW + 9 }))).toBe('used');
      expect(await lives(first.tokenHash)).toBe(true);
      const second = repeated(NOW + 1, { now: NOW + 5 });
      expect(await auth.repeat(second)).toBe('repeated');
      for (const issuedAt of [NOW + 1, NOW + 5]) expect(await auth.repeat(repeated(issuedAt))).toBe('used');
      expect(await lives(second.tokenHash)).toBe(true);
    });

    test('are refused for a session not newer than one whose clock was ahead', async () => {
      await auth.activate(activation());
      expect(await auth.repeat(repeated(NOW + 400, { now: NOW + 1 }))).toBe('repeated');
      for (const issuedAt of [NOW + 2, NOW + 400])
        expect(await auth.repeat(repeated(issuedAt, { now: NOW + 500 }))).toBe('used');
      expect(await auth.repeat(repeated(NOW + 401))).toBe('repeated');
    });

    test('are refused for a wallet that has not activated the transaction', async () => {
      const first = activation();
      await auth.activate(first);
      await auth.activate(activation({ txSig: 'tx2', wallet: 'v' }));
      await expect(auth.repeat(repeated(NOW + 1, { wallet: 'v' }))).rejects.toThrow();
      expect(await lives(first.tokenHash)).toBe(true);
      expect(await auth.repeat(repeated(NOW + 1))).toBe('repeated');
    });

    test('twenty at the same time leave one valid token', async () => {
      await auth.activate(activation());
      const all = [...Array(20).keys()].map((i) => repeated(NOW + 1 + i, { now: NOW + 30 }));
      const outcomes = await Promise.all(all.map((one) => auth.repeat(one)));
      expect(outcomes.filter((outcome) => outcome === 'repeated').length).toBe(1);
      const living = await Promise.all(all.map(({ tokenHash }) => lives(tokenHash)));
      expect(living).toEqual(outcomes.map((outcome) => outcome === 'repeated'));
      expect((await store.subscriptions.wallet('w', NOW))?.tokens).toHaveLength(1);
    });

    if (pool)
      test('end the tokens of the wallet from before transactions had one', async () => {
        const [first, other, foreign] = [
          activation(),
          activation({ txSig: 'tx2' }),
          activation({ txSig: 'tx3', wallet: 'v' }),
        ];
        for (const one of [first, other, foreign]) await auth.activate(one);
        await statements(pool, 'update token set tx_sig = null');
        expect(await auth.repeat(repeated(NOW + 1))).toBe('repeated');
        const all = [first, other, foreign].map(({ tokenHash }) => lives(tokenHash));
        expect(await Promise.all(all)).toEqual([false, false, true]);
      });

    test('are atomic: a token that cannot be stored ends none', async () => {
      const [first, other] = [activation(), activation({ txSig: 'tx2' })];
      for (const one of [first, other]) await auth.activate(one);
      await expect(auth.repeat(repeated(NOW + 1, { tokenHash: other.tokenHash }))).rejects.toThrow();
      expect(await lives(first.tokenHash)).toBe(true);
      expect(await auth.repeat(repeated(NOW + 1))).toBe('repeated');
    });
  });

  describe('tokens', () => {
    test('are ended one by one by their holders', async () => {
      const [first, other] = [activation(), activation({ txSig: 'tx2' })];
      for (const one of [first, other]) await auth.activate(one);
      await auth.endToken(first.tokenHash);
      expect(await auth.token(first.tokenHash, NOW)).toBeUndefined();
      expect(await auth.token(other.tokenHash, NOW)).toMatchObject({ version: 3 });
      // A token that does not exist.
      await auth.endToken(first.tokenHash);
      expect(await auth.token(other.tokenHash, NOW)).toMatchObject({ version: 3 });
    });

    test('are all ended by the operator, who may block the wallet until it is allowed again', async () => {
      const { subscriptions } = store;
      const [first, other, foreign] = [
        activation(),
        activation({ txSig: 'tx2' }),
        activation({ txSig: 'tx3', wallet: 'v' }),
      ];
      for (const one of [first, other, foreign]) await auth.activate(one);
      expect(await subscriptions.wallet('w', NOW)).toMatchObject({ blockedAt: null, tokens: [NOW, NOW] });
      expect(await subscriptions.endTokens('w')).toBe(2);
      expect(await auth.token(first.tokenHash, NOW)).toBeUndefined();
      expect(await auth.token(foreign.tokenHash, NOW)).toBeDefined();
      const again = { txSig: 'tx1', wallet: 'w', sessionIssuedAt: NOW + 1, now: NOW + 1 };
      expect(await auth.repeat({ ...again, tokenHash: first.tokenHash })).toBe('repeated');

      expect(await subscriptions.endTokens('w', NOW + 2)).toBe(1);
      expect(await subscriptions.endTokens('w', NOW + 3)).toBe(0);
      expect(await subscriptions.wallet('w', NOW)).toMatchObject({ blockedAt: NOW + 2, tokens: [], periods: [{}, {}] });
      expect((await subscriptions.wallet('w', NOW + 4 * MS_PER_WEEK))?.periods).toHaveLength(1);
      expect(await auth.activate(activation({ txSig: 'tx4' }))).toBe('blocked');
      expect(await auth.repeat({ ...again, tokenHash: first.tokenHash, sessionIssuedAt: NOW + 5 })).toBe('blocked');
      // Nothing of the refused activation was stored.
      expect(await auth.activation('tx4')).toBeUndefined();
      const version = async () => (await subscriptions.versions(['w'])).get('w') ?? 0;
      const before = await version();
      expect(await subscriptions.allow('w')).toBe(true);
      expect(await version()).toBe(before + 1);
      expect(await subscriptions.allow('w')).toBe(false);
      expect(await auth.activate(activation({ txSig: 'tx4' }))).toMatchObject({ level: 21 });

      // A wallet without any data.
      expect(await subscriptions.endTokens('x')).toBe(0);
      expect(await subscriptions.wallet('x', NOW)).toBeUndefined();
      expect(await subscriptions.endTokens('x', NOW)).toBe(0);
      expect(await auth.activate(activation({ txSig: 'tx5', wallet: 'x' }))).toBe('blocked');
    });

    if (pool)
      test('of a blocked wallet count for nothing, even one that was inserted by hand', async () => {
        await auth.activate(activation());
        await store.subscriptions.endTokens('w', NOW);
        const byHand = `('\\x${'ab'.repeat(32)}', 'w', 0, 'tx1')`;
        await statements(pool, `insert into token (hash, wallet, created_at, tx_sig) values ${byHand}`);
        expect(await auth.token(new Uint8Array(32).fill(0xab), NOW)).toBeUndefined();
        await store.subscriptions.allow('w');
        expect(await auth.token(new Uint8Array(32).fill(0xab), NOW)).toBeDefined();
      });
  });
});
