import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Random } from '../../ts/season/random.js';
import type { BusyIngestArguments, BusyIngestSaid } from '../helpers/service/busyIngest.js';
import { IS_LONG, shownSeed } from '../helpers/service/faultScene.js';
import { ScriptProcess } from '../helpers/service/scriptProcess.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const home = temporaryFolder('busy');

/**
 * Runs a process over the folder and kills it when `isDue` says so. Returns what it found and the highest count it
 * acknowledged.
 */
async function killedWhen(folder: string, isDue: (said: number, process: ScriptProcess<BusyIngestSaid>) => void) {
  let said = 0;
  const process = new ScriptProcess<BusyIngestSaid>('busyIngest.ts', { folder } satisfies BusyIngestArguments, () =>
    isDue(++said, process),
  );
  const { signal, errors } = await process.ended;
  expect([signal, errors.trim()]).toEqual(['SIGKILL', '']);
  const [found, ...all] = process.lines.map(({ stored }) => stored);
  return { found: found ?? 0, stored: all.at(-1) ?? found ?? 0 };
}

test('a process killed at any moment of ingesting keeps every acknowledged record', async () => {
  const seed = shownSeed('a process killed while it ingests records', 3);
  const random = new Random(`busy ${seed}`);
  const folder = join(home, 'busy');
  let stored = 0;
  const kills = IS_LONG ? 30 : 5;
  for (let kill = 0; kill < kills; kill++) {
    // After that many transactions, at a random place in the next ones: the process continues while the signal is sent.
    const due = random.between(2, 60);
    const later = random.between(0, 15);
    const run = await killedWhen(folder, (said, process) => {
      if (said === due) setTimeout(() => process.kill(), later);
    });
    expect(run.found).toBeGreaterThanOrEqual(stored);
    // A transaction stores all of its records or none.
    expect(run.found % 20).toBe(0);
    stored = run.stored;
  }
  expect(stored).toBeGreaterThan(20 * kills);
}, 600_000);

test('a process killed while it creates its folder leaves a usable folder', async () => {
  const places = IS_LONG ? [1, 100, 300, 500, 700, 900, 1_000, 1_030, 1_045] : [700];
  for (const files of places) {
    const folder = join(home, `new ${files}`);
    const process = new ScriptProcess<BusyIngestSaid>('busyIngest.ts', { folder } satisfies BusyIngestArguments);
    const watch = setInterval(() => {
      if (filesIn(folder) >= files) process.kill();
    }, 1);
    const { signal } = await process.ended;
    clearInterval(watch);
    expect(signal).toBe('SIGKILL');
    const { stored } = await killedWhen(folder, (said, next) => {
      if (said === 3) next.kill();
    });
    expect(stored).toBeGreaterThanOrEqual(40);
    rmSync(folder, { recursive: true });
  }
}, 600_000);

function filesIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true }).length;
  } catch {
    return 0;
  }
}
