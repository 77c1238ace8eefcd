import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KEPT_MS } from '../../ts/service/cache/shortLived.js';
import { apiTokenHash, newApiToken } from '../../ts/service/edge/auth/apiToken.js';
import { createAuth } from '../../ts/service/edge/auth/auth.js';
import type { AuthStore, TokenOwner } from '../../ts/service/edge/auth/authStore.js';
import { keptOwners } from '../../ts/service/edge/auth/keptOwners.js';
import { SUBSCRIPTION_INTERVAL, watchSubscriptions } from '../../ts/service/edge/subscriptionWatch.js';

/** ms after which every edge refuses a token that was revoked elsewhere. */
const PROMISED = 5_000;

test('cache lifetime and polling interval leave the same time again for the database to answer', () => {
  expect([KEPT_MS, SUBSCRIPTION_INTERVAL].map((ms) => 2 * ms <= PROMISED)).toEqual([true, true]);
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a token revoked elsewhere without a message is refused within the promised time, with its streams', async () => {
  const token = newApiToken();
  const terms = { level: 1, samplingSeconds: 0, leagueBundle: 0, leagues: [], marketBundle: 0 };
  let version = 1;
  let owner: Omit<TokenOwner, 'hash'> | undefined = {
    wallet: 'w',
    version,
    periods: [{ ...terms, startsAt: 0, endsAt: 1_000 }],
  };
  const stored = { token: async (hash: Uint8Array) => owner && { hash, ...owner } } as unknown as AuthStore;
  const owners = keptOwners(stored);
  const auth = createAuth({
    store: owners,
    tables: { leagues: [], leagueBundles: [{ id: 1, leagues: [] }], marketBundles: [], freeBundle: 1 },
    now: () => 0,
  } as unknown as Parameters<typeof createAuth>[0]);
  const isLetIn = (): Promise<boolean> =>
    auth.access(token).then(
      () => true,
      () => false,
    );
  const streams: boolean[] = [];
  const ending = new AbortController();
  const watching = watchSubscriptions(
    {
      subscriptions: { versions: async () => new Map([['w', version]]) },
      hub: {
        wallets: new Set(['w']),
        refresh: async () => {},
        refreshChanged: async (versions) => {
          if (versions.get('w') !== 1) streams.push(await isLetIn());
        },
      },
      wake: { listen: () => () => {} },
      owners,
    },
    ending.signal,
  );
  expect(apiTokenHash(token)).toBeDefined();
  // Cached just before.
  expect(await isLetIn()).toBe(true);
  owner = undefined;
  version++;
  await vi.advanceTimersByTimeAsync(KEPT_MS - 1);
  expect(await isLetIn()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isLetIn()).toBe(false);
  expect(streams).toEqual([]);
  await vi.advanceTimersByTimeAsync(PROMISED - KEPT_MS);
  expect([...new Set(streams)]).toEqual([false]);
  ending.abort();
  await vi.advanceTimersByTimeAsync(SUBSCRIPTION_INTERVAL);
  await watching;
});
