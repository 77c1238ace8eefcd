import { expect, test } from 'vitest';
import { KeyPair } from '../../ts/linesman/program/index.js';
import { EmbeddedChain } from '../../ts/service/roots/chain/index.js';
import { leftOut } from '../helpers/leftOut.js';
import { surfpool } from '../helpers/surfpool.js';

const isThere = surfpool() !== null;
if (!isThere) leftOut('the clock of the embedded chain: @solana/surfpool-linux-x64-gnu is not installed.');

test.skipIf(!isThere)('the clock of a chain may be moved to one time by several at once', async () => {
  const { address } = KeyPair.fromSeed(new Uint8Array(32).fill(7));
  const chain = await EmbeddedChain.start({ port: 0, upgradeAuthority: address, time: 0 });
  try {
    for (const hours of [1, 2, 3]) {
      const time = Date.now() + hours * 3_600_000;
      await Promise.all([time, time, time - 60_000].map((one) => chain.setTime(one)));
      expect(await chain.time()).toBeGreaterThanOrEqual(Math.floor(time / 1_000));
    }
  } finally {
    await chain.stop();
  }
});
