import { ManyMarkets } from '../tests/helpers/keeper/manyMarkets.js';
import type { SlowChainOptions } from '../tests/helpers/keeper/slowChain.js';
import { randomOf, SlowScene } from '../tests/helpers/keeper/slowScene.js';
import { LOCALNET_PROGRAM_IDS } from '../ts/sdk/program/programId.js';
import { transferInstruction } from '../ts/sdk/program/systemInstructions.js';
import { sendTransaction } from '../ts/sdk/program/transaction/send.js';
import type { Benchmark, Goal, Row } from './benchmark.js';

const SEED = 20_261_123;
/** Number of transactions that are sent one at a time, for comparison. */
const ONE_BY_ONE = 45;

/** The figure is the same on every machine, because its time is that of a simulated chain. */
const below = (value: number, limit: number, unit: string): Goal => ({
  text: `< ${limit} ${unit}`,
  met: value < limit,
});

const unreliable = (): SlowChainOptions => {
  const random = randomOf(SEED);
  return { answersAfter: () => 50 + Math.floor(1_950 * random()), loses: () => random() < 0.1 };
};

/** Transactions per minute when each is followed to its end before the next is sent. */
async function oneByOne(count: number): Promise<number> {
  const scene = await SlowScene.start();
  const chain = await scene.whistle();
  const payer = scene.test.fundedKeypair();
  const seconds = await scene.secondsOf(async () => {
    for (let i = 1; i <= count; i++) {
      const pay = transferInstruction({ from: payer.address, to: payer.address, lamports: BigInt(i) });
      const what = { chain, programs: LOCALNET_PROGRAM_IDS, payer, instructions: [pay], sleep: scene.time.sleep };
      await sendTransaction(what);
    }
  });
  return (60 * count) / seconds;
}

/** Virtual time of a whole match, seconds. */
async function matchOf(markets: number, options: SlowChainOptions) {
  const scene = await SlowScene.start();
  const many = await ManyMarkets.create(scene, markets, SEED);
  await scene.whistle(options);
  const settling = await scene.secondsOf(() => scene.keeper().round());
  if ((await many.unsettled()) > 0) throw new Error('not every market is final');
  const perMinute = (60 * scene.chain.landed.length) / settling;
  const final = (scene.logged('settle').at(-1)?.at ?? Number.NaN) / 1_000;
  const claiming = await scene.secondsOf(() => scene.keeper({ claim: true }).round());
  const held = await many.held();
  if (ManyMarkets.total(held) !== many.money) throw new Error('tokens are missing');
  return {
    final,
    perMinute,
    claiming,
    positions: scene.logged('claim').length,
    transactions: scene.chain.landed.length,
  };
}

export const keeper: Benchmark = {
  name: 'keeper',
  about:
    'the keeper on a simulated chain that lands after 800 ms and answers after 50 ms, in the time of that chain: ' +
    'markets of one match, a tenth with three outcomes, some signed, some about the first half, five positions each',
  async run({ quick }, { note }) {
    const markets = quick ? 50 : 1_000;
    const each = await oneByOne(quick ? 5 : ONE_BY_ONE);
    const good = await matchOf(markets, {});
    const bad = await matchOf(markets, unreliable());
    const count = markets.toLocaleString('en');
    const rows = (name: string, run: typeof good): Row[] => [
      {
        what: `${name}: whistle to Final, ${count} markets`,
        value: run.final,
        unit: 's',
        goal: below(run.final, 60, 's'),
      },
      {
        what: `${name}: claims of ${run.positions.toLocaleString('en')} positions`,
        value: run.claiming,
        unit: 's',
        goal: below(run.claiming, 600, 's'),
      },
    ];
    note(`${good.transactions} transactions in all; ${bad.transactions} on the node that loses one in ten`);
    note('loses and late: one submission in ten is lost, and every answer takes 50 to 2,000 ms');
    return [
      {
        what: 'transactions',
        value: good.perMinute,
        unit: '/min',
        peer: { name: 'sendTransaction, one at a time', value: each },
        ratio: good.perMinute / each,
        // A quick run is over before it is up to speed.
        goal: { text: '≥ 600 /min', met: quick || good.perMinute >= 600 },
      },
      ...rows('reliable', good),
      ...rows('loses and late', bad),
    ];
  },
};
