import type { Address } from '../../ts/sdk/program/address/address.js';
import { resultAddress } from '../../ts/sdk/program/address/settlement.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { inProgram } from '../../ts/sdk/program/proof/signatureVerifier.js';
import { resultBufferContent } from '../../ts/sdk/program/settlement/bufferContent.js';
import { verifySigner } from '../../ts/sdk/program/settlement/instructions.js';
import type { ScoreProof } from '../../ts/sdk/program/wire/scoreProof.js';
import type { Attesters } from '../../ts/sdk/program/wire/terms.js';
import { compactForm } from '../../ts/sdk/proof/compactForm.js';
import type { StatProof } from '../../ts/sdk/proof/proof.js';
import { TestAttesters } from '../helpers/settlement/attesters.js';
import { TestBuffer } from '../helpers/settlement/buffer.js';
import { type Outcome, ok, ownUnits, SETTLEMENT } from '../helpers/settlement/chain.js';
import { createMarkets, LARGEST_KEYS, LARGEST_TERMS } from '../helpers/settlement/largestTerms.js';
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
import { NO, TestParlay, YES } from '../helpers/settlement/parlay.js';
import { finaliseManyOf, RESULT_FORMS, sendBatch } from '../helpers/settlement/result.js';
import { inV4, SIGNER, signatureOf } from '../helpers/settlement/signed.js';
import { DAY, final, HOUR, World } from '../helpers/world/world.js';

/** The cost of one instruction of the settlement program. */
export interface SettlementUnits {
  readonly name: string;
  /** The program's own compute units. */
  readonly own: number;
  /** Those of the programs that it calls: token, associated token, system. */
  readonly called: number;
}

const ABOVE_ONE: MarketOptions = {
  statKeys: [1],
  outcomes: [allOf(single(0, 'greaterThan', 1))],
};

/** The costs of {@link everyInstruction}. */
export async function settlementUnits(program = SETTLEMENT): Promise<SettlementUnits[]> {
  const rows: SettlementUnits[] = [];
  await everyInstruction((name, outcome) => {
    const own = ownUnits(ok(outcome));
    rows.push({ name, own, called: outcome.computeUnits - own });
  }, program);
  return rows;
}

/**
 * Sends every instruction of markets and parlays in the life of one of each. Key pairs, and so addresses and costs, are
 * the same in every run.
 */
export async function everyInstruction(measure: Measure, program = SETTLEMENT): Promise<void> {
  const start = (time = KICK_OFF - DAY) => new World({ time, program });
  await ofMarkets(measure, start);
  await ofParlays(measure, start);
  await ofResults(measure, start);
  await ofBatches(measure, start, 'two-outcome terms', [1, 20, 40], ABOVE_ONE, [1]);
  await ofBatches(measure, start, 'the largest terms', [1, 40], LARGEST_TERMS, LARGEST_KEYS);
  await ofAttested(measure, start);
  await ofSigned(measure, start);
}

export type Measure = (name: string, outcome: Outcome) => void;

/** Starts at this time, s; by default a day before kick-off. */
type Start = (time?: number) => World;

async function ofMarkets(measure: Measure, start: Start): Promise<void> {
  const { chain, oracle } = start();
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
  const slot = oracle.publish(FIXTURE, FULL_TIME, [final()], { others: 0 });
  const v3 = slot.v3([1]);
  const settle = async (name: string, to: TestMarket | undefined, proof: StatProof | ScoreProof) => {
    if (to) measure(`settle, ${name}`, await to.settle(proof));
  };
  await settle('v2, one stat at 5/1/1', market, slot.v2([1]));
  await settle('v3, one stat at 5/1/1', others.v3, v3);
  await settle('compact, one stat at 5/1/1', others.compact, { kind: 'Compact', ...compactForm(v3) });
  await settle('v2 without challenge window', others['at once'], slot.v2([1]));

  await chain.setTime(FULL_TIME + HOUR);
  measure('finalise', await market.finalise());
  measure('claim, winning', await market.claim(anna.publicKey, 0));
  measure('claim, losing', await market.claim(bert.publicKey, 1));
  measure('sweep', await market.sweep());
  measure('close', await market.close());
  await chain.setTime(unsettled.terms.voidAfter);
  measure('void', await unsettled.void());
}

async function ofSigned(measure: Measure, start: Start): Promise<void> {
  const { chain, oracle } = start();
  const market = await TestMarket.create(chain, { ...ABOVE_ONE, signer: SIGNER });
  await chain.setTime(FULL_TIME);
  const v3 = oracle.publish(FIXTURE, FULL_TIME, [final()], { others: 0 }).v3([1]);
  const verify = inProgram(signatureOf(v3), verifySigner, LOCALNET_PROGRAM_IDS.settlement);
  measure('verify_signer', await chain.send([verify]));
  measure('settle, v4, one stat at 5/1/1', await chain.send([verify, market.settleInstruction(inV4(v3))]));
}

