import { describe, expect, it } from 'vitest';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { FIXTURE, FULL_TIME, KICK_OFF, type MarketOptions, TestMarket } from '../helpers/settlement/market.js';
import { TestOracle } from '../helpers/settlement/match.js';
import { DAY, final, KEYS, World } from '../helpers/world/world.js';

const { chain, oracle, fullTime } = new World().each();

/** Markets that can be settled now. */
async function settleable(...options: MarketOptions[]): Promise<TestMarket[]> {
  await chain.setTime(KICK_OFF - DAY);
  const markets: TestMarket[] = [];
  for (const one of options) markets.push(await TestMarket.create(chain, one));
  await chain.setTime(FULL_TIME);
  return markets;
}

describe('one proof', () => {
  it('settles every market that asks its question once, and no market twice', async () => {
    const markets = await settleable({}, {}, { challengeWindow: 0 }, { latest: KICK_OFF + 2 * DAY });
    const slot = fullTime(final(2, 1));
    for (const market of markets) ok(await market.settle(slot.v2(KEYS)));
    for (const [i, market] of markets.entries()) {
      const again = i === 2 ? 6211 : 6222;
      // In no form and by no other sender: the update counts, not the bytes.
      for (const proof of [slot.v2(KEYS), slot.v3(KEYS)]) expect(refusal(await market.settle(proof))).toBe(again);
      expect(refusal(await market.settle(slot.v2(KEYS), slot.leaf(7)))).toBe(again);
      const { proposal } = await market.read();
      expect(proposal.since.seconds).toBe(FULL_TIME);
    }
  });

  it('is not accepted again when the market is closed and recreated for a later match', async () => {
    const [market] = (await settleable({ challengeWindow: 0 })) as [TestMarket];
    const slot = fullTime(final(2, 1));
    ok(await market.settle(slot.v2(KEYS)));
    ok(await market.close());
    const { creator, id, terms } = market;
    const again = await TestMarket.create(chain, { creator, id, mint: terms.mint, stakesClose: FULL_TIME + 100 });
    expect(again.address).toEqual(market.address);
    await chain.setTime(FULL_TIME + 100);
    expect(refusal(await again.settle(slot.v2(KEYS)))).toBe(6216);
  });

  it('is bound to its fixture, its keys and its oracle program', async () => {
    const stranger: Address = chain.address();
    const [fixture, keys, order, program] = (await settleable(
      { fixtureId: FIXTURE + 1 },
      { statKeys: [1, 7] },
      { statKeys: [2, 1] },
      { oracleProgram: stranger },
    )) as [TestMarket, TestMarket, TestMarket, TestMarket];
    const slot = fullTime(final(2, 1));
    const proofs = [slot.v2(KEYS), slot.v3(KEYS)];
    for (const proof of proofs) {
      expect(refusal(await fixture.settle(proof))).toBe(6217);
      expect(refusal(await keys.settle(proof))).toBe(6218);
      expect(refusal(await order.settle(proof))).toBe(6218);
      const roots = oracle.roots(slot.batch.time.epochDay);
      expect(refusal(await program.settle(proof, null, { roots }))).toBe(6234);
      expect(refusal(await program.settle(proof))).toBe(6234);
    }
    // The same bytes published by the other program settle its market, and no other.
    const theirs = new TestOracle(chain, stranger);
    ok(await program.settle(theirs.publish(FIXTURE, FULL_TIME, [final(2, 1)]).v2(KEYS)));
    for (const market of [fixture, keys, order]) expect((await market.read()).state).toBe('Open');
  });
});

describe('the clock', () => {
  /** Whether an instruction is accepted a second before, at and a second after a moment. */
  const around = async (instant: number, attempt: () => Promise<number | string | null>) => {
    const answers: (number | string | null)[] = [];
    for (const edge of [-1, 0, 1]) {
      await chain.setTime(instant + edge);
      answers.push(await attempt());
    }
    return answers;
  };

  it('closes stakes and opens settlement at stakes_close', async () => {
    const market = await TestMarket.create(chain);
    const anna = market.staker();
    const slot = fullTime(final(2, 1), final(3, 1), final(4, 1));
    const { stakesClose } = market.terms;
    expect(await around(stakesClose, async () => refusal(await market.stake(anna, 0, 10n)))).toEqual([
      null,
      6212,
      6212,
    ]);
    let update = 0;
    expect(await around(stakesClose, async () => refusal(await market.settle(slot.v2(KEYS, update++))))).toEqual([
      6215,
      null,
      null,
    ]);
  });

  it('ends the window at since + window', async () => {
    const [market] = (await settleable({ challengeWindow: 60 })) as [TestMarket];
    ok(await market.settle(fullTime(final(2, 1)).v2(KEYS)));
    expect(await around(FULL_TIME + 60, async () => refusal(await market.finalise()))).toEqual([6223, null, 6224]);
  });

  it('allows a void from void_after on', async () => {
    const [market] = (await settleable({})) as [TestMarket];
    const { voidAfter } = market.terms;
    expect(await around(voidAfter, async () => refusal(await market.void()))).toEqual([6225, null, 6211]);
  });

  it('refuses events a millisecond outside earliest and latest', async () => {
    const bounds = { earliest: FULL_TIME, latest: FULL_TIME + 60 };
    const answer = async (time: number) => {
      const [market] = (await settleable(bounds)) as [TestMarket];
      return refusal(await market.settle(oracle.publish(FIXTURE, time, [final(2, 1)]).v2(KEYS)));
    };
    const answers: (number | string | null)[] = [];
    for (const ms of [-1, 0, 1, 60_998, 60_999, 61_000]) answers.push(await answer(FULL_TIME + ms / 1_000));
    expect(answers).toEqual([6216, null, null, null, null, 6216]);
  });
});
