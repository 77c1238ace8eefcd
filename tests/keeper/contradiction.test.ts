import { describe, expect, it } from 'vitest';
import { slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import { finalOf } from '../helpers/keeper/finalRecords.js';
import { ok } from '../helpers/settlement/chain.js';
import { allOf, single } from '../helpers/settlement/market.js';
import { PublishedSlot } from '../helpers/settlement/match.js';
import { confusedKey, mistakenProof } from '../helpers/settlement/mistakenLayout.js';
import { tokenAmount } from '../helpers/settlement/tokens.js';
import { AFTER, KeeperWorld } from '../helpers/world/keeperWorld.js';

const [REAL, CLAIMED] = ['soccer', 'basketball'] as const;
const { key } = confusedKey(REAL, CLAIMED);

const scene = new KeeperWorld().each();

/**
 * A market whose terms name another sport than its fixture's, staked on both sides, after the match; and the slot of
 * the end of the match.
 */
async function mistakenMarket() {
  const { Ts, Seq, FixtureId } = finalOf(scene.play({ sport: REAL, totals: { 1: 3, [key]: 1 } }));
  const market = await scene.backed({
    sport: CLAIMED,
    statKeys: [key],
    outcomes: [allOf(single(0, 'greaterThan', 0))],
  });
  await scene.at(AFTER);
  const { epochDay, slot } = slotTimeOf(Ts);
  const batch = scene.service.batches.find(({ time }) => time.epochDay === epochDay && time.slot === slot);
  if (!batch) throw new Error('the slot of the end is not published');
  const end = new PublishedSlot(batch, FixtureId);
  return { market, lie: mistakenProof(end, REAL, CLAIMED, Seq), witness: end.leaf(1, Seq) };
}

describe('a proposal that contradicts the newest record', () => {
  it('is countered with the other proof of the same update, which voids the market', async () => {
    const { market, lie, witness } = await mistakenMarket();
    ok(await market.settle(lie, witness));
    expect(await market.read()).toMatchObject({ state: 'Proposed', proposal: { outcome: 1 } });
    await scene.keeper({ claim: true }).round();
    expect(scene.actions()).toEqual(['contradict', 'claim', 'claim']);
    expect(await market.read()).toMatchObject({ state: 'Void', refund: true, owed: 0n });
    for (const { tokens } of market.stakers) expect(await tokenAmount(scene.chain, tokens)).toBe(1_000_000n);
  });

  it('is left alone when it agrees with the record', async () => {
    const { market } = await mistakenMarket();
    await scene.keeper().round();
    expect(scene.actions()).toEqual(['settle']);
    scene.lines.length = 0;
    await scene.keeper().round();
    expect(scene.actions()).toEqual([]);
    expect(await market.read()).toMatchObject({ state: 'Proposed', proposal: { outcome: 0 } });
  });
});
