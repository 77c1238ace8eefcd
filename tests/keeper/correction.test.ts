import { describe, expect, it } from 'vitest';
import { proveStatsTogether } from '../../ts/records/batch/prove.js';
import { MS_PER_SLOT } from '../../ts/sdk/format/slotTime.js';
import { SPORTS, type Sport } from '../../ts/sdk/format/sports/sports.js';
import type { ScorelineRecord } from '../helpers/scoreline/scoreline.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { AWAY_WINS, HOME_WINS, KICK_OFF, type MarketOptions, type TestMarket } from '../helpers/settlement/market.js';
import { KeeperWorld } from '../helpers/world/keeperWorld.js';

const scene = new KeeperWorld().each();

/** Seconds after kick-off. */
const timeOf = ({ Ts }: ScorelineRecord): number => Math.floor(Ts / 1000) - KICK_OFF;
const slotEnd = ({ Ts }: ScorelineRecord): number => (Math.floor(Ts / MS_PER_SLOT + 1) * MS_PER_SLOT) / 1000 - KICK_OFF;

const stateOf = async (market: TestMarket) => {
  const { state, proposal } = await market.read();
  return state === 'Open' ? state : `${state} ${proposal.outcome}`;
};

/** One round of a keeper without history: its actions, or why there were none. */
async function act(time: number): Promise<string[]> {
  await scene.at(time);
  scene.lines.length = 0;
  const { failures } = await scene.keeper().round();
  expect(failures).toBe(0);
  const actions = scene.actions();
  return actions.length > 0 ? actions : scene.events();
}

const betOn = (sport: Sport, more: MarketOptions = {}) =>
  scene.backed({ sport, outcomes: [HOME_WINS, AWAY_WINS], feeBps: 0, ...more });

/** The three records of a correction: final, amended, final again. */
function partsOf(records: readonly ScorelineRecord[]): [ScorelineRecord, ScorelineRecord, ScorelineRecord] {
  const [first, second] = records.filter(({ Action }) => Action === 'game_finalised');
  const amend = records.find(({ Action }) => Action === 'action_amend');
  if (!first || !amend || !second) throw new Error('there is no correction');
  return [first, amend, second];
}

const corrections = SPORTS.flatMap((sport) =>
  ([{}, { seed: 'other', totals: { 1: 2, 2: 1 } }, { totals: { 1: 1, 2: 3 } }, { totals: {} }] as const).map(
    (options) => [sport, options] as const,
  ),
);

