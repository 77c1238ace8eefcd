import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SLOT } from '../ts/sdk/format/slotTime.js';
import type { Sport } from '../ts/sdk/format/sports/sports.js';
import { Season } from '../ts/season/calendar/season.js';
import { Proofs } from '../ts/service/roots/proofs/proofs.js';
import { fanOut } from './fanOutRun.js';
import { median, quantile } from './rounds.js';
import { fixtureIds, START, slotRecords } from './scoreRecords.js';
import { World } from './world.js';

/** The cost of one slot, from its records to its proofs. */
export interface SlotCost {
  readonly fixtures: number;
  /** Updates of each fixture. */
  readonly updates: number;
  /** Stats of each update. */
  readonly stats: number;
  readonly records: number;
  /** Records ingested per second. */
  readonly ingestPerSecond: number;
  /** ms from the end of the slot until it is built, stored and published, on a chain that answers at once. */
  readonly sealMs: number;
  /** ms for a proof of one stat on its first request: median and 99th percentile of a hundred. */
  readonly proofP50: number;
  readonly proofP99: number;
  /** Path nodes through the sub-tree and the main tree. */
  readonly subTreeNodes: number;
  readonly mainTreeNodes: number;
}

const STATS: Readonly<Partial<Record<Sport, number>>> = { soccer: 64, basketball: 252 };
const ASKED = 100;

export async function slotCost(sport: 'soccer' | 'basketball', fixtures: number, updates: number): Promise<SlotCost> {
  const world = await World.open();
  try {
    const { clock, store } = world;
    const slot = slotRecords({ sport, fixtures, updates });
    await world.takeIn(slot.fixtures);
    const from = performance.now();
    const records = await world.takeIn(slot.scores());
    const ingestMs = performance.now() - from;
    clock.set(START + 2 * MS_PER_SLOT);
    const ended = performance.now();
    await world.sealAndPublish();
    const sealMs = performance.now() - ended;
    const ids = fixtureIds(fixtures);
    const proofs = new Proofs({ store, clock, sign: () => new Uint8Array(64) });
    const times: number[] = [];
    let nodes = { subTree: 0, mainTree: 0 };
    for (let i = 0; i < Math.min(ASKED, records); i++) {
      const question = { fixtureId: ids[i % fixtures] ?? 0, seq: Math.floor(i / fixtures) % updates, keys: [1] };
      const asked = performance.now();
      const proof = await proofs.statsV3(question);
      times.push(performance.now() - asked);
      nodes = { subTree: proof.fixtureProof.length, mainTree: proof.mainTreeProof.length };
    }
    return {
      fixtures,
      updates,
      stats: STATS[sport] ?? 0,
      records,
      ingestPerSecond: (records / ingestMs) * 1000,
      sealMs,
      proofP50: median(times),
      proofP99: quantile(times, 0.99),
      subTreeNodes: nodes.subTree,
      mainTreeNodes: nodes.mainTree,
    };
  } finally {
    await world.close();
  }
}

/** The cost of readers for one server. */
export interface ReaderCost {
  readonly readers: number;
  /** Processes that the readers are spread over. */
  readonly processes: number;
  readonly perSecond: number;
  readonly cpuShare: number;
  /** ms until the last reader has an event. */
  readonly lastMs: number;
  /** Resident memory of the server, in bytes. */
  readonly rss: number;
}

export async function readerCost(readers: number, processes: number, duration: number): Promise<ReaderCost> {
  const run = await fanOut('ours', readers, processes);
  try {
    const { perSecond, cpuShare, waveTime, rss } = await run.measure(1, duration);
    return { readers, processes, perSecond, cpuShare, lastMs: waveTime, rss };
  } finally {
    run.stop();
  }
}

/** The state after a number of days of a season. */
export interface SeasonDay {
  readonly day: number;
  /** Records since the start. */
  readonly records: number;
  /** Batches published since the start. */
  readonly batches: number;
  /** Bytes after garbage collection (where the process may trigger it): heap, buffers and resident memory. */
  readonly heap: number;
  readonly external: number;
  readonly rss: number;
  /** Size of the database on disk, in bytes. */
  readonly disk: number;
  /** Median ms for a proof of a record of the first day. */
  readonly oldProofMs: number;
}

/**
 * Plays a season at full speed, sealing every hour, with its database in a folder. Ends after `days`, or at the end of
 * the first day after `limit` ms.
 */
export async function season(options: {
  readonly days: number;
  readonly matchesPerDay: number;
  readonly limit: number;
  readonly onDay?: (day: SeasonDay) => void;
}): Promise<SeasonDay[]> {
  const folder = mkdtempSync(join(tmpdir(), 'linesman-season-'));
  const world = await World.open({ folder: join(folder, 'store') });
  try {
    const { clock, store, chain } = world;
    const reader = new Season({ seed: 'bench', start: START, matchesPerDay: options.matchesPerDay }).records();
    const began = performance.now();
    const days: SeasonDay[] = [];
    let records = 0;
    let first: { fixtureId: number; seq: number } | undefined;
    for (let day = 1; day <= options.days && (day === 1 || performance.now() - began < options.limit); day++) {
      for (let hour = 1; hour <= 24; hour++) {
        const until = START + (day - 1) * MS_PER_DAY + hour * MS_PER_HOUR;
        while (reader.nextTs < until) {
          const part: {
            readonly Ts?: number;
            readonly FixtureId?: number;
            readonly Seq?: number;
            readonly Stats?: object;
          }[] = [];
          while (part.length < 50 && reader.nextTs < until) part.push(reader.next().wire);
          clock.set(Math.max(clock.now(), Number(part.at(-1)?.Ts)));
          records += await world.takeIn(part);
          const scored = part.find(({ Stats }) => Stats && '1' in Stats);
          if (scored) first ??= { fixtureId: Number(scored.FixtureId), seq: Number(scored.Seq) };
        }
        clock.set(until);
        await world.sealAndPublish();
      }
      const times: number[] = [];
      for (let i = 0; i < 9 && first; i++) {
        const proofs = new Proofs({ store, clock, sign: () => new Uint8Array(64) });
        const asked = performance.now();
        await proofs.statsV3({ ...first, keys: [1] });
        times.push(performance.now() - asked);
      }
      globalThis.gc?.();
      const { heapUsed, external, rss } = process.memoryUsage();
      const reached = {
        day,
        records,
        batches: chain.writes.length,
        heap: heapUsed,
        external,
        rss,
        disk: bytesBelow(folder),
        oldProofMs: median(times),
      };
      days.push(reached);
      options.onDay?.(reached);
    }
    return days;
  } finally {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
