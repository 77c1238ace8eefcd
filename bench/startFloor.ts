import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyPair } from '../ts/sdk/program/keyPair.js';
import { pglitePool } from '../ts/service/data/store/pglitePool.js';
import { EmbeddedChain } from '../ts/service/roots/chain/embeddedChain.js';

/**
 * What `serve` cannot avoid, in a separate process: at a message, opens a new database and a new chain and answers
 * `{database, chain}`, the CPU time and the time of each, in ms.
 */

async function taken<T>(work: () => Promise<T>): Promise<[result: T, took: { cpu: number; ms: number }]> {
  const [before, began] = [process.cpuUsage(), performance.now()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, { cpu: (user + system) / 1_000, ms: performance.now() - began }];
}

process.once('message', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linesman-floor-'));
  try {
    const upgradeAuthority = KeyPair.generate().address;
    const [pool, database] = await taken(() => pglitePool(join(folder, 'store'), true));
    const [opened, chain] = await taken(() => EmbeddedChain.start({ port: 0, upgradeAuthority, time: 0 }));
    await opened.stop();
    await pool.end();
    process.send?.({ database, chain });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
process.once('disconnect', () => process.exit(0));
