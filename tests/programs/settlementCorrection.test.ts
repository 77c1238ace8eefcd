import { describe, expect, it } from 'vitest';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import type { Market } from '../../ts/sdk/program/account/market.js';
import { Random } from '../../ts/season/random.js';
import { namedScoreline } from '../helpers/scoreline/namedScorelines.js';
import type { ScorelineRecord } from '../helpers/scoreline/scoreline.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import {
  AWAY_WINS,
  FIXTURE,
  FULL_TIME,
  HOME_WINS,
  KICK_OFF,
  type MarketOptions,
  TestMarket,
} from '../helpers/settlement/market.js';
import type { PublishedSlot } from '../helpers/settlement/match.js';
import { DAY, final, KEYS, World } from '../helpers/world/world.js';

const WINDOW = 3_600;
const SPORTS: readonly Sport[] = ['soccer', 'basketball', 'us-football'];

const { chain, oracle, fullTime } = new World();

/** A market on home, away or level. Then sets the chain's clock to `now`. */
async function settleable(options: MarketOptions = {}, now = FULL_TIME + 3 * DAY): Promise<TestMarket> {
  const latest = KICK_OFF + 4 * DAY;
  return TestMarket.settleable(chain, { outcomes: [HOME_WINS, AWAY_WINS], latest, ...options }, now);
}

/** One provable update: the outcome it proposes and its place among the others. */
interface Place {
  readonly name: string;
  readonly slot: PublishedSlot;
  readonly seq: number;
  readonly outcome: number;
  /** Place in time, by the test's own order: day, slot and place in the slot. */
  readonly rank: number;
}

/** Slots of three days. Ranks follow time; each of day, slot and place decides at least one comparison. */
function places(): Place[] {
  // Equal stats in one slot would share one place: a proof refers to the last of equal updates.
  const day = fullTime(final(2, 1), final(1, 1), final(3, 1));
  const older = oracle.publish(FIXTURE, FULL_TIME - 600, [final(0, 1), final(2, 0), final(3, 0), final(0, 2)]);
  const later = oracle.publish(FIXTURE, FULL_TIME + 600, [final(1, 2)]);
  // The next day, at an earlier time of day and as the only update of its slot.
  const another = oracle.publish(FIXTURE, FULL_TIME + DAY - 6 * 3_600, [final(1, 0)]);
  return [
    { name: 'older, far back in its slot', slot: older, seq: 3, outcome: 1, rank: 0 },
    { name: 'first', slot: day, seq: 0, outcome: 0, rank: 1 },
    { name: 'same slot', slot: day, seq: 1, outcome: 2, rank: 2 },
    { name: 'same slot, outcome as at first', slot: day, seq: 2, outcome: 0, rank: 3 },
    { name: 'later slot', slot: later, seq: 0, outcome: 1, rank: 4 },
    { name: 'another day', slot: another, seq: 0, outcome: 0, rank: 5 },
  ];
}

const propose = async (market: TestMarket, { slot, seq }: Place) => refusal(await market.settle(slot.v3(KEYS, seq)));

/** Proposes in this order, a minute apart, and compares each step with the rules. */
async function follow(market: TestMarket, order: readonly Place[]): Promise<{ outcome: number; since: number }> {
  let standing: (Place & { since: number }) | null = null;
  for (const [step, place] of order.entries()) {
    const now = FULL_TIME + 2 * DAY + 60 * step;
    await chain.setTime(now);
    const about = order.map(({ name }) => name).join(' → ');
    const isNewer: boolean = standing === null || place.rank > standing.rank;
    const before = (await market.read()).proposal;
    expect(await propose(market, place), `${about}, step ${step}`).toBe(isNewer ? null : 6222);
    const { proposal } = await market.read();
    if (isNewer) {
      const since: number = standing?.outcome === place.outcome ? standing.since : now;
      standing = { ...place, since };
      expect(proposal.orderKey > before.orderKey, about).toBe(true);
    }
    expect(proposal, `${about}, step ${step}`).toMatchObject({
      outcome: standing?.outcome,
      since: { seconds: standing?.since },
      void: false,
    });
    if (!isNewer) expect(proposal, about).toEqual(before);
  }
  if (!standing) throw new Error('nothing was proposed');
  return standing;
}

