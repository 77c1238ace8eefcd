import { LOCALNET_PROGRAM_IDS, type ScoreProof } from '../../ts/linesman/program/index.js';
import { compactForm, type StatProof } from '../../ts/linesman/proof/index.js';
import { type Outcome, ok, ownUnits, TestChain } from '../helpers/settlement/chain.js';
import {
  allOf,
  FIXTURE,
  FULL_TIME,
  KICK_OFF,
  type MarketOptions,
  type Staker,
  single,
  TestMarket,
} from '../helpers/settlement/market.js';
import { soccerStats, TestOracle } from '../helpers/settlement/match.js';
import { NO, ParlayScene, TestParlay, YES } from '../helpers/settlement/parlay.js';

/** The cost of one instruction of the settlement program. */
export interface SettlementUnits {
  readonly name: string;
  /** The program's own compute units. */
  readonly own: number;
  /** Those of the programs that it calls: token, associated token, system. */
  readonly called: number;
}

const DAY = 86_400;
const ABOVE_ONE: MarketOptions = {
  statKeys: [1],
  outcomes: [allOf(single(0, 'greaterThan', 1))],
};

/**
 * Every instruction of markets and parlays in the life of one of each. Key pairs, and so addresses and costs, are the
 * same in every run.
 */
export async function settlementUnits(): Promise<SettlementUnits[]> {
  const rows: SettlementUnits[] = [];
  const measure = (name: string, outcome: Outcome): void => {
    const own = ownUnits(ok(outcome));
    rows.push({ name, own, called: outcome.computeUnits - own });
  };
  await ofMarkets(measure);
  await ofParlays(measure);
  return rows;
}

type Measure = (name: string, outcome: Outcome) => void;

async function ofMarkets(measure: Measure): Promise<void> {
  const chain = await TestChain.startOnBankrun(KICK_OFF - DAY);
  const oracle = new TestOracle(chain, LOCALNET_PROGRAM_IDS.oracle);
  const market = TestMarket.plan(chain, ABOVE_ONE);
  measure('create_market', await market.create());
  const [anna, bert] = [market.staker(), market.staker()] as [Staker, Staker];
  measure('stake, first', await market.stake(anna, 0, 1_000n));
  measure('stake, another', await market.stake(anna, 0, 1_000n));
  ok(await market.stake(bert, 1, 1_000n));
  const others: Record<string, TestMarket> = {};
  for (const form of ['v3', 'compact', 'at once']) {
    const window = form === 'at once' ? { challengeWindow: 0 } : {};
    others[form] = await TestMarket.create(chain, { ...ABOVE_ONE, ...window });
  }
  const unsettled = await TestMarket.create(chain, ABOVE_ONE);

  await chain.setTime(FULL_TIME);
  const slot = oracle.publish(FIXTURE, FULL_TIME, [{ status: 100, stats: soccerStats(2, 1) }], { others: 0 });
  const v3 = slot.v3([1]);
  const settle = async (name: string, to: TestMarket | undefined, proof: StatProof | ScoreProof) => {
    if (to) measure(`settle, ${name}`, await to.settle(proof));
  };
  await settle('v2, one stat at 5/1/1', market, slot.v2([1]));
  await settle('v3, one stat at 5/1/1', others.v3, v3);
  await settle('compact, one stat at 5/1/1', others.compact, { kind: 'Compact', ...compactForm(v3) });
  await settle('v2 without challenge window', others['at once'], slot.v2([1]));

  await chain.setTime(FULL_TIME + 3_600);
  measure('finalise', await market.finalise());
  measure('claim, winning', await market.claim(anna.publicKey, 0));
  measure('claim, losing', await market.claim(bert.publicKey, 1));
  measure('sweep', await market.sweep());
  measure('close_market', await market.close());
  await chain.setTime(unsettled.terms.voidAfter);
  measure('void', await unsettled.void());
}

async function ofParlays(measure: Measure): Promise<void> {
  const scene = await ParlayScene.start();
  const markets = await scene.markets(2);
  const parlay = TestParlay.plan(scene.chain, markets);
  measure('create_parlay, two legs', await parlay.create());
  const [anna, bert] = [parlay.staker(), parlay.staker()];
  measure('stake_parlay, first', await parlay.stake(anna, YES, 1_000n));
  ok(await parlay.stake(bert, NO, 1_000n));
  for (const [leg, market] of markets.entries()) {
    await scene.settle(market, 2, 1);
    measure(`settle_parlay, ${leg === 0 ? 'first' : 'last'} of two legs`, await parlay.settle(leg));
  }
  measure('claim_parlay, winning', await parlay.claim(anna.publicKey, YES));
  measure('claim_parlay, losing', await parlay.claim(bert.publicKey, NO));
  measure('sweep_parlay', await parlay.sweep());
  measure('close_parlay', await parlay.close());
}
