import { describe, expect, it } from 'vitest';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import { scoreProofOf } from '../../ts/sdk/program/proof/scoreProofOf.js';
import { bufferContent } from '../../ts/sdk/program/settlement/bufferContent.js';
import { settle } from '../../ts/sdk/program/settlement/instructions.js';
import { TestBuffer } from '../helpers/settlement/buffer.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { eventsOf } from '../helpers/settlement/events.js';
import {
  allOf,
  FIXTURE,
  FULL_TIME,
  KICK_OFF,
  type MarketOptions,
  single,
  TestMarket,
} from '../helpers/settlement/market.js';
import { soccerStats } from '../helpers/settlement/match.js';
import { confusedKey, MISTAKES, type MistakenSlot, publishMistaken } from '../helpers/settlement/mistakenLayout.js';
import { NO, TestParlay, YES } from '../helpers/settlement/parlay.js';
import { tokenAmount } from '../helpers/settlement/tokens.js';
import { DAY, World } from '../helpers/world/world.js';

/** Money rule 7: two valid proofs of one update that decide a market differently void it. */

const HAPPENED = 0;
const DID_NOT = 1;

const { chain, oracle } = new World();
let time = FULL_TIME;

/** A market on the confused key, with a stake on each side, and its fixture in the middle of its final slot. */
async function mistakenMarket(real: Sport, claimed: Sport, options: MarketOptions = {}) {
  await chain.setTime(KICK_OFF - DAY);
  const { key } = confusedKey(real, claimed);
  const market = await TestMarket.create(chain, {
    sport: claimed,
    statKeys: [key],
    outcomes: [allOf(single(0, 'greaterThan', 0))],
    ...options,
  });
  const stakers = [market.staker(), market.staker()] as const;
  ok(await market.stake(stakers[0], HAPPENED, 700n));
  ok(await market.stake(stakers[1], DID_NOT, 300n));
  // A slot for each, because the day's roots stay.
  time += 300;
  const slot = publishMistaken(oracle, time, FIXTURE, real, claimed);
  await chain.setTime(time);
  return { market, stakers, ...slot };
}

/** Every stake is refunded, nothing remains for the fee account, and the market can be closed. */
async function expectRefunded({ market, stakers }: Awaited<ReturnType<typeof mistakenMarket>>): Promise<void> {
  expect(await market.read()).toMatchObject({ state: 'Void', refund: true, fee: 0n, owed: 1_000n });
  for (const [outcome, staker] of stakers.entries()) {
    ok(await market.claim(staker.publicKey, outcome));
    expect(await tokenAmount(chain, staker.tokens)).toBe(1_000_000n);
  }
  ok(await market.close());
  expect(await tokenAmount(chain, market.terms.feeAccount)).toBe(0n);
}

describe.each(MISTAKES)('a fixture of %s with the layout of %s', (real, claimed) => {
  it('is void when the false proof is countered with the true one', async () => {
    const scene = await mistakenMarket(real, claimed);
    const { market, lie, truth, witness } = scene;
    ok(await market.settle(lie, witness));
    const { proposal } = await market.read();
    expect(proposal).toMatchObject({ outcome: DID_NOT, void: false });
    const contradicted = ok(await market.settle(truth));
    expect(eventsOf(contradicted)).toEqual([
      {
        name: 'Contradicted',
        market: market.address,
        order_key: proposal.orderKey,
        proposed: DID_NOT,
        shown: HAPPENED,
      },
      { name: 'Voided', kind: { Market: {} }, pool: market.address, reason: { Contradiction: {} }, owed: 1_000n },
    ]);
    await expectRefunded(scene);
  });

  it('is void when the true proof is countered with the false one', async () => {
    const scene = await mistakenMarket(real, claimed);
    ok(await scene.market.settle(scene.truth));
    expect(await scene.market.read()).toMatchObject({ state: 'Proposed', proposal: { outcome: HAPPENED } });
    ok(await scene.market.settle(scene.lie, scene.witness));
    await expectRefunded(scene);
  });
});

