import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLOCK_SYSVAR, SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { EmbeddedChain } from '../../ts/service/roots/chain/embeddedChain.js';
import { leftOut } from '../helpers/leftOut.js';
import { freePair } from '../helpers/ports.js';
import { surfpool } from '../helpers/surfpool.js';

const isThere = surfpool() !== null;
if (!isThere) leftOut('the embedded chain: @solana/surfpool-linux-x64-gnu is not installed.');

const start = (port: number): Promise<EmbeddedChain> => {
  const { address } = KeyPair.fromSeed(new Uint8Array(32).fill(7));
  return EmbeddedChain.start({ port, upgradeAuthority: address, time: 0 });
};

describe.skipIf(!isThere)('the embedded chain', () => {
  let chain: EmbeddedChain;
  beforeAll(async () => {
    chain = await start(0);
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

  test('saves what came to be on it, without programs and without what every chain has', async () => {
    const { address } = KeyPair.fromSeed(new Uint8Array(32).fill(8));
    chain.fund(address, 7);
    const saved = await chain.save();
    expect(saved).toMatchObject({ [address]: { lamports: 7 } });
    for (const one of [SYSTEM_PROGRAM_ID, chain.programs.oracle, CLOCK_SYSVAR]) expect(saved[one]).toBeUndefined();
  });

  test('takes free ports, or the one that is asked for, and the next for its websocket', async () => {
    const port = ({ rpcUrl, wsUrl }: EmbeddedChain) => [rpcUrl, wsUrl].map((url) => Number(new URL(url).port));
    expect(Math.min(...port(chain))).toBeGreaterThanOrEqual(1_024);
    const asked = await freePair();
    const other = await start(asked);
    expect(port(other)).toEqual([asked, asked + 1]);
    await other.stop();
  });
});
