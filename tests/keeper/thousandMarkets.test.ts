import { describe, expect, it } from 'vitest';
import type { SlowChainOptions } from '../helpers/keeper/slowChain.js';
import { randomOf, SlowScene } from '../helpers/keeper/slowScene.js';
import {
  AWAY_WINS,
  allOf,
  HOME_WINS,
  KICK_OFF,
  type MarketOptions,
  type Staker,
  single,
  TestMarket,
} from '../helpers/settlement/market.js';
import { makeMint, makeTokenAccount, tokenAmount } from '../helpers/settlement/tokens.js';

/** A thousand markets of one match, settled and paid by the keeper on a chain with latencies, every token counted. */

const MARKETS = 1_000;
const SEED = 20_261_123;
const MONEY = 10n ** 9n;

it('runs', { timeout: 300_000 }, async () => {
  const scene = await SlowScene.start();
  scene.play({ totals: { 1: 2, 2: 1, 7: 4, 8: 3 } });
  const random = randomOf(SEED);
  const below = (limit: number): number => Math.floor(random() * limit);
  const mint = makeMint(scene.test);
  const creator = scene.test.fundedKeypair();
  const feeAccount = makeTokenAccount(scene.test, { mint, owner: creator.address });
  const markets: TestMarket[] = [];
  const any = TestMarket.plan(scene.test, { mint, feeAccount });
  const stakers: Staker[] = Array.from({ length: 8 }, () => any.staker(MONEY));
  console.time('setup');
  for (let i = 0; i < MARKETS; i++) {
    const common = { creator, mint, feeAccount, challengeWindow: 0, feeBps: below(1_001) };
    const special: MarketOptions =
      i % 10 === 0
        ? { outcomes: [HOME_WINS, AWAY_WINS] }
        : i % 50 === 1
          ? { finality: 'SignedFinal', signer: scene.key.publicKey }
          : i % 10 === 2
            ? { finality: 'HalfTime', statKeys: [1001], outcomes: [allOf(single(0, 'greaterThan', 0))] }
            : {};
    const stakes = [...new Set([below(8), below(8), below(8), below(8), below(8)])].map((n) => ({
      staker: stakers[n] as Staker,
      outcome: below((special.outcomes?.length ?? 1) + 1),
      amount: BigInt(1 + below(100_000)),
    }));
    markets.push(await scene.market({ ...common, ...special }, stakes));
  }
  console.timeEnd('setup');
  await scene.whistle();
  const keeper = scene.keeper();
  console.time('settle');
  let round: unknown;
  const seconds = await scene.secondsOf(async () => {
    round = await keeper.round();
  });
  console.timeEnd('settle');
  console.log(seconds, round, scene.chain.landed.length, scene.chain.requests);
  console.log(new Set(scene.events()), scene.told('settle').at(-1));
  const text = await keeper.metrics.text();
  console.log(
    text.split('\n').filter((l) => /transactions_total|no_proof|settlements|errors/.test(l) && !l.startsWith('#')),
  );
  console.time('claims');
  const from = scene.lines.length;
  const s2 = await scene.secondsOf(async () => {
    round = await scene.keeper({ claim: true }).round();
  });
  console.timeEnd('claims');
  console.log(s2, round, new Set(scene.events()), scene.told('claim').length, scene.chain.requests, from);
});
