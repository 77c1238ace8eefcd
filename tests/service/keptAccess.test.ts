import { expect, test } from 'vitest';
import { ShortLived } from '../../ts/service/cache/shortLived.js';
import { type Access, accessAt, keptAccess } from '../../ts/service/edge/auth/access.js';
import { apiTokenHash, newApiToken } from '../../ts/service/edge/auth/apiToken.js';
import { createAuth } from '../../ts/service/edge/auth/auth.js';
import type { AuthStore, TokenOwner } from '../../ts/service/edge/auth/authStore.js';
import { keptOwners } from '../../ts/service/edge/auth/keptOwners.js';
import { SessionKeys } from '../../ts/service/edge/auth/sessionKeys.js';
import { SessionTokens } from '../../ts/service/edge/auth/sessionTokens.js';

const HASH = new Uint8Array(32).fill(1);

function scene() {
  let time = 0;
  const asked: number[] = [];
  let stored: TokenOwner | undefined = { hash: HASH, wallet: 'w', version: 1, periods: [] };
  const store = {
    token: async () => {
      asked.push(time);
      return stored;
    },
  } as unknown as AuthStore;
  const kept = keptOwners(store, { machineTime: () => time });
  return {
    kept,
    asked,
    token: () => kept.token(HASH, 0),
    at: (ms: number) => {
      time = ms;
    },
    store: (owner: TokenOwner | undefined) => {
      stored = owner;
    },
  };
}

test('a token is looked up at most once a second, and a cached one is never older', async () => {
  const { at, token, asked, store } = scene();
  for (const ms of [0, 1, 500, 999]) {
    at(ms);
    await token();
  }
  expect(asked).toEqual([0]);
  store(undefined);
  at(1_000);
  expect(await token()).toBeUndefined();
  expect(asked).toEqual([0, 1_000]);
});

test('an unknown token is looked up each time: a new one works at once', async () => {
  const { token, store } = scene();
  const owner = { hash: HASH, wallet: 'w', version: 1, periods: [] };
  store(undefined);
  expect(await token()).toBeUndefined();
  store(owner);
  expect(await token()).toBe(owner);
});

test('a wallet is looked up again after a message or with a new stored version; others stay cached', async () => {
  const { kept, token, asked } = scene();
  await token();
  kept.forget('another');
  kept.compare(new Map([['w', 1]]));
  await token();
  expect(asked.length).toBe(1);
  kept.forget('w');
  await token();
  expect(asked.length).toBe(2);
  // An earlier version: the database was restored.
  for (const version of [2, 0]) {
    kept.compare(new Map([['w', version]]));
    await token();
  }
  expect(asked.length).toBe(4);
  // No message announces it.
  kept.compare(new Map([['another', 7]]));
  await token();
  expect(asked.length).toBe(4);
});

test('cached data is as old as its query, and not valid at another time when the clock is set back', async () => {
  let time = 0;
  const kept = new ShortLived<string>({ machineTime: () => time });
  const slow = async () => {
    time = 900;
    return 'old';
  };
  expect(await kept.get('a', slow)).toBe('old');
  time = 999;
  expect(await kept.get('a', async () => 'new')).toBe('old');
  time = 1_000;
  expect(await kept.get('a', async () => 'new')).toBe('new');
  time = 0;
  expect(await kept.get('a', async () => 'of then')).toBe('of then');
  time = 2_000;
  expect(await kept.get('a', async () => undefined)).toBeUndefined();
  // What was found to be gone does not come back at another time.
  time = 999;
  expect(await kept.get('a', async () => 'another')).toBe('another');
});

test('an answer that was in flight when a change was announced is not cached', async () => {
  const kept = new ShortLived<string>({ machineTime: () => 0 });
  let answer = (_: string): void => {};
  const first = kept.get('a', () => new Promise((resolve) => (answer = resolve)));
  kept.forget(() => false);
  answer('old');
  expect(await first).toBe('old');
  expect(await kept.get('a', async () => 'new')).toBe('new');
  expect(await kept.get('a', async () => 'newer')).toBe('new');
});

test('the cache does not exceed its limit', async () => {
  const kept = new ShortLived<string>({ most: 2, machineTime: () => 0 });
  for (const key of ['a', 'b', 'c']) await kept.get(key, async () => key);
  expect(await kept.get('a', async () => 'asked')).toBe('asked');
  expect(await kept.get('c', async () => 'asked')).toBe('c');
});