describe('an update replaces earlier ones only', () => {
  it.each(places0to5())('after %s: every other, then every third', async (_, first) => {
    const all = places();
    const start = all[first];
    if (!start) throw new Error('no such place');
    for (const second of all) {
      // One third update of each kind in turn, so that every order of three occurs.
      for (const third of all.filter(({ rank }) => rank !== second.rank)) {
        await follow(await settleable({ challengeWindow: WINDOW }), [start, second, third]);
      }
    }
  });

  it('in any order of all of them', async () => {
    const seed = 'orders/1';
    const random = new Random(seed);
    const all = places();
    for (let round = 0; round < 12; round++) {
      const order = Array.from({ length: 9 }, () => random.pick(all));
      const market = await settleable({ challengeWindow: WINDOW });
      const { outcome, since } = await follow(market, order);
      // The end of the window depends only on the last change of the outcome.
      await chain.setTime(since + WINDOW - 1);
      expect(refusal(await market.finalise()), `${seed}, round ${round}`).toBe(6223);
      await chain.setTime(since + WINDOW);
      ok(await market.finalise());
      expect(await market.read()).toMatchObject({ state: 'Final', proposal: { outcome } });
    }
  });

  /** Indices with their names from the table. */
  function places0to5(): [string, number][] {
    return ['an older one', 'the first', 'its slot', 'its slot, back again', 'a later slot', 'another day'].map(
      (name, i) => [name, i],
    );
  }
});

describe('the window', () => {
  const rankOf = (rank: number) => {
    const place = places().find((one) => one.rank === rank);
    if (!place) throw new Error('no such place');
    return place;
  };

  it.each([1, 60, WINDOW, 7 * DAY])('of %i s ends to the second', async (challengeWindow) => {
    const since = FULL_TIME + 3 * DAY;
    for (const [offset, expected] of [
      [-1, 6223],
      [0, null],
      [1, null],
    ] as const) {
      const market = await settleable({ challengeWindow }, since);
      expect(refusal(await market.finalise())).toBe(6224);
      expect(await propose(market, rankOf(1))).toBeNull();
      if (challengeWindow > 1) expect(refusal(await market.finalise())).toBe(6223);
      await chain.setTime(since + challengeWindow + offset);
      expect(refusal(await market.finalise()), `${offset}`).toBe(expected);
      expect((await market.read()).state).toBe(expected === null ? 'Final' : 'Proposed');
    }
  });

  it('restarts with another outcome, continues with the same, and cannot be shortened', async () => {
    const since = FULL_TIME + 2 * DAY;
    const at = async (time: number, market: TestMarket, rank: number) => {
      await chain.setTime(time);
      expect(await propose(market, rankOf(rank))).toBeNull();
    };
    const finaliseAt = async (time: number, market: TestMarket) => {
      await chain.setTime(time);
      return refusal(await market.finalise());
    };
    // Ranks 1 and 3 have the same outcome, 2 another.
    const same = await settleable({ challengeWindow: WINDOW });
    await at(since, same, 1);
    await at(since + WINDOW - 1, same, 3);
    expect(await finaliseAt(since + WINDOW - 1, same)).toBe(6223);
    expect(await finaliseAt(since + WINDOW, same)).toBeNull();

    const other = await settleable({ challengeWindow: WINDOW });
    await at(since, other, 1);
    await at(since + WINDOW - 1, other, 2);
    expect(await finaliseAt(since + WINDOW, other)).toBe(6223);
    expect(await finaliseAt(since + 2 * WINDOW - 2, other)).toBe(6223);
    expect(await finaliseAt(since + 2 * WINDOW - 1, other)).toBeNull();

    // There and back again: the last change counts.
    const back = await settleable({ challengeWindow: WINDOW });
    await at(since, back, 1);
    await at(since + 100, back, 2);
    await at(since + 200, back, 3);
    expect((await back.read()).proposal).toMatchObject({ outcome: 0, since: { seconds: since + 200 } });
    expect(await finaliseAt(since + 200 + WINDOW - 1, back)).toBe(6223);
    expect(await finaliseAt(since + 200 + WINDOW, back)).toBeNull();

    // Refused updates change nothing.
    const refused = await settleable({ challengeWindow: WINDOW });
    await at(since, refused, 2);
    await chain.setTime(since + WINDOW - 1);
    for (const rank of [0, 1, 2]) expect(await propose(refused, rankOf(rank))).toBe(6222);
    expect(await finaliseAt(since + WINDOW, refused)).toBeNull();
  });

  it('still admits a correction after its end, until somebody finalises the proposal', async () => {
    const market = await settleable({ challengeWindow: WINDOW }, FULL_TIME + 2 * DAY);
    expect(await propose(market, rankOf(1))).toBeNull();
    await chain.setTime(FULL_TIME + 2 * DAY + 10 * WINDOW);
    expect(await propose(market, rankOf(2))).toBeNull();
    expect(refusal(await market.finalise())).toBe(6223);
  });

  it('of zero decides immediately, whatever comes later', async () => {
    for (const rank of [0, 1, 2, 3, 4, 5]) {
      const market = await settleable({ challengeWindow: 0 });
      expect(await propose(market, rankOf(rank))).toBeNull();
      await neverChanges(market);
    }
  });

  it('ends for good: a final market never changes', async () => {
    const market = await settleable({ challengeWindow: WINDOW }, FULL_TIME + 2 * DAY);
    expect(await propose(market, rankOf(2))).toBeNull();
    await chain.setTime(FULL_TIME + 2 * DAY + WINDOW);
    ok(await market.finalise());
    await neverChanges(market);
    await chain.setTime(market.terms.voidAfter + DAY);
    await neverChanges(market);
  });

  /** No update, second finalisation or void changes a byte of it. */
  async function neverChanges(market: TestMarket): Promise<void> {
    const before: Market = await market.read();
    expect(before.state).toBe('Final');
    for (const place of places()) expect(await propose(market, place), place.name).toBe(6211);
    expect(refusal(await market.finalise())).toBe(6224);
    expect(refusal(await market.void())).toBe(6211);
    expect(await market.read()).toEqual(before);
  }

  it('is independent of the deadline, which does not void a proposal', async () => {
    const market = await settleable({ challengeWindow: WINDOW });
    await chain.setTime(market.terms.voidAfter);
    expect(await propose(market, rankOf(1))).toBeNull();
    expect(refusal(await market.void())).toBe(6211);
    await chain.setTime(market.terms.voidAfter + WINDOW);
    ok(await market.finalise());
    expect((await market.read()).state).toBe('Final');
  });
});