describe('a contradiction', () => {
  const [real, claimed] = ['soccer', 'basketball'] as const;

  it('also counts after the window, until somebody finalises the proposal', async () => {
    const scene = await mistakenMarket(real, claimed);
    ok(await scene.market.settle(scene.lie, scene.witness));
    await chain.setTime(chain.now + scene.market.terms.challengeWindow + 1);
    ok(await scene.market.settle(scene.truth));
    await expectRefunded(scene);
  });

  it('is too late once the market is final', async () => {
    const { market, lie, truth, witness } = await mistakenMarket(real, claimed);
    ok(await market.settle(lie, witness));
    await chain.setTime(chain.now + market.terms.challengeWindow);
    ok(await market.finalise());
    expect(refusal(await market.settle(truth))).toBe(6211);
    expect(await market.read()).toMatchObject({ state: 'Final', proposal: { outcome: DID_NOT } });
  });

  it('is accepted in any form, and from a buffer', async () => {
    const forms: ((slot: MistakenSlot, market: TestMarket) => Promise<unknown>)[] = [
      async ({ slot, key }, market) => ok(await market.settle(slot.v3([key]))),
      async ({ slot, key }, market) => {
        const args = { proof: scoreProofOf(slot.v3([key])), witness: null };
        const buffer = await TestBuffer.complete(chain, bufferContent(settle.encode(args)));
        ok(await market.settleFromBuffer(buffer.address, slot.v3([key])));
      },
    ];
    for (const show of forms) {
      const scene = await mistakenMarket(real, claimed);
      ok(await scene.market.settle(scene.lie, scene.witness));
      await show(scene, scene.market);
      await expectRefunded(scene);
    }
  });

  it('requires different outcomes: 6222', async () => {
    const { market, slot, truth, key, witness } = await mistakenMarket(real, claimed);
    ok(await market.settle(truth));
    expect(refusal(await market.settle(slot.v3([key])))).toBe(6222);
    expect(refusal(await market.settle(truth, witness))).toBe(6222);
    expect(await market.read()).toMatchObject({ state: 'Proposed', proposal: { outcome: HAPPENED } });
  });

  it('requires a valid and final proof', async () => {
    const { market, lie, truth, witness } = await mistakenMarket(real, claimed);
    ok(await market.settle(lie, witness));
    const [leaf] = truth.leaves;
    if (!leaf) throw new Error('no leaf');
    const forged = { ...truth, leaves: [{ ...leaf, stat: { ...leaf.stat, value: 2 } }] };
    expect(refusal(await market.settle(forged))).toBe(6023);
    expect(await market.read()).toMatchObject({ state: 'Proposed', proposal: { outcome: DID_NOT } });
  });

  it('voids the legs of parlays', async () => {
    const scene = await mistakenMarket(real, claimed, { stakesClose: KICK_OFF + 1 });
    await chain.setTime(KICK_OFF - DAY);
    const other = await TestMarket.create(chain, { challengeWindow: 0 });
    const parlay = await TestParlay.create(chain, [other, scene.market]);
    const [anna, bert] = [parlay.staker(), parlay.staker()];
    ok(await parlay.stake(anna, YES, 100n));
    ok(await parlay.stake(bert, NO, 400n));
    await chain.setTime(time);
    ok(await scene.market.settle(scene.lie, scene.witness));
    ok(await scene.market.settle(scene.truth));
    ok(await parlay.settle(1));
    ok(await parlay.void());
    for (const [outcome, staker] of [anna, bert].entries()) {
      ok(await parlay.claim(staker.publicKey, outcome));
      expect(await tokenAmount(chain, staker.tokens)).toBe(1_000_000n);
    }
  });
});

describe('not a contradiction', () => {
  it('a later update with another outcome is a correction', async () => {
    const market = await TestMarket.settleable(chain, {}, FULL_TIME);
    const first = oracle.publish(FIXTURE, FULL_TIME, [
      { status: 100, stats: soccerStats(2, 1) },
      { status: 100, stats: soccerStats(2, 2) },
    ]);
    ok(await market.settle(first.v2([1, 2], 0)));
    ok(await market.settle(first.v2([1, 2], 1)));
    expect(await market.read()).toMatchObject({ state: 'Proposed', proposal: { outcome: 1 } });
    expect(refusal(await market.settle(first.v2([1, 2], 0)))).toBe(6222);
  });

  it('a void proposal of any update is replaced by a settling proof', async () => {
    const market = await TestMarket.settleable(
      chain,
      { abandonmentVoids: true, finality: 'regular-time', statKeys: [1, 2] },
      FULL_TIME,
    );
    const slot = oracle.publish(FIXTURE, FULL_TIME, [
      { status: 5, stats: soccerStats(1, 0) },
      { status: 15, stats: soccerStats(1, 0) },
    ]);
    ok(await market.proposeVoid(slot.v2([1], 1)));
    expect(await market.read()).toMatchObject({ state: 'Proposed', proposal: { void: true } });
    ok(await market.settle(slot.v2([1, 2], 0)));
    expect(await market.read()).toMatchObject({ state: 'Proposed', proposal: { void: false, outcome: 0 } });
  });
});
