import { describe, expect, it } from 'vitest';
import { ManyMarkets } from '../helpers/keeper/manyMarkets.js';
import type { SlowChainOptions } from '../helpers/keeper/slowChain.js';
import { randomOf, SlowScene } from '../helpers/keeper/slowScene.js';

/** A thousand markets of one match, settled and paid by the keeper, with every token counted. */

const MARKETS = 1_000;
const SEED = 20_261_123;

/** Loses one submission in ten, and takes up to two seconds to answer. */
const unreliable = (): SlowChainOptions => {
  const random = randomOf(SEED);
  return { answersAfter: () => 50 + Math.floor(1_950 * random()), loses: () => random() < 0.1 };
};

describe.each<[string, () => SlowChainOptions]>([
  ['lands after 800 ms', () => ({})],
  ['lands after 800 ms, loses one transaction in ten and answers late', unreliable],
])('on a chain that %s', (_, options) => {
  it(`${MARKETS} markets are settled and paid (seed ${SEED})`, { timeout: 300_000 }, async () => {
    const scene = await SlowScene.start();
    const many = await ManyMarkets.create(scene, MARKETS, SEED);
    await scene.whistle(options());
    const whistle = scene.time.now();
    const settler = scene.keeper();
    let round = await scene.time.run(() => settler.round());
    expect(round).toMatchObject({ markets: MARKETS, failures: 0 });
    const settled = scene.logged('settle');
    expect(settled).toHaveLength(MARKETS);
    expect(await many.unsettled()).toBe(0);
    // To Final. The fees are swept afterwards.
    expect((settled.at(-1)?.at ?? 0) / 1_000).toBeLessThan(60);
    // Each market at its cheapest: 20 ask for a signature, the others share two results.
    expect(scene.logged('post_result')).toHaveLength(2);
    const alone = settled.filter(({ form }) => form !== 'result');
    expect(alone).toHaveLength(MARKETS / 50);

    const minutes = (scene.time.now() - whistle) / 60_000;
    expect(scene.chain.landed.length / minutes).toBeGreaterThan(600);
    const payer = scene.keeper({ claim: true });
    const seconds = await scene.secondsOf(async () => {
      round = await payer.round();
    });
    expect(round).toMatchObject({ failures: 0 });
    expect(scene.logged('claim')).toHaveLength(many.positions);
    expect(seconds).toBeLessThan(600);

    const held = await many.held();
    expect(held).toEqual(many.due());
    expect(ManyMarkets.total(held)).toBe(many.money);
    // One blockhash a second at most, and one request for all statuses every half second.
    const { recentBlockhash = 0, statuses = 0 } = scene.chain.requests;
    const total = (scene.time.now() - whistle) / 1_000;
    expect(recentBlockhash).toBeLessThanOrEqual(total + 2);
    expect(statuses).toBeLessThanOrEqual(2 * total + 2);
  });
});