describe('a void proposal', () => {
  const voided = async (orderKey: bigint, since: number) => {
    const market = await settleable({ challengeWindow: WINDOW, abandonmentVoids: true }, since);
    await market.overwrite({
      state: 'Proposed',
      proposal: { outcome: 0, orderKey, since: chain.momentAt(since), void: true },
    });
    return market;
  };

  it('is replaced by any final proof, even the oldest, whatever its order key', async () => {
    const since = FULL_TIME + 2 * DAY;
    for (const orderKey of [0n, 2n ** 63n, 2n ** 64n - 1n]) {
      for (const place of places()) {
        const market = await voided(orderKey, since);
        await chain.setTime(since + 60);
        expect(await propose(market, place), place.name).toBeNull();
        // It has its own window, even where the outcome's number equals that of void.
        expect((await market.read()).proposal).toMatchObject({
          outcome: place.outcome,
          since: { seconds: since + 60 },
          void: false,
        });
        expect(await propose(market, place)).toBe(6222);
        await chain.setTime(since + 60 + WINDOW - 1);
        expect(refusal(await market.finalise())).toBe(6223);
        await chain.setTime(since + 60 + WINDOW);
        ok(await market.finalise());
        expect(await market.read()).toMatchObject({ state: 'Final', proposal: { outcome: place.outcome } });
      }
    }
  });

  it('is also replaced a day after it was made, until it is final', async () => {
    const since = FULL_TIME + 2 * DAY;
    const [place] = places();
    if (!place) throw new Error('no place');
    const market = await voided(2n ** 64n - 1n, since);
    await chain.setTime(since + DAY);
    expect(await propose(market, place)).toBeNull();
    expect(refusal(await market.finalise())).toBe(6223);
    const decided = await voided(0n, since);
    await chain.setTime(since + DAY);
    ok(await decided.finalise());
    expect((await decided.read()).state).toBe('Void');
    expect(await propose(decided, place)).toBe(6211);
  });
});

