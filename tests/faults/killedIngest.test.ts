import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../../ts/service/season/random.js';
import type { BusyIngestArguments, BusyIngestSaid } from '../helpers/service/busyIngest.js';
import { IS_LONG, shownSeed } from '../helpers/service/faultScene.js';
import { ScriptProcess } from '../helpers/service/scriptProcess.js';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'linesman-busy-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A process over the folder that is killed when `isDue` says so. Gives what it found, and the most that it said was stored. */
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

test('a process that is killed at any moment of taking records in keeps all that it accepted', async () => {
  const seed = shownSeed('a process is killed while it takes records in', 3);
  const random = new Random(`busy ${seed}`);
  const folder = join(home, 'busy');
  let stored = 0;
  const kills = IS_LONG ? 30 : 5;
  for (let kill = 0; kill < kills; kill++) {
    // After so many transactions; somewhere in one of the next, since the process goes on while this one is told.
    const due = random.between(2, 60);
    const later = random.between(0, 15);
    const run = await killedWhen(folder, (said, process) => {
      if (said === due) setTimeout(() => process.kill(), later);
    });
    expect(run.found).toBeGreaterThanOrEqual(stored);
    // All records of a transaction or none.
    expect(run.found % 20).toBe(0);
    stored = run.stored;
  }
  expect(stored).toBeGreaterThan(20 * kills);
}, 600_000);

test('a process that is killed while it makes its folder leaves one that can be used', async () => {
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
