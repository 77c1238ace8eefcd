import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedOptions, startEmbedded } from '../../ts/service/serve/embedded.js';
import { freePair } from '../helpers/ports.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

let folder: string;
let other: Server;
let port: number;
beforeEach(async () => {
  folder = temporaryFolder('ports');
  port = (await freePair()) + 1;
  other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
});
afterEach(() => void other.close());

test.each<[string, () => Partial<EmbeddedOptions>]>([
  ['its own', () => ({ port })],
  ['that of the metrics', () => ({ metricsAt: { host: '127.0.0.1', port } })],
  ['that of the chain', () => ({ rpcPort: port })],
  ["that of the chain's websocket", () => ({ rpcPort: port - 1 })],
])('a service whose port is taken, %s, says so before it makes anything', async (_, taken) => {
  const data = join(folder, 'data');
  const steps: string[] = [];
  const starting = startEmbedded({
    data,
    host: '127.0.0.1',
    port: 0,
    rpcPort: 0,
    speed: 1,
    log: false,
    onStep: (what) => steps.push(what),
    ...taken(),
  });
  await expect(starting).rejects.toMatchObject({ number: 7131, context: { port } });
  expect([existsSync(data), steps]).toEqual([false, []]);
});