async function ofParlays(measure: Measure, start: Start): Promise<void> {
  const { chain, settle, ...world } = start();
  const markets = await world.markets(2);
  const parlay = TestParlay.plan(chain, markets);
  measure('create_parlay, two legs', await parlay.create());
  const [anna, bert] = [parlay.staker(), parlay.staker()];
  measure('stake, first, parlay', await parlay.stake(anna, YES, 1_000n));
  ok(await parlay.stake(bert, NO, 1_000n));
  for (const [leg, market] of markets.entries()) {
    await settle(market, 2, 1);
    measure(`settle_parlay, ${leg === 0 ? 'first' : 'last'} of two legs`, await parlay.settle(leg));
  }
  measure('claim, winning, parlay', await parlay.claim(anna.publicKey, YES));
  measure('claim, losing, parlay', await parlay.claim(bert.publicKey, NO));
  measure('sweep, parlay', await parlay.sweep());
  measure('close, parlay', await parlay.close());
}

/**
 * The first fixture whose result is at the first address that the program tries. Each further try costs 1,500 units,
 * and which fixtures need one depends on the program's id.
 */
function firstTryFixture(oracleProgram: Address, attesters: Attesters | null = null): number {
  let fixtureId = FIXTURE;
  const bump = () =>
    resultAddress(
      { oracleProgram, fixtureId, sport: 'soccer', finality: 'finalised', attesters },
      LOCALNET_PROGRAM_IDS.settlement,
    ).bump;
  while (bump() !== 255) fixtureId++;
  return fixtureId;
}

async function ofResults(measure: Measure, start: Start): Promise<void> {
  const { chain, oracle, about } = start(FULL_TIME);
  const fixtureId = firstTryFixture(oracle.programId);
  /** A slot per post: each is of a later event. */
  let slots = 0;
  const slot = () => oracle.publish(fixtureId, FULL_TIME + 300 * slots++, [final()], { others: 0 });
  const result = about({ fixtureId });
  measure('post_result, creation, one stat at 5/1/1', await result.post(slot().v2([1])));
  for (const form of ['V2', 'V3', 'V4', 'Compact'] as const)
    measure(
      `post_result, ${form.toLowerCase()}, one stat at 5/1/1`,
      await result.post(RESULT_FORMS[form](slot(), [1])),
    );
  measure('post_result, growth by a fact, one stat at 5/1/1', await result.post(slot().v2([2])));
  measure('post_result, growth by five facts', await result.post(slot().v3([3, 4, 7, 8, 3001])));
  const proof = RESULT_FORMS.V2(slot(), [1]);
  const buffer = await TestBuffer.complete(chain, resultBufferContent({ proof, witness: null }));
  measure('post_result_from_buffer, one stat at 5/1/1', await result.postFromBuffer(buffer.address, proof));
  await chain.setTime(FULL_TIME + 181 * DAY);
  measure('close_result', await result.close());
}

/** Markets whose terms name attesters: one with a proof, then a batch with a result. */
async function ofAttested(measure: Measure, start: Start): Promise<void> {
  const { chain, oracle, about } = start();
  const attesters = new TestAttesters(chain, oracle.programId);
  const asked = attesters.least(3);
  const fixtureId = firstTryFixture(oracle.programId, asked);
  const options = { ...ABOVE_ONE, attesters: asked, fixtureId };
  const market = TestMarket.plan(chain, options);
  measure('create_market, attested', await market.create());
  const markets = await createMarkets(chain, 20, options);
  const slot = oracle.publish(fixtureId, FULL_TIME, [final()], { others: 0 });
  attesters.vouch(slot.batch.time, 0b1011);
  const result = about({ attesters: asked, fixtureId });
  await chain.setTime(FULL_TIME);
  measure('settle, attested, v2, one stat at 5/1/1', await market.settle(slot.v2([1])));
  const proof = RESULT_FORMS.V2(slot, [1]);
  measure('post_result, creation, attested, one stat at 5/1/1', await result.post(proof));
  const buffer = await TestBuffer.complete(chain, resultBufferContent({ proof, witness: null }));
  measure('post_result_from_buffer, attested, one stat at 5/1/1', await result.postFromBuffer(buffer.address, proof));
  const batch = result.settleManyInstruction(markets);
  measure('settle_many, 20 attested markets of two-outcome terms, proposed', await sendBatch(chain, batch));
}

/** Batches of markets with equal terms: proposed, then made final, then both at once. */
async function ofBatches(
  measure: Measure,
  start: Start,
  terms: string,
  counts: readonly number[],
  options: MarketOptions,
  keys: readonly number[],
): Promise<void> {
  const { chain, oracle, about } = start();
  const created = [];
  for (const count of counts) {
    const pair = [await createMarkets(chain, count, options), await createMarkets(chain, count, options)] as const;
    // Stakes on both sides, so that the fee is computed.
    for (const market of pair.flat().slice(0, 2))
      for (const outcome of [0, 1]) ok(await market.stake(market.staker(), outcome, 1_000n));
    created.push([count, pair] as const);
  }
  const slot = oracle.publish(FIXTURE, FULL_TIME, [final()], { others: 0 });
  const result = about();
  await chain.setTime(FULL_TIME);
  ok(await result.post(slot.v3(keys)));
  const of = (count: number) => `${count} market${count === 1 ? '' : 's'} of ${terms}`;
  for (const [count, [markets]] of created)
    measure(`settle_many, ${of(count)}, proposed`, await sendBatch(chain, result.settleManyInstruction(markets)));
  await chain.setTime(FULL_TIME + HOUR);
  for (const [count, [proposed, open]] of created) {
    measure(`settle_many, ${of(count)}, final`, await sendBatch(chain, result.settleManyInstruction(open)));
    measure(`finalise_many, ${of(count)}`, await sendBatch(chain, finaliseManyOf(proposed)));
  }
}
