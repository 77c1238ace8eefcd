import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { startEmbedded } from '../../ts/service/serve/embedded.js';
import { leftOut } from '../helpers/leftOut.js';
import { freePair } from '../helpers/ports.js';
import { surfpool } from '../helpers/surfpool.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const isThere = surfpool() !== null;
if (!isThere) leftOut('the start of the embedded service: @solana/surfpool-linux-x64-gnu is not installed.');

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('embedded');
});

describe.skipIf(!isThere)('the embedded chain', () => {
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
