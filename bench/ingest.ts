import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresServer } from '../tests/helpers/postgresServer.js';
import type { StorePlace } from '../ts/service/store/index.js';
import { bareTable } from './bareTable.js';
import type { Benchmark, Row } from './benchmark.js';
import { median, medianRatio } from './rounds.js';
import { START, slotRecords } from './scoreRecords.js';
import { World } from './world.js';

const FIXTURES = 50;

export const ingest: Benchmark = {
  name: 'ingest',
  about: 'soccer score records taken in: validated, numbered, stored and encoded for streams',
  async run({ quick }, note) {
    const folder = mkdtempSync(join(tmpdir(), 'linesman-bench-'));
    const server = await postgresServer({ waitsForDisk: true });
    if (!server) note('SKIPPED: PostgreSQL: it is not installed');
    const places: readonly (readonly [name: string, ours: StorePlace, peer: StorePlace])[] = [
      ['PGlite in memory', 'memory', 'memory'],
      ['PGlite in a folder', { folder: join(folder, 'store') }, { folder: join(folder, 'bare') }],
      ...(server ? [['PostgreSQL', { url: server.url }, { url: await server.database('bare') }] as const] : []),
    ];
    const worlds = await Promise.all(
      places.map(async ([name, ours, peer]) => ({ name, world: await World.open(ours), bare: await bareTable(peer) })),
    );
    const rows: Row[] = [];
    try {
      const sizes = [1, 50, 500] as const;
      const perSecond = new Map<string, { ours: number[]; peer: number[] }>();
      let firstSeq = 0;
      for (const { world } of worlds)
        await world.takeIn(slotRecords({ sport: 'soccer', fixtures: FIXTURES, updates: 0 }).fixtures);
      for (let round = 0; round <= (quick ? 1 : 5); round++) {
        for (const size of sizes) {
          const updates = size === 1 ? (quick ? 1 : 4) : quick ? 4 : 20;
          const slot = slotRecords({ sport: 'soccer', fixtures: FIXTURES, updates, firstSeq, slotStart: START });
          const records = [...slot.scores()];
          firstSeq += updates;
          for (const { name, world, bare } of worlds) {
            const key = `${name}, ${size === 1 ? 'one' : size} in a transaction`;
            const figures = perSecond.get(key) ?? { ours: [], peer: [] };
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
      for (const [what, { ours, peer }] of perSecond) {
        const ratio = medianRatio(ours, peer);
        const by = { name: 'a bare table of texts', value: median(peer) };
        rows.push({ what, value: median(ours), unit: 'records/s', peer: by, ratio });
      }
    } finally {
      await Promise.all(worlds.flatMap(({ world, bare }) => [world.close(), bare.close()]));
      await server?.remove();
      rmSync(folder, { recursive: true, force: true });
    }
    return rows.sort((a, b) => a.what.localeCompare(b.what, 'en', { numeric: true }));
  },
};
