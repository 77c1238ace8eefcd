import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DEFAULT_DATA_FOLDER, errnoOf } from '@linesman/cli';
import {
  CONFLICTING_OPTIONS,
  fail,
  LinesmanError,
  MALFORMED_URL,
  STORE_FOLDER_NOT_USABLE,
  STORE_IN_USE,
  STORE_NOT_REACHABLE,
} from '@linesman/sdk/error';
import { DatabaseClock } from '../../clock/databaseClock.js';
import { Ingest } from '../../data/ingest/ingest.js';
import { Intake, type IntakeRules } from '../../data/ingest/intake.js';
import type { RecordTaker } from '../../data/ingest/recordTaker.js';
import { validateRecord } from '../../data/ingest/validateRecord.js';
import { ServiceTaker } from '../../data/intake/serviceTaker.js';
import { isListening, SOCKET_NAME } from '../../data/intake/socketPath.js';
import { Store } from '../../data/store/store.js';
import { placeOf, type StorePlace } from '../../data/store/storePlace.js';
import type { ServiceMetrics } from '../../metrics/serviceMetrics.js';

export interface OpenRecordTaker extends RecordTaker {
  /** The ingest that stores the records, unless a service stores them. */
  readonly store?: Store;
  close(): Promise<void>;
}

/**
 * The destination of records: the service that runs in the folder `data`, or a store. `metrics` counts the records that
 * go into a store. Errors: SERVICE_NOT_RUNNING; STORE_IN_USE; CONFLICTING_OPTIONS; MALFORMED_URL and
 * STORE_FOLDER_NOT_USABLE when `store` is not a store; STORE_NOT_REACHABLE; those of `Store.open`.
 */
export async function openRecordTaker(
  { data, store }: { data?: string; store?: string },
  metrics?: ServiceMetrics,
  rules?: IntakeRules,
): Promise<OpenRecordTaker> {
  if (store === undefined) {
    const service = new ServiceTaker(resolve(data ?? DEFAULT_DATA_FOLDER, SOCKET_NAME), undefined, rules);
    await service.connect();
    return {
      acceptAll: (...given) => service.acceptAll(...given),
      close: async () => service.close(),
    };
  }
  if (data !== undefined) fail(CONFLICTING_OPTIONS, { option: '--data', others: ['--store'] });
  const place = await placeToFill(store);
  const opened = await storing(() =>
    Store.open(place, { migrate: false, ...(metrics && { onError: metrics.onStoreError }) }),
  );
  const clock = await storing(() => DatabaseClock.start({ time: () => opened.time() })).catch(
    async (error: unknown) => {
      await opened.close();
      throw error;
    },
  );
  const following = new AbortController();
  void clock.follow(following.signal);
  const ingest = new Ingest({
    store: opened,
    clock,
    validate: validateRecord,
    ...(rules && { intake: new Intake(rules) }),
    ...(metrics && { onDecided: metrics.onDecided }),
  });
  return {
    acceptAll: (...given) => storing(() => ingest.acceptAll(...given)),
    store: opened,
    close: async () => {
      following.abort();
      await opened.close();
    },
  };
}

async function placeToFill(text: string): Promise<StorePlace> {
  const place = placeOf(text);
  if ('url' in place) return place;
  // Only the part before "://" is shown, because the rest may hold a password.
  const [, scheme] = /^([\w+.-]+):\/\//.exec(text) ?? [];
  if (scheme) fail(MALFORMED_URL, { option: '--store', scheme, schemes: ['postgres'], orFolder: true });
  // The data folder of a service also names its store.
  const folder = isStore(resolve(text, 'store')) ? resolve(text, 'store') : resolve(text);
  for (const path of [join(dirname(folder), SOCKET_NAME), join(folder, SOCKET_NAME)])
    if (existsSync(path) && (await isListening(path))) fail(STORE_IN_USE, { store: text, data: dirname(path) });
  try {
    if (!isStore(folder) && existsSync(folder) && readdirSync(folder).length > 0)
      fail(STORE_FOLDER_NOT_USABLE, { problem: 'holds something else', folder: text });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    if (cause instanceof LinesmanError) throw cause;
    fail(STORE_FOLDER_NOT_USABLE, { problem: 'unusable', folder: text, errno: errnoOf(cause) }, { cause });
  }
  return { folder };
}

const isStore = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'));

/** The error of the database as a LinesmanError. */
async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof LinesmanError) throw cause;
    const { message, code } = cause as NodeJS.ErrnoException;
    return fail(STORE_NOT_REACHABLE, { reason: message || code }, { cause });
  }
}
