import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KeyPair } from '../../ts/linesman/program/index.js';
import { EmbeddedChain } from '../../ts/service/roots/chain/index.js';
import { leftOut } from '../helpers/leftOut.js';
import { surfpool } from '../helpers/surfpool.js';

const isThere = surfpool() !== null;
if (!isThere) leftOut('the embedded chain: @solana/surfpool-linux-x64-gnu is not installed.');

describe.skipIf(!isThere)('the embedded chain', () => {
  let chain: EmbeddedChain;
  beforeAll(async () => {
    const { address } = KeyPair.fromSeed(new Uint8Array(32).fill(7));
    chain = await EmbeddedChain.start({ port: 0, upgradeAuthority: address, time: 0 });
  });
  afterAll(() => chain?.stop());

  test('moves its clock to one time for several at once', async () => {
    for (const hours of [1, 2, 3]) {
      const time = Date.now() + hours * 3_600_000;
      await Promise.all([time, time, time - 60_000].map((one) => chain.setTime(one)));
      expect(await chain.time()).toBeGreaterThanOrEqual(Math.floor(time / 1_000));
    }
  });

  test('ends a wait for a block with the next block', async () => {
    const before = await chain.node.slot();
    // The first wait may end with a block from before. Without blocks, the test would end first.
    while ((await chain.node.slot()) === before) await chain.untilBlock(3_600_000);
    await chain.untilBlock(0);
  });
});
