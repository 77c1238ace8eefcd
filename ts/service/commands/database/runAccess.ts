import { dirname, join, resolve } from 'node:path';
import { EXIT, json, showTable, type Terminal } from '@linesman/cli';
import { fail, OPTION_NEEDED } from '@linesman/sdk/error';
import { Store } from '../../data/store/store.js';
import { placeOf } from '../../data/store/storePlace.js';
import type { StoredWallet } from '../../data/store/subscriptionStore.js';
import { readWorld } from '../../serve/world.js';
import type { AccessFlags } from './access.js';
import { databaseNotUsable } from './databaseNotUsable.js';
import { refuseWithoutDatabase } from './refuseWithoutDatabase.js';

/**
 * Shows, revokes or blocks a wallet's access in the service's database. Blocks use the database's clock, periods the
 * simulated time. Returns the exit code. Errors: OPTION_NEEDED without a store, FILE_NOT_READABLE for a folder without
 * a database, FOLDER_IN_USE, STORE_DAMAGED, MIGRATIONS_MISSING, DATABASE_NOT_USABLE, INVALID_DATA_FOLDER for the world
 * beside it.
 */
export async function runAccess(flags: AccessFlags, terminal: Terminal): Promise<number> {
  const { step, wallet, store: place } = flags;
  if (!place) return fail(OPTION_NEEDED, { problem: 'no store' });
  const { isKnown, ended, allowed, found } = await over(place, async (store) => {
    const { subscriptions } = store;
    const now = await store.time();
    const worldTime = Math.max(now, worldTimeOf(place));
    const done = {
      isKnown: (await subscriptions.wallet(wallet, worldTime)) !== undefined,
      ended: step === 'revoke' || step === 'block' ? await ending(subscriptions, step, wallet, now) : null,
      allowed: step === 'allow' ? await subscriptions.allow(wallet) : null,
    };
    return { ...done, found: (await subscriptions.wallet(wallet, worldTime)) ?? NOBODY };
  }).catch((error: unknown) => databaseNotUsable(place, error));
  const { blockedAt, periods, tokens } = found;
  if (flags.json) {
    const did = { ...(ended !== null && { ended }), ...(allowed !== null && { allowed }) };
    terminal.out(json({ wallet, isKnown, ...did, blockedAt, tokens: tokens.length, periods }));
  } else
    showTable(terminal, [
      ['wallet', wallet],
      ...(isKnown ? [] : [['known', 'no: it has never activated anything here'] as const]),
      ...(ended === null ? [] : [['tokens ended', `${ended}`] as const]),
      ['tokens', `${tokens.length}`],
      ['blocked', blockedAt === null ? 'no' : `since ${timeOf(blockedAt)}`],
      ...periods.map(
        ({ level, startsAt, endsAt }) => [`level ${level}`, `${timeOf(startsAt)} to ${timeOf(endsAt)}`] as const,
      ),
    ]);
  return EXIT.valid;
}

/** A wallet that the database does not know. */
const NOBODY: Pick<StoredWallet, 'blockedAt' | 'periods' | 'tokens'> = { blockedAt: null, periods: [], tokens: [] };

const ending = (
  subscriptions: Store['subscriptions'],
  step: 'revoke' | 'block',
  wallet: string,
  now: number,
): Promise<number> => (step === 'block' ? subscriptions.endTokens(wallet, now) : subscriptions.endTokens(wallet));

/** The stored time of the world in a data folder, where periods use world time; 0 without a world. */
function worldTimeOf(place: string): number {
  const parsed = placeOf(place);
  if (!('folder' in parsed)) return 0;
  return readWorld(join(dirname(resolve(parsed.folder)), 'world.json'), {})?.time ?? 0;
}

async function over<T>(place: string, work: (store: Store) => Promise<T>): Promise<T> {
  const parsed = placeOf(place);
  if ('folder' in parsed) refuseWithoutDatabase(place);
  const store = await Store.open(parsed, { migrate: false });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const timeOf = (time: number): string => new Date(time).toISOString();
