import { existsSync } from 'node:fs';
import { fail } from '../error/index.js';
import { placeOf, Store, type StoredWallet } from '../service/store/index.js';
import { databaseNotUsable } from './databaseNotUsable.js';
import { EXIT } from './exitCode.js';
import { publicKeyOf } from './optionValue.js';
import { json } from './print.js';
import { rows } from './rows.js';
import type { Terminal } from './terminal.js';

export type AccessStep = 'show' | 'revoke' | 'block' | 'allow';

export interface AccessFlags {
  readonly store?: string;
  readonly json?: true;
}

/**
 * Shows, ends or blocks what a wallet may see, over the database of the service; by the database's clock. Returns the
 * exit code. Errors: 7015 without a store or for a wallet that is none, 7014 a folder that does not exist, 7133 one that
 * a service has open, 7115 a database that lacks migrations, 7117 one that cannot be used.
 */
export async function runAccess(
  step: AccessStep,
  address: string,
  flags: AccessFlags,
  terminal: Terminal,
): Promise<number> {
  const wallet = publicKeyOf('wallet', address).toBase58();
  const place = flags.store ?? process.env.LINESMAN_STORE ?? '';
  if (place === '') fail(7015, { message: 'No store is given.', hint: 'Give --store or set LINESMAN_STORE.' });
  const { ended, allowed, found } = await over(place, async (store) => {
    const { subscriptions } = store;
    const now = await store.time();
    const done = {
      ended: step === 'revoke' || step === 'block' ? await ending(subscriptions, step, wallet, now) : null,
      allowed: step === 'allow' ? await subscriptions.allow(wallet) : null,
    };
    return { ...done, found: (await subscriptions.wallet(wallet, now)) ?? NOBODY };
  }).catch((error: unknown) => databaseNotUsable(place, error));
  const { blockedAt, periods, tokens } = found;
  if (flags.json) {
    const did = { ...(ended !== null && { ended }), ...(allowed !== null && { allowed }) };
    terminal.out(json({ wallet, ...did, blockedAt, tokens: tokens.length, periods }));
  } else
    terminal.out(
      rows([
        ['wallet', wallet],
        ...(ended === null ? [] : [['tokens ended', `${ended}`] as const]),
        ['tokens', `${tokens.length}`],
        ['blocked', blockedAt === null ? 'no' : `since ${timeOf(blockedAt)}`],
        ...periods.map(
          ({ level, startsAt, endsAt }) => [`level ${level}`, `${timeOf(startsAt)} to ${timeOf(endsAt)}`] as const,
        ),
      ]),
    );
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

async function over<T>(place: string, work: (store: Store) => Promise<T>): Promise<T> {
  const parsed = placeOf(place);
  if ('folder' in parsed && !existsSync(place))
    fail(7014, {
      message: `The store ${place} does not exist.`,
      hint: 'Name the folder or the URL of the store with --store.',
    });
  const store = await Store.open(parsed, { migrate: false });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const timeOf = (time: number): string => new Date(time).toISOString();
