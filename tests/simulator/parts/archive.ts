import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EpochDay } from '../../../ts/sdk/format/slotTime.js';
import type { Random } from '../../../ts/season/random.js';
import type { Store } from '../../../ts/service/data/store/store.js';
import { exportDay } from '../../../ts/service/roots/archive/exportDay.js';
import { importDay } from '../../../ts/service/roots/archive/importDay.js';
import type { RootsReader } from '../../../ts/service/roots/publish/rootsChain.js';

interface Archiving {
  readonly from: Store;
  /** An empty store. */
  readonly to: Store;
  readonly days: readonly EpochDay[];
  readonly chain: RootsReader;
  readonly random: Random;
}

/** The most batches of a day before the connection is lost. */
const LOST_AFTER = 40;

/** Keeps days in files, and restores another store from them. Each import is interrupted and repeated. */
export async function archive({ from, to, days, chain, random }: Archiving): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'linesman-archive-'));
  try {
    for (const day of days) {
      const { path } = await exportDay({ store: from, day, folder });
      const lossy = losing(to, random.between(1, LOST_AFTER), random.pick(['before', 'after']));
      while (!(await isImported(() => importDay({ store: lossy, path, chain }))));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The connection to the database is lost. */
class Lost extends Error {}

async function isImported(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Lost) return false;
    throw error;
  }
}

/** A store whose connection is lost once, before or after the `nth` batch is put. */
function losing(store: Store, nth: number, when: 'before' | 'after'): Store {
  const { days } = store;
  let count = 0;
  const putBatch: typeof days.putBatch = async (batch) => {
    const isLost = ++count === nth;
    if (isLost && when === 'before') throw new Lost();
    const added = await days.putBatch(batch);
    if (isLost) throw new Lost();
    return added;
  };
  const lossy = new Proxy(days, {
    get: (target, key) => (key === 'putBatch' ? putBatch : Reflect.get(target, key, target)),
  });
  return new Proxy(store, { get: (target, key) => (key === 'days' ? lossy : Reflect.get(target, key, target)) });
}