describe('a correction in a later slot', () => {
  // 0: home, 1: away, 2: level. A win becomes level; a level match is won by participant 2.
  const outcomesOf = ({ totals }: { readonly totals?: Readonly<Record<number, number>> }): [number, number] => {
    const lead = totals ? (totals[1] ?? 0) - (totals[2] ?? 0) : 1;
    return lead === 0 ? [2, 1] : [lead > 0 ? 0 : 1, 2];
  };

  it.each(corrections)(
    'of a match of %s (%j) is seen by each new keeper, and replaces the proposal',
    async (sport, options) => {
      // A stat besides the score, so that a goalless match has a present leaf.
      const totals = 'totals' in options ? { ...options.totals, 5: 3 } : undefined;
      const [first, amend, second] = partsOf(
        scene.playScript('correctionAfterFinalised', { sport, ...options, ...(totals && { totals }) }),
      );
      const [before, after] = outcomesOf(options);
      const market = await betOn(sport);

      expect(await act(timeOf(first) + 1)).toEqual(['no proof: NotPublished']);
      expect(await act(slotEnd(first))).toEqual(['settle']);
      expect(await stateOf(market)).toBe(`Proposed ${before}`);
      const proposed = (await market.read()).proposal;

      expect(await act(timeOf(amend) + 1)).toEqual(['no proof: CorrectionUnderWay']);
      expect(await act(timeOf(second) + 1)).toEqual(['no proof: NotPublished']);
      expect((await market.read()).proposal).toEqual(proposed);

      expect(await act(slotEnd(second))).toEqual(['correct']);
      const corrected = (await market.read()).proposal;
      expect(corrected).toMatchObject({ outcome: after, since: { seconds: KICK_OFF + slotEnd(second) } });
      expect(corrected.orderKey > proposed.orderKey).toBe(true);

      expect(await act(slotEnd(second) + 3_599)).toEqual(['nothing to correct']);
      expect((await market.read()).proposal).toEqual(corrected);
      expect(await act(slotEnd(second) + 3_600)).toEqual(['finalise']);
      expect(await stateOf(market)).toBe(`Final ${after}`);
      expect(await act(slotEnd(second) + 3_700)).toEqual([`Final, nothing left to do`]);
    },
  );

  it('holds back a proposal past its window until the correction itself is final', async () => {
    const [first, amend, second] = partsOf(scene.playScript('correctionAfterFinalised', { sport: 'soccer' }));
    const window = timeOf(amend) + 30 - slotEnd(first);
    const market = await betOn('soccer', { challengeWindow: window });
    expect(await act(slotEnd(first))).toEqual(['settle']);
    expect(await act(slotEnd(first) + window - 1)).not.toContain('finalise');
    expect(await act(slotEnd(first) + window)).toEqual(['no proof: CorrectionUnderWay, finalise put off']);
    expect(await act(timeOf(second) + 1)).toEqual(['no proof: NotPublished, finalise put off']);
    expect(await act(slotEnd(second))).toEqual(['correct']);
    expect(await act(slotEnd(second) + window)).toEqual(['finalise']);
    expect(await stateOf(market)).toBe('Final 2');
  });

  it("that never becomes final holds back until the keeper's patience or the market's times run out", async () => {
    const [first, amend] = partsOf(scene.playScript('correctionAfterFinalised', { sport: 'soccer' }));
    scene.service.clear();
    scene.service.feed('soccer', [first, amend]);
    const proposed = await betOn('soccer', { challengeWindow: 600 });
    await act(slotEnd(first));
    const open = await betOnAfter(slotEnd(first));
    const due = slotEnd(first) + 600;
    // Seen when the window is over, and 15 minutes later.
    await act(Math.max(due, timeOf(amend) + 1));
    expect(await stateOf(proposed)).toBe('Proposed 0');
    await act(due + 899);
    expect(await stateOf(proposed)).toBe('Proposed 0');
    await act(due + 900);
    expect(await stateOf(proposed)).toBe('Final 0');
    const latest = open.terms.latest - KICK_OFF;
    await act(latest + 600);
    expect(await stateOf(open)).toBe('Open');
    await act(latest + 601);
    expect(await stateOf(open)).toBe('Proposed 0');
  });

  /** A market created before kick-off that no keeper looks at until later. */
  async function betOnAfter(time: number) {
    await scene.chain.setTime(KICK_OFF - 60);
    const market = await betOn('soccer');
    await scene.at(time);
    return market;
  }

  it('keeps a market without a window open: an immediate decision would be out of date', async () => {
    const [, amend, second] = partsOf(scene.playScript('correctionAfterFinalised', { sport: 'soccer' }));
    const market = await betOn('soccer', { challengeWindow: 0 });
    expect(await act(timeOf(amend) + 1)).toEqual(['no proof: CorrectionUnderWay']);
    expect(await act(slotEnd(second))).toEqual(['settle']);
    expect(await stateOf(market)).toBe('Final 2');
  });

  it('of regular time is proven by the amendment itself', async () => {
    const [first, amend, second] = partsOf(scene.playScript('correctionAfterFinalised', { sport: 'soccer' }));
    const market = await betOn('soccer', { finality: 'regular-time' });
    expect(await act(slotEnd(first))).toEqual(['settle']);
    expect(await stateOf(market)).toBe('Proposed 0');
    expect(await act(slotEnd(amend))).toEqual(['correct']);
    expect(await stateOf(market)).toBe('Proposed 2');
    expect(await act(slotEnd(second) + 300)).toEqual(['nothing to correct']);
  });
});

describe('a correction in the same slot', () => {
  it.each(SPORTS)(
    'of a match of %s is what gets proven, and replaces an earlier proof by somebody else',
    async (sport) => {
      const [first, , second] = partsOf(scene.playScript('correctionInSlot', { sport }));
      expect(slotEnd(first)).toBe(slotEnd(second));
      const [alone, raced] = [await betOn(sport), await betOn(sport)];
      await scene.at(slotEnd(second));
      const batch = scene.service.batches.find(({ fixtures }) =>
        fixtures.some(({ events }) => events.some(({ record }) => record === first)),
      );
      if (!batch) throw new Error('the final record is in no slot');
      const stale = proveStatsTogether(batch, { fixtureId: first.FixtureId, seq: first.Seq, keys: [1, 2] });
      ok(await raced.settle(stale));
      expect(await stateOf(raced)).toBe('Proposed 0');
      const before = (await raced.read()).proposal.orderKey;

      expect((await act(slotEnd(second) + 10)).sort()).toEqual(['correct', 'settle']);
      for (const market of [alone, raced]) {
        expect(await stateOf(market)).toBe('Proposed 2');
        const { orderKey } = (await market.read()).proposal;
        expect([orderKey > before, orderKey >> 28n === before >> 28n]).toEqual([true, true]);
        expect(refusal(await market.settle(stale))).toBe(6222);
      }
      expect(await act(slotEnd(second) + 3_609)).toEqual(['nothing to correct', 'nothing to correct']);
      expect(await act(slotEnd(second) + 3_610)).toEqual(['finalise', 'finalise']);
      for (const market of [alone, raced]) expect(await stateOf(market)).toBe('Final 2');
    },
  );
});
