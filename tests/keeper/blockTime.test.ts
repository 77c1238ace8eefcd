import { describe, expect, it } from 'vitest';
import { ManyMarkets } from '../helpers/keeper/manyMarkets.js';
import { randomOf, SlowScene } from '../helpers/keeper/slowScene.js';

/** The keeper takes no time for granted: a blockhash is as old as the chain says. */

const MARKETS = 20;
const SEED = 20_261_126;

describe.each([200, 600])('at blocks of %i ms, on a chain that answers late and loses transactions', (blockTime) => {
  it(`${MARKETS} markets are settled and paid, each once (seed ${SEED})`, async () => {
    const scene = await SlowScene.start();
    const many = await ManyMarkets.create(scene, MARKETS, SEED);
    const random = randomOf(SEED);
    const lost = new Set<string>();
    await scene.whistle({
      blockTime,
      answersAfter: () => 50 + Math.floor(1_950 * random()),
      // Some blockhashes are of a fork: nothing that has one lands, so all of it has to be built again.
      loses: ({ message: { blockhash } }) => {
        if (random() < 0.03) lost.add(blockhash);
        return lost.has(blockhash);
      },
    });
    // Everything in a round each, however often it has to be built.
    for (const keeper of [scene.keeper(), scene.keeper({ claim: true })])
      expect(await scene.time.run(() => keeper.round())).toMatchObject({ failures: 0 });
    expect(await many.unsettled()).toBe(0);
    expect(await many.held()).toEqual(many.due());
    expect(scene.chain.landed.filter(({ failed }) => failed)).toEqual([]);
    expect(scene.events().filter((event) => event.includes('the blockhash expired')).length).toBeGreaterThan(0);
  });
});
