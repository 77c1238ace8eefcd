import { writeSync } from 'node:fs';
import { ManualClock } from '../../../ts/service/clock/manualClock.js';
import { Ingest } from '../../../ts/service/data/ingest/ingest.js';
import { Store } from '../../../ts/service/data/store/store.js';
import { Sealer } from '../../../ts/service/roots/seal/sealer.js';
import { itemsOf } from '../pagesOf.js';
import { endlessScore, fixtureOfEndless, START } from './endlessScores.js';

/** Takes records in without pause, 20 per transaction, until it is killed. Seals a slot now and then. */
export interface BusyIngestArguments {
  readonly folder: string;
}
/** Records `0` to `stored - 1` are stored: those it found, then those it took in. */
export interface BusyIngestSaid {
  readonly stored: number;
}

const { folder } = JSON.parse(process.argv[2] ?? '') as BusyIngestArguments;
const TOGETHER = 20;
const store = await Store.open({ folder });
const clock = new ManualClock(START);
const ingest = new Ingest({ store, clock });
const sealer = new Sealer({ store, clock });
await ingest.accept(fixtureOfEndless());

// Reads every stored record, so that a torn page would be noticed.
const found = await itemsOf(store.records.pagesOfFixture('scores', Number(fixtureOfEndless().FixtureId)));
for (const [i, { json }] of found.entries())
  if (json !== JSON.stringify(endlessScore(i))) throw new Error(`record ${i} is ${json}`);

for (let stored = found.length; ; stored += TOGETHER) {
  // Written synchronously: it must be out before the process dies.
  writeSync(1, `${JSON.stringify({ stored } satisfies BusyIngestSaid)}\n`);
  const part = Array.from({ length: TOGETHER }, (_, i) => endlessScore(stored + i));
  clock.set(Number(part.at(-1)?.Ts));
  for (const result of await ingest.acceptAll(part)) if (result instanceof Error) throw result;
  if (stored % (25 * TOGETHER) === 0) await sealer.sealDue();
}
