import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresServer } from '../tests/helpers/postgresServer.js';
import type { StorePlace } from '../ts/service/store/index.js';
import type { Benchmark, Row } from './benchmark.js';
import { median } from './rounds.js';
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
    const places: readonly (readonly [string, StorePlace])[] = [
      ['PGlite in memory', 'memory'],
      ['PGlite in a folder', { folder: join(folder, 'store') }],
      ...(server ? [['PostgreSQL', { url: server.url }] as const] : []),
    ];
    const worlds = await Promise.all(places.map(async ([name, place]) => ({ name, world: await World.open(place) })));
    const rows: Row[] = [];
    try {
      const sizes = [1, 50, 500] as const;
      const perSecond = new Map<string, number[]>();
      let firstSeq = 0;
      for (const { world } of worlds)
        await world.takeIn(slotRecords({ sport: 'soccer', fixtures: FIXTURES, updates: 0 }).fixtures);
      for (let round = 0; round <= (quick ? 1 : 5); round++) {
        for (const size of sizes) {
          const updates = size === 1 ? (quick ? 1 : 4) : quick ? 4 : 20;
          const slot = slotRecords({ sport: 'soccer', fixtures: FIXTURES, updates, firstSeq, slotStart: START });
          const records = [...slot.scores()];
          firstSeq += updates;
          for (const { name, world } of worlds) {
            const from = performance.now();
            await world.takeIn(records, size);
            const took = performance.now() - from;
            const key = `${name}, ${size === 1 ? 'one' : size} in a transaction`;
            if (round > 0) perSecond.set(key, [...(perSecond.get(key) ?? []), (records.length / took) * 1000]);
          }
        }
      }
      for (const [what, values] of perSecond) rows.push({ what, value: median(values), unit: 'records/s' });
    } finally {
      await Promise.all(worlds.map(({ world }) => world.close()));
      await server?.remove();
      rmSync(folder, { recursive: true, force: true });
    }
    return rows.sort((a, b) => a.what.localeCompare(b.what, 'en', { numeric: true }));
  },
};
