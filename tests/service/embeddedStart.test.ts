import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KeyPair } from '../../ts/linesman/program/index.js';
import { EmbeddedChain } from '../../ts/service/roots/chain/index.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { startEmbedded } from '../../ts/service/serve/index.js';
import { freePair } from '../helpers/ports.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linesman-embedded-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.skipIf(surfnetModule() === null)('the embedded chain', () => {
  test('ends a wait for a block with the next block', async () => {
    const chain = await EmbeddedChain.start({ port: 0, upgradeAuthority: KeyPair.generate().address, time: 0 });
    try {
      const before = await chain.node.slot();
      // The first wait may end with a block from before. Without blocks, the test would end first.
      while ((await chain.node.slot()) === before) await chain.untilBlock(3_600_000);
      await chain.untilBlock(0);
    } finally {
      await chain.stop();
    }
  });

  test('is closed when the store that opens beside it fails', { timeout: 240_000 }, async () => {
    const data = join(folder, 'data');
    const rpcPort = await freePair();
    const options = { data, host: '127.0.0.1', port: 0, rpcPort, speed: 1, source: 'none', log: false } as const;
    await (await startEmbedded(options)).stop();
    rmSync(join(data, 'store', 'PG_VERSION'));
    const steps: string[] = [];
    await expect(startEmbedded({ ...options, onStep: (what) => steps.push(what) })).rejects.toMatchObject({
      message: expect.stringContaining(join(data, 'store')),
    });
    expect(steps).toEqual(['opening the store', 'starting the chain']);
    expect(existsSync(join(data, 'lock'))).toBe(false);
    const next = createServer();
    await new Promise<void>((resolve, reject) => next.once('error', reject).listen(rpcPort, '127.0.0.1', resolve));
    await new Promise((resolve) => next.close(resolve));
  });
});
