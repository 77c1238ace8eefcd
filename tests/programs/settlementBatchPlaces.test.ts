import { beforeAll, describe, expect, it } from 'vitest';
import { NOTHING_SETTLED } from '../../ts/sdk/error/codes/settlement.js';
import { BATCHES, BatchScene, COUNT, numberOf, spoilingsOf } from '../helpers/settlement/batchScene.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { firstRefusal, sendBatch } from '../helpers/settlement/result.js';

/**
 * `settle_many` and `finalise_many` over 40 markets of the largest terms, with one bad account at every place: the
 * others are settled, byte for byte, and the bad one stays as it is.
 */

let scene: BatchScene;

beforeAll(async () => {
  scene = await BatchScene.start();
});

describe.each(BATCHES)('%s skips at every place an account that is', (batch) => {
  it.each(spoilingsOf(batch))('%s', async (name, spoiling) => {
    for (let place = 0; place < COUNT; place++) {
      scene.restore(batch);
      const [instruction, bad] = scene.spoilt(batch, new Map([[place, spoiling]]));
      const there = [...bad.values(), scene.market(place).address];
      const before = await scene.look(there);
      const settled = ok(await sendBatch(scene.chain, instruction));
      expect(await scene.look(there), `${name} at ${place}`).toEqual(before);
      expect(await scene.unsettled(batch)).toEqual([place]);
      expect(settled.logs.filter((line) => line.startsWith('Program data: '))).toHaveLength(COUNT - 1);
    }
  });
});

describe.each(BATCHES)('%s refuses, and says why, alone an account that is', (batch) => {
  it.each(spoilingsOf(batch))('%s', async (_, spoiling) => {
    scene.restore(batch);
    const [instruction, bad] = scene.spoilt(batch, new Map([[0, spoiling]]));
    const others = new Set<string>(scene.addresses.slice(1));
    const alone = { ...instruction, accounts: instruction.accounts.filter(({ address }) => !others.has(address)) };
    const sent = await sendBatch(scene.chain, alone);
    expect(refusal(sent)).toBe(NOTHING_SETTLED);
    expect(firstRefusal(sent)).toEqual([bad.get(0), numberOf(batch, spoiling)]);
  });
});
