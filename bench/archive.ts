import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { matchWire } from '../tests/helpers/service/matchWire.js';
import { type EpochDay, MS_PER_DAY, MS_PER_HOUR } from '../ts/sdk/format/slotTime.js';
import { Store } from '../ts/service/data/store/store.js';
import { auditDay } from '../ts/service/roots/archive/auditDay.js';
import { exportDay } from '../ts/service/roots/archive/exportDay.js';
import { importDay } from '../ts/service/roots/archive/importDay.js';
import { startReplay } from '../ts/service/serve/replay.js';
import { atLeast, type Benchmark, type Row } from './benchmark.js';
import { sharesOf } from './profile.js';
import { median, medianRatio } from './rounds.js';
import { fixtureIds, START } from './scoreRecords.js';
import { World } from './world.js';

const DAY = Math.floor(START / MS_PER_DAY) as EpochDay;
const FROM = DAY * MS_PER_DAY;
/** The first record. */
const OPENING = FROM + 7 * MS_PER_HOUR;
/** At least this part of the floor's speed. */
const GOAL = 0.3;
const FLOOR = 'floor: reading the file and hashing its leaves';

/** The records of soccer matches that begin from 8 to 20 o'clock of the day, in order of time. */
const dayOfRecords = (matches: number) =>
  fixtureIds(matches)
    .flatMap((id, i) =>
      matchWire(`archive ${i}`, 'soccer', id, FROM + (8 + (i * 12) / matches) * MS_PER_HOUR, { tempo: 1 }),
    )
    // Announcements come days before, and are of the day here.
    .map(({ ts, wire }) => ({ at: Math.max(OPENING, ts), wire: { ...wire, Ts: Math.max(OPENING, ts) } }))
    .sort((a, b) => a.at - b.at);

/** Reads the records of an archive, and hashes as often as they have leaves. */
function readAndHash(archive: string): void {
  const lines = gunzipSync(readFileSync(join(archive, 'records.ndjson.gz')))
    .toString()
    .split('\n')
    .slice(0, -1);
  const leaf = new Uint8Array(32);
  for (const line of lines) {
    const { Stats } = JSON.parse((JSON.parse(line) as { readonly json: string }).json);
    // A score has a leaf for each stat that is not zero, and two for itself.
    const leaves = Stats ? 2 + Object.values(Stats).filter((value) => value !== 0).length : 1;
    for (let i = 0; i < leaves; i++) hash('sha256', leaf, 'binary');
  }
}

/** How a way is measured: by its ms, or by where its time goes. */
type Measure<T> = (work: () => unknown) => Promise<T>;

async function timeOf(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Imports the archive into a new store. */
async function imported<T>(measure: Measure<T>, path: string): Promise<T> {
  const store = await Store.open('memory');
  try {
    return await measure(() => importDay({ store, path }));
  } finally {
    await store.close();
  }
}

/** Replays the day in a new folder. The start of the service is not measured. */
async function replayed<T>(measure: Measure<T>, data: string, records: ReturnType<typeof dayOfRecords>): Promise<T> {
  const texts = records.map(({ at, wire }) => ({ at, text: JSON.stringify(wire), id: null }));
  const ends = { start: OPENING, end: texts.at(-1)?.at ?? OPENING };
  const place = { data, host: '127.0.0.1', port: 0, rpcPort: 0, log: false as const };
  const replay = await startReplay({ ...ends, ...place, before: [], records: Readable.from(texts), speed: 'max' });
  try {
    return await measure(async () => {
      const { accepted } = await replay.run();
      if (accepted !== texts.length) throw new Error(`${texts.length - accepted} records were not accepted`);
    });
  } finally {
    await replay.embedded.stop();
  }
}

async function audited({ store, chain }: World): Promise<void> {
  const { ok } = await auditDay({ store, chain, day: DAY });
  if (!ok) throw new Error('the audit found faults');
}

export const archive: Benchmark = {
  name: 'archive',
  about: 'a day of simulated soccer matches, exported once: imported, audited, and replayed at the highest speed',
  async run({ quick }, { note, profile }) {
    const folder = mkdtempSync(join(tmpdir(), 'linesman-bench-'));
    const records = dayOfRecords(quick ? 1 : 2);
    const world = await World.open();
    try {
      world.clock.set(FROM + MS_PER_DAY - 1);
      await world.takeIn(records.map(({ wire }) => wire));
      world.clock.set(FROM + MS_PER_DAY + MS_PER_HOUR);
      await world.sealAndPublish();
      const { path } = await exportDay({ store: world.store, day: DAY, folder });
      const rounds = quick ? 1 : 5;
      const ways: readonly (readonly [what: string, rounds: number, way: <T>(measure: Measure<T>) => Promise<T>])[] = [
        ['import', rounds, (measure) => imported(measure, path)],
        ['audit', rounds, (measure) => measure(() => audited(world))],
        ['replay --speed max', 1, (measure) => replayed(measure, mkdtempSync(join(folder, 'replay-')), records)],
      ];
      const perSecond = (ms: number) => (records.length / ms) * 1_000;
      const rows: Row[] = [];
      readAndHash(path);
      for (const [what, count, way] of ways) {
        const ours: number[] = [];
        const least: number[] = [];
        for (let round = 0; round < count; round++) {
          least.push(await timeOf(() => readAndHash(path)));
          ours.push(await way(timeOf));
        }
        const ratio = medianRatio(least, ours);
        rows.push({
          what,
          value: perSecond(median(ours)),
          unit: 'records/s',
          peer: { name: FLOOR, value: perSecond(median(least)) },
          ratio,
          goal: atLeast(ratio, GOAL),
        });
        profile(what, await way(sharesOf));
      }
      note(`${records.length.toLocaleString('en')} records; PGlite in memory, and for the replay in a folder`);
      return rows;
    } finally {
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
