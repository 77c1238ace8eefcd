import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordStreams } from '../../ts/regress/record/streamRecorder.js';
import { systemTimers } from '../../ts/sdk/client/timers.js';
import { FOLDER_IN_USE } from '../../ts/sdk/error/codes/operation.js';
import { isError } from '../../ts/sdk/error/linesmanError.js';
import type { EpochDay } from '../../ts/sdk/format/slotTime.js';
import { lockFolder } from '../../ts/sdk/node/folderLock.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { migrateStore } from '../../ts/service/data/store/migrateStore.js';
import { Store } from '../../ts/service/data/store/store.js';
import { exportDay } from '../../ts/service/roots/archive/exportDay.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { DataFolder } from '../../ts/service/serve/dataFolder.js';
import { KeyFolder } from '../../ts/service/serve/keyFolder.js';
import { endlessScore, fixtureOfEndless, START } from '../helpers/service/endlessScores.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const DAY_MS = 86_400_000;
const DAY = Math.floor(START / DAY_MS) as EpochDay;

const home = temporaryFolder('locked');
let folder: string;
let sealed: Store;
beforeAll(async () => {
  sealed = await Store.open('memory');
  const clock = new ManualClock(START);
  const ingest = new Ingest({ store: sealed, clock });
  for (const record of [fixtureOfEndless(), endlessScore(0)]) await ingest.accept(record);
  clock.set(START + 2 * DAY_MS);
  await new Sealer({ store: sealed, clock }).sealDue();
});
afterAll(() => sealed?.close());
beforeEach(() => {
  folder = mkdtempSync(join(home, 'one-'));
});

/** Everything that keeps a folder to itself: the file that it locks, and how it begins. */
const KEEPERS: readonly [what: string, file: string, begin: () => unknown][] = [
  ['a data folder', 'lock', () => new DataFolder(folder)],
  ['a database', 'store.lock', () => Store.open({ folder: join(folder, 'store') })],
  ['a migration', 'store.lock', () => migrateStore({ folder: join(folder, 'store') })],
  ['new keys', 'lock', () => new KeyFolder(folder).complete()],
  ['an export', `${DAY}.partial.lock`, () => exportDay({ store: sealed, day: DAY, folder })],
  [
    'a recording',
    'lock',
    () =>
      recordStreams({
        service: 'http://127.0.0.1:9',
        apiToken: undefined,
        wire: undefined,
        streams: ['scores'],
        fixture: undefined,
        folder,
        roots: undefined,
        timers: systemTimers,
        signal: AbortSignal.abort(),
        onFailure: () => {},
        onNotice: () => {},
      }),
  ],
];

describe('a folder that another process has locked', () => {
  it.each(KEEPERS)('is left as it is: %s', async (_, file, begin) => {
    const path = join(folder, file);
    // A data folder is recognised by its content. The other two exist while a process works in them.
    for (const name of ['keys', 'store', `${DAY}.partial`]) mkdirSync(join(folder, name));
    const unlock = lockFolder(folder, path);
    const before = readdirSync(folder, { recursive: true });
    try {
      const failure = await (async () => begin())().catch((error: unknown) => error);
      expect(isError(failure, FOLDER_IN_USE), String(failure)).toBe(true);
      expect(readdirSync(folder, { recursive: true })).toEqual(before);
    } finally {
      unlock();
    }
  });
});
