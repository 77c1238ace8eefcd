import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresServer } from '../tests/helpers/postgresServer.js';
import { realClock } from '../ts/service/clock/realClock.js';
import { type Decided, LONGEST_WAIT, Patience } from '../ts/service/data/ingest/patience.js';
import type { StorePlace } from '../ts/service/data/store/storePlace.js';
import { bareTable } from './bareTable.js';
import { atLeast, type Benchmark, type Row } from './benchmark.js';
import { sharesOf } from './profile.js';
import { median, medianRatio } from './rounds.js';
import { fixtureIds, START, slotRecords } from './scoreRecords.js';
import { World } from './world.js';

const FIXTURES = 50;
const SIZES = [1, 50, 500] as const;
/** The server that all but a trial runs on. */
const POSTGRESQL = 'PostgreSQL';
/** Goals on it for records in a transaction of each size. */
const GOALS = { 1: 0.4, 50: 0.3, 500: 0.35 } as const;

/** Matches that stand still, of how many. */
const STOPPED = [
  [1, 5],
  [10, 100],
] as const;

/** Records of the other matches a second while some stand still, as from NATS, and while none does. */
async function besideStopped(quick: boolean): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [stopped, of] of STOPPED) {
    const rates = { ours: [] as number[], peer: [] as number[] };
    const updates = Math.ceil((quick ? 500 : 4_000) / of);
    for (let round = 0; round <= (quick ? 1 : 3); round++)
      for (const name of round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const)) {
        const world = await World.open('memory');
        const slot = slotRecords({ sport: 'soccer', fixtures: of, updates });
        await world.takeIn(slot.fixtures);
        const still = new Set(fixtureIds(of).slice(0, name === 'ours' ? stopped : 0));
        const items = ([...slot.scores()] as { readonly FixtureId: number; readonly Seq: number }[])
          .filter(({ FixtureId, Seq }) => Seq > 0 || !still.has(FixtureId))
          .map((record) => ({ text: JSON.stringify(record), isStill: still.has(record.FixtureId) }));
        const patience = new Patience<(typeof items)[0]>(
          { acceptAll: (...given) => world.ingest.acceptAll(...given) },
          { most: 1_000, wait: LONGEST_WAIT },
        );
        let stored = 0;
        const count = (decided: readonly Decided<(typeof items)[0]>[]) => {
          for (const one of decided) stored += Number(!one.of.isStill);
        };
        const from = performance.now();
        for (let i = 0; i < items.length; i += TOGETHER) {
          count(await patience.take(items.slice(i, i + TOGETHER)));
          if ((patience.due ?? Infinity) <= realClock.now()) count(await patience.judge());
        }
        if (round > 0) rates[name].push((stored / (performance.now() - from)) * 1000);
        await world.close();
      }
    const ratio = medianRatio(rates.ours, rates.peer);
    const peer = { name: 'none stands still', value: median(rates.peer) };
    const what = `${stopped} of ${of} matches stand still: records of the others`;
    rows.push({ what, value: median(rates.ours), unit: 'records/s', peer, ratio, goal: atLeast(ratio, 0.8) });
  }
  return rows;
}

/** Records of one look at NATS. */
const TOGETHER = 200;

export const ingest: Benchmark = {
  name: 'ingest',
  about: 'soccer score records ingested: validated, numbered, stored and encoded for streams',
  async run({ quick }, { note, profile }) {
    const folder = mkdtempSync(join(tmpdir(), 'linesman-bench-'));
    const server = await postgresServer({ waitsForDisk: true });
    if (!server) note('SKIPPED: PostgreSQL: it is not installed');
    const places: readonly (readonly [name: string, ours: StorePlace, peer: StorePlace])[] = [
      ['PGlite in memory', 'memory', 'memory'],
      ['PGlite in a folder', { folder: join(folder, 'store') }, { folder: join(folder, 'bare') }],
      ...(server ? [[POSTGRESQL, { url: server.url }, { url: await server.database('bare') }] as const] : []),
    ];
    const worlds = await Promise.all(
      places.map(async ([name, ours, peer]) => ({ name, world: await World.open(ours), bare: await bareTable(peer) })),
    );
    const rows: Row[] = [];
    try {
      const perSecond = new Map<string, { ours: number[]; peer: number[]; goal: number | undefined }>();
      let firstSeq = 0;
      for (const { world } of worlds)
        await world.takeIn(slotRecords({ sport: 'soccer', fixtures: FIXTURES, updates: 0 }).fixtures);
      for (let round = 0; round <= (quick ? 1 : 5); round++) {
        for (const size of SIZES) {
          const updates = size === 1 ? (quick ? 1 : 4) : quick ? 4 : 20;
          const slot = slotRecords({ sport: 'soccer', fixtures: FIXTURES, updates, firstSeq, slotStart: START });
          const records = [...slot.scores()];
          firstSeq += updates;
          for (const { name, world, bare } of worlds) {
            const key = `${name}, ${size === 1 ? 'one' : size} in a transaction`;
            const goal = name === POSTGRESQL ? GOALS[size] : undefined;
            const figures = perSecond.get(key) ?? { ours: [], peer: [], goal };
            perSecond.set(key, figures);
            for (const [by, store] of [
              ['peer', () => bare.store(records, size)],
              ['ours', () => world.takeIn(records, size)],
            ] as const) {
              const from = performance.now();
              await store();
              if (round > 0) figures[by].push((records.length / (performance.now() - from)) * 1000);
            }
          }
        }
      }
      const updates = quick ? 4 : 20;
      const slot = slotRecords({ sport: 'soccer', fixtures: FIXTURES, updates, firstSeq, slotStart: START });
      for (const { name, world } of worlds)
        profile(`${name}, 50 in a transaction`, await sharesOf(() => world.takeIn(slot.scores(), 50)));
      for (const [what, { ours, peer, goal }] of perSecond) {
        const ratio = medianRatio(ours, peer);
        const by = { name: 'a bare table of texts', value: median(peer) };
        const aim = goal !== undefined && { goal: atLeast(ratio, goal) };
        rows.push({ what, value: median(ours), unit: 'records/s', peer: by, ratio, ...aim });
      }
      rows.push(...(await besideStopped(quick)));
    } finally {
      await Promise.all(worlds.flatMap(({ world, bare }) => [world.close(), bare.close()]));
      await server?.remove();
      rmSync(folder, { recursive: true, force: true });
    }
    return rows.sort((a, b) => a.what.localeCompare(b.what, 'en', { numeric: true }));
  },
};
