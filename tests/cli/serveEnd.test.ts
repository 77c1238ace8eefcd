import { beforeEach, describe, expect, it, vi } from 'vitest';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import type { Closed } from '../../ts/service/serve/closeGracefully.js';
import type { ClusterOptions } from '../../ts/service/serve/cluster.js';
import { linesman } from '../helpers/cli.js';

/** How the fake service ends, and its options. */
const scene = vi.hoisted((): { closed: string; options: unknown[] } => ({ closed: 'closed', options: [] }));

vi.mock('../../ts/service/serve/cluster.js', async (original) => ({
  ...(await original<object>()),
  startOnCluster: async (options: ClusterOptions) => {
    scene.options.push(options);
    const key = KeyPair.generate().address;
    return {
      service: { url: 'http://127.0.0.1:1', metricsUrl: null },
      config: { publisher: key, stablecoinMint: key, serviceMint: key },
      ingestSocket: null,
      stop: async () => scene.closed as Closed,
    };
  },
}));

beforeEach(() => {
  scene.closed = 'closed';
  scene.options.length = 0;
});

/** Ends as soon as it listens. */
async function serve(...flags: string[]) {
  let listens = () => {};
  const listening = new Promise<void>((resolve) => {
    listens = resolve;
  });
  const note = (event: string | symbol) => event === 'SIGINT' && listens();
  process.on('newListener', note);
  try {
    const ended = linesman(['serve', '--rpc', 'http://127.0.0.1:1', '--port', '0', ...flags]);
    // A command that ends without listening has failed.
    await Promise.race([listening, ended]);
    process.emit('SIGINT');
    return await ended;
  } finally {
    process.off('newListener', note);
  }
}

describe('linesman serve exits', () => {
  it('with 0 after a clean shutdown, and with another code if it was aborted', async () => {
    expect((await serve()).code).toBe(0);
    scene.closed = 'deadline';
    const { code, stderr } = await serve();
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7158 NotEndedInTime')]);
  });

  it.each([
    [[], 5_000],
    [['--role', 'edge,ingest'], 5_000],
    [['--role', 'publish'], 0],
    [['--drain', '0'], 0],
    [['--drain', '12', '--role', 'publish'], 12_000],
  ])('%j: after a delay for load balancers', async (flags, notice) => {
    await serve(...flags);
    expect(scene.options).toMatchObject([{ notice }]);
  });

  it('and refuses an invalid delay', async () => {
    const { code, stderr } = await linesman(['serve', '--drain', '601']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--drain "601"')]);
  });
});