describe('the time bounds', () => {
  it('for the proof are whole seconds, to the millisecond', async () => {
    const [earliest, latest] = [FULL_TIME, FULL_TIME + 60];
    const prove = (milliseconds: number) =>
      oracle.publish(FIXTURE, milliseconds / 1000, [final(2, 1)], { others: 0 }).v3(KEYS);
    for (const [time, expected] of [
      [earliest * 1000 - 1, 6216],
      [earliest * 1000, null],
      [earliest * 1000 + 1, null],
      [latest * 1000, null],
      [latest * 1000 + 998, null],
      [latest * 1000 + 999, null],
      [latest * 1000 + 1_000, 6216],
    ] as const) {
      const market = await settleable({ earliest, latest });
      expect(refusal(await market.settle(prove(time))), `${time}`).toBe(expected);
    }
  });

  it('apply to the first update of the slot: a later one of the same slot is accepted with it', async () => {
    const latest = FULL_TIME + 1;
    const slot = fullTime(final(2, 1), final(3, 1), final(1, 1));
    const market = await settleable({ earliest: FULL_TIME, latest });
    expect(refusal(await market.settle(slot.v3(KEYS, 2)))).toBeNull();
    const tooEarly = await settleable({ earliest: FULL_TIME + 1, latest });
    for (const seq of [0, 1, 2]) expect(refusal(await tooEarly.settle(slot.v3(KEYS, seq)))).toBe(6216);
  });

  it('for the clock: not a second before stakes close', async () => {
    const [place] = places().slice(1);
    if (!place) throw new Error('no place');
    for (const [offset, expected] of [
      [-1, 6215],
      [0, null],
      [1, null],
    ] as const) {
      const market = await settleable();
      await chain.setTime(market.terms.stakesClose + offset);
      expect(await propose(market, place), `${offset}`).toBe(expected);
    }
  });
});

describe.each(SPORTS)('a correction by script in %s', (sport) => {
  const partsOf = (records: readonly ScorelineRecord[]) => {
    const [first, second] = records.filter(({ Action }) => Action === 'game_finalised');
    const amend = records.find(({ Action }) => Action === 'action_amend');
    if (!first || !amend || !second) throw new Error('there is no correction');
    return { first, amend, second };
  };
  const scene = async (name: 'correctionAfterFinalised' | 'correctionInSlot', more: MarketOptions = {}) => {
    const options = { seed: 'correction', sport, fixtureId: FIXTURE, startTime: KICK_OFF * 1000 };
    const match = namedScoreline(name, options);
    const slotOf = oracle.publishMatch(match);
    const market = await settleable({ sport, challengeWindow: WINDOW, ...more });
    const give = async ({ Seq }: ScorelineRecord) => refusal(await market.settle(slotOf(Seq).v3(KEYS, Seq)));
    return { ...partsOf(match.records), market, give };
  };

  it.each(['correctionAfterFinalised', 'correctionInSlot'] as const)(
    '%s: the new final record replaces the proposal, the old one never',
    async (name) => {
      const { first, amend, second, market, give } = await scene(name);
      const now = chain.now;
      expect(await give(first)).toBeNull();
      const before = (await market.read()).proposal;
      expect(before.outcome).toBe(0);
      // The amendment itself is not final.
      expect(await give(amend)).toBe(6219);
      await chain.setTime(now + 600);
      expect(await give(second)).toBeNull();
      const { proposal } = await market.read();
      expect(proposal).toMatchObject({ outcome: 2, since: { seconds: now + 600 } });
      expect(proposal.orderKey > before.orderKey).toBe(true);
      // Within one slot only the place differs, and it is in the low 28 bits.
      expect(proposal.orderKey >> 28n === before.orderKey >> 28n).toBe(name === 'correctionInSlot');
      for (const record of [first, second]) expect(await give(record)).toBe(6222);
      await chain.setTime(now + 600 + WINDOW);
      ok(await market.finalise());
      for (const record of [first, second]) expect(await give(record)).toBe(6211);
      expect(await market.read()).toMatchObject({ state: 'Final', proposal: { outcome: 2 } });
    },
  );

  it.each(['correctionAfterFinalised', 'correctionInSlot'] as const)(
    '%s: the earlier record is refused afterwards',
    async (name) => {
      const { first, second, market, give } = await scene(name);
      expect(await give(second)).toBeNull();
      expect(await give(first)).toBe(6222);
      expect((await market.read()).proposal.outcome).toBe(2);
    },
  );

  it('of regular time: the amendment replaces the proposal, the end of the match does not count', async () => {
    const { first, amend, second, market, give } = await scene('correctionAfterFinalised', {
      finality: 'regular-time',
    });
    expect(await give(first)).toBe(6219);
    expect(await give(amend)).toBeNull();
    expect(await give(second)).toBe(6219);
    expect((await market.read()).proposal.outcome).toBe(2);
  });
});