test('a session with a verified signature still ends with its time and with its key', async () => {
  let now = 1_800_000_000_000;
  const keys = new SessionKeys(new Uint8Array(32).fill(1));
  const tokens = new SessionTokens({ keys, issuer: 'i', audience: 'a', now: () => now, seconds: 100 });
  const jwt = await tokens.start();
  const outcome = () =>
    tokens.check(jwt).then(
      ({ endsAt }) => endsAt,
      () => 'refused',
    );
  const endsAt = now + 100_000;
  expect([await outcome(), await outcome()]).toEqual([endsAt, endsAt]);
  now = endsAt - 1;
  expect(await outcome()).toBe(endsAt);
  now = endsAt;
  expect([await outcome(), await outcome()]).toEqual(['refused', 'refused']);
  // Before it was issued.
  now = endsAt - 101_000;
  expect(await outcome()).toBe('refused');
  now = endsAt - 50_000;
  expect(await outcome()).toBe(endsAt);
  keys.rotate(new Uint8Array(32).fill(2), now + 10_000);
  expect(await outcome()).toBe(endsAt);
  now += 10_000;
  expect([await outcome(), await outcome()]).toEqual(['refused', 'refused']);
});

test('a token that differs in one character from a valid one is refused', async () => {
  const keys = new SessionKeys(new Uint8Array(32).fill(1));
  const tokens = new SessionTokens({ keys, issuer: 'i', audience: 'a', now: () => 1_800_000_000_000 });
  const jwt = await tokens.start();
  // The second time nothing is computed again.
  expect(await tokens.check(jwt)).toBe(await tokens.check(jwt));
  for (const at of [5, jwt.indexOf('.') + 5, jwt.lastIndexOf('.') + 5]) {
    const forged = `${jwt.slice(0, at)}${jwt[at] === 'A' ? 'B' : 'A'}${jwt.slice(at + 1)}`;
    await expect(tokens.check(forged)).rejects.toMatchObject({ number: 7060 });
  }
});

test('a subscription ends on time although its periods are cached, and a starting one is seen', async () => {
  let now = 0;
  const token = newApiToken();
  const terms = { level: 1, samplingSeconds: 0, leagueBundle: 0, leagues: [], marketBundle: 0 };
  const asked: number[] = [];
  const store = {
    token: async (hash: Uint8Array) => {
      asked.push(now);
      const periods = [
        { ...terms, startsAt: 0, endsAt: 100 },
        { ...terms, level: 2, startsAt: 200, endsAt: 300 },
      ];
      return { hash, wallet: 'w', version: 1, periods };
    },
  } as unknown as AuthStore;
  const auth = createAuth({
    store: keptOwners(store, { machineTime: () => 0 }),
    tables: { leagues: [], leagueBundles: [{ id: 1, leagues: [] }], marketBundles: [], freeBundle: 1 },
    now: () => now,
  } as unknown as Parameters<typeof createAuth>[0]);
  expect(apiTokenHash(token)).toBeDefined();
  const seen: unknown[] = [];
  for (now of [0, 99, 100, 199, 200, 299, 300])
    seen.push(
      await auth.access(token).then(
        ({ changesAt }) => changesAt,
        () => 'refused',
      ),
    );
  expect(seen).toEqual([100, 100, 'refused', 'refused', 300, 300, 'refused']);
  expect(asked).toEqual([0]);
});

test('the access of a token is computed once between starts and ends of periods, whichever way time goes', () => {
  const terms = { samplingSeconds: 60, leagueBundle: 1, leagues: [], marketBundle: 0 };
  const periods = [
    { ...terms, level: 1, startsAt: 10, endsAt: 40 },
    { ...terms, level: 2, samplingSeconds: 0, startsAt: 20, endsAt: 30 },
    { ...terms, level: 1, startsAt: 50, endsAt: 60 },
  ];
  const tables = { leagues: [], leagueBundles: [{ id: 1, leagues: [7] }], marketBundles: [], freeBundle: 1 };
  const owner: TokenOwner = { hash: HASH, wallet: 'w', version: 1, periods };
  const accessOf = keptAccess(tables);
  const shown = (access: Access | null) =>
    access && [access.changesAt, access.intervals, access.periods.map(({ endsAt }) => endsAt), access.sampling(7, '')];
  const times = Array.from({ length: 65 }, (_, ms) => ms);
  for (const now of [...times, ...times.toReversed(), 25, 35, 15, 55, 45, 25, 5])
    expect(shown(accessOf(owner, now)), String(now)).toEqual(shown(accessAt(owner, now, tables)));
  expect(accessOf(owner, 25)).toBe(accessOf(owner, 29));
  // Another answer of the store is another owner.
  expect(shown(accessOf({ ...owner, periods: [] }, 25))).toBeNull();
});
