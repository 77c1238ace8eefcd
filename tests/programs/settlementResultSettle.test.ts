import { beforeEach, describe, expect, it } from 'vitest';
import { type Market, marketAccount } from '../../ts/sdk/program/account/market.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { eventsOf } from '../helpers/settlement/events.js';
import {
  AWAY_WINS,
  allOf,
  FIXTURE,
  FULL_TIME,
  HOME_WINS,
  KICK_OFF,
  type MarketOptions,
  single,
  type TestMarket,
} from '../helpers/settlement/market.js';
import { soccerStats, TestOracle, type Update } from '../helpers/settlement/match.js';
import { publishMistaken } from '../helpers/settlement/mistakenLayout.js';
import { NO, TestParlay, YES } from '../helpers/settlement/parlay.js';
import { atPlace, firstRefusal, orderKeyOf, RESULT_AT, TestResult } from '../helpers/settlement/result.js';
import { SIGNER } from '../helpers/settlement/signed.js';
import { DAY, final, HOUR, KEYS, World } from '../helpers/world/world.js';

/** `settle_many`: what a result decides about a market, and what not. settlementBatch.test.ts has the batches. */

const [HOME, OTHER] = [0, 1];

const { chain, oracle, settleable, publish, about } = new World().each();
let result: TestResult;

beforeEach(async () => {
  result = new TestResult(chain);
});

/** A market as it was created: no event before kick-off, none later than a day after. */
const create = (options: MarketOptions = {}) => settleable(options, KICK_OFF - DAY);

/** The market's bytes. The call must not change them. */
async function untouched(market: TestMarket, change: () => Promise<unknown>): Promise<void> {
  const before = await chain.account(market.address);
  await change();
  expect(await chain.account(market.address)).toEqual(before);
}

/** The market is skipped for this reason. */
const skipped = (market: TestMarket, number: number, one = result) =>
  untouched(market, async () => {
    const outcome = await one.settleMany([market]);
    expect(firstRefusal(outcome)).toEqual([market.address, number]);
  });

/** State, outcome, order key and start of the proposal. */
const standing = async (market: TestMarket) => {
  const { state, proposal } = await market.read();
  return [state, proposal.outcome, proposal.orderKey, proposal.since.seconds, proposal.void] as const;
};

describe('a market and its result', () => {
  it('of the oracle, fixture, sport and policy of the terms settle; with any other 6252', async () => {
    const foreign = new TestOracle(chain, chain.address());
    const slotOf = (by: TestOracle, fixtureId = FIXTURE) => by.publish(fixtureId, FULL_TIME, [final()], { others: 0 });
    const same = await create();
    const others = [
      await create({ oracleProgram: foreign.programId }),
      await create({ fixtureId: FIXTURE + 9 }),
      await create({ sport: 'basketball' }),
      await create({ sport: 'us-football' }),
      await create({ finality: 'regular-time' }),
      await create({ finality: 'signed-final', signer: SIGNER }),
    ];
    await chain.setTime(FULL_TIME);
    const theirs = about({ oracleProgram: foreign.programId });
    const basketball = about({ sport: 'basketball' });
    const far = about({ fixtureId: FIXTURE + 9 });
    const slot = slotOf(oracle);
    for (const one of [result, basketball]) ok(await one.post(slot.v2(KEYS)));
    ok(await theirs.post(slotOf(foreign).v2(KEYS)));
    const farSlot = oracle.publish(FIXTURE + 9, FULL_TIME + 300, [final()]);
    ok(await far.post(farSlot.v2(KEYS)));
    for (const market of others) await skipped(market, 6252);
    for (const one of [theirs, basketball, far]) await skipped(same, 6252, one);
    // In one batch: only the right one.
    ok(await result.settleMany([...others, same]));
    expect(await standing(same)).toEqual(['Proposed', HOME, orderKeyOf(slot), FULL_TIME, false]);
    for (const market of others) expect((await market.read()).state).toBe('Open');
    const [ofTheirs, ofFar, ofBasketball] = others as [TestMarket, TestMarket, TestMarket];
    ok(await theirs.settleMany([ofTheirs]));
    ok(await far.settleMany([ofFar]));
    ok(await basketball.settleMany([ofBasketball]));
  });

  it('have nothing to do with each other where the terms exclude results (6262)', async () => {
    const excluded = await create({ resultsSettle: false });
    const same = await create();
    await chain.setTime(FULL_TIME);
    const slot = publish(FULL_TIME, final());
    ok(await result.post(slot.v2(KEYS)));
    await skipped(excluded, 6262);
    ok(await result.settleMany([excluded, same]));
    expect([(await excluded.read()).state, (await same.read()).state]).toEqual(['Open', 'Proposed']);
    ok(await excluded.settle(slot.v2(KEYS)));
    await chain.setTime(FULL_TIME + HOUR);
    ok(await result.settleMany([same]));
    await skipped(excluded, 6262);
    expect([(await excluded.read()).state, (await same.read()).state]).toEqual(['Proposed', 'Final']);
  });

  it('with a signer in the terms settle without a signature, under every policy but signed-final', async () => {
    const market = await create({ signer: SIGNER });
    const half = await create({ signer: SIGNER, finality: 'half-time', statKeys: [1003, 1004] });
    await chain.setTime(FULL_TIME);
    ok(await result.post(publish(FULL_TIME, final()).v2(KEYS)));
    const halfTime = about({ finality: 'half-time' });
    ok(await halfTime.post(publish(FULL_TIME, final()).v2([1003, 1004])));
    ok(await result.settleMany([market]));
    ok(await halfTime.settleMany([half]));
    for (const one of [market, half]) expect((await one.read()).state).toBe('Proposed');
  });

  it('6255 no open market when the result is contradicted', async () => {
    const market = await create({
      sport: 'basketball',
      statKeys: [1],
      outcomes: [allOf(single(0, 'greaterThan', 1))],
    });
    await chain.setTime(FULL_TIME);
    const one = about({ sport: 'basketball' });
    const { lie, truth, witness, slot, key } = publishMistaken(oracle, FULL_TIME, FIXTURE, 'soccer', 'basketball');
    ok(await one.post(lie, witness));
    ok(await one.post(slot.v2([1])));
    ok(await one.post(truth));
    await skipped(market, 6255, one);
    // Nor by a later event, which it does not take.
    const later = publishMistaken(oracle, FULL_TIME + 300, FIXTURE, 'soccer', 'basketball');
    expect(refusal(await one.post(later.slot.v2([1, key])))).toBe(6255);
    await skipped(market, 6255, one);
    // `settle` still can.
    ok(await market.settle(later.slot.v2([1])));
  });

  it('that has just been contradicted do not settle each other', async () => {
    const one = about({ sport: 'basketball' });
    const { lie, truth, witness, key } = publishMistaken(oracle, FULL_TIME, FIXTURE, 'soccer', 'basketball');
    const options: MarketOptions = {
      sport: 'basketball',
      statKeys: [key],
      outcomes: [allOf(single(0, 'greaterThan', 0))],
    };
    const market = await create(options);
    await chain.setTime(FULL_TIME);
    ok(await one.post(lie, witness));
    const both = [one.postInstruction(truth), one.settleManyInstruction([market])];
    await untouched(market, async () => expect(refusal(await chain.send(both, [one.payer]))).toBe(6256));
  });
});

describe('a contradicted result', () => {
  const BASKETBALL = 'basketball';
  let one: TestResult;
  let shown: ReturnType<typeof publishMistaken>;
  let terms: MarketOptions;

  beforeEach(() => {
    one = about({ sport: BASKETBALL });
    shown = publishMistaken(oracle, FULL_TIME, FIXTURE, 'soccer', 'basketball');
    terms = { sport: BASKETBALL, statKeys: [shown.key], outcomes: [allOf(single(0, 'greaterThan', 0))] };
  });

  const contradict = async () => {
    ok(await one.post(shown.lie, shown.witness));
    ok(await one.post(shown.truth));
  };
  const state = async (market: TestMarket) => (await market.read()).state;

  it('voids what it has proposed itself, before anybody makes that final, and refunds it', async () => {
    const markets = [await create(terms), await create(terms)];
    const staker = markets[0]?.staker();
    if (!staker) throw new Error('no market');
    ok(await (markets[0] as TestMarket).stake(staker, HOME, 700n));
    await chain.setTime(FULL_TIME);
    ok(await one.post(shown.lie, shown.witness));
    ok(await one.settleMany(markets));
    ok(await one.post(shown.truth));
    // They are not finalised yet.
    await chain.setTime(FULL_TIME + 2 * HOUR);
    const before = await Promise.all(markets.map((market) => market.read()));
    expect(before.map((market) => market.state)).toEqual(['Proposed', 'Proposed']);
    const outcome = ok(await one.settleMany(markets));
    expect(eventsOf(outcome)).toEqual(
      markets.map(({ address }, i) => ({
        name: 'MarketSettled',
        market: address,
        state: { Void: {} },
        outcome: before[i]?.proposal.outcome,
        order_key: orderKeyOf(shown.slot),
        since: before[i]?.proposal.since,
      })),
    );
    expect(await markets[0]?.read()).toMatchObject({ state: 'Void', refund: true, fee: 0n, owed: 700n });
    await skipped(markets[0] as TestMarket, 6255, one);
  });

  it('voids what `settle` has proposed by the same update, by whichever keys and outcome', async () => {
    const [lied, honest, other] = [
      await create(terms),
      await create(terms),
      await create({ ...terms, statKeys: [1], outcomes: [allOf(single(0, 'greaterThan', 1))] }),
    ];
    await chain.setTime(FULL_TIME);
    ok(await lied.settle(shown.lie, shown.witness));
    ok(await honest.settle(shown.truth));
    ok(await other.settle(shown.slot.v2([1])));
    await contradict();
    ok(await one.settleMany([lied, honest, other]));
    expect(await Promise.all([lied, honest, other].map(state))).toEqual(['Void', 'Void', 'Void']);
  });

  it('6255 touches no other: open, decided, of another update, or proposed to be void', async () => {
    const make = () => create(terms);
    const [open, decided, earlier, later, called, last] = [
      await make(),
      await create({ ...terms, challengeWindow: 0 }),
      await make(),
      await make(),
      await make(),
      await make(),
    ];
    await chain.setTime(FULL_TIME + 300);
    const before = publishMistaken(oracle, FULL_TIME - 300, FIXTURE, 'soccer', 'basketball');
    const after = publishMistaken(oracle, FULL_TIME + 300, FIXTURE, 'soccer', 'basketball');
    for (const market of [decided, called, last]) ok(await market.settle(shown.truth));
    ok(await earlier.settle(before.truth));
    ok(await later.settle(after.truth));
    // No update both settles and calls a match off, so this is written directly.
    const account = await chain.account(called.address);
    const market = await called.read();
    const data = marketAccount.encode({ ...market, proposal: { ...market.proposal, void: true } });
    chain.setAccount(called.address, LOCALNET_PROGRAM_IDS.settlement, data, account?.lamports);
    await contradict();
    const others = [open, decided, earlier, later, called];
    for (const other of others) await skipped(other, 6255, one);
    const states = await Promise.all(others.map(state));
    // Together with one that it voids, in any order.
    ok(await one.settleMany([...others.slice(0, 2), last, ...others.slice(2)]));
    expect(await Promise.all(others.map(state))).toEqual(states);
    expect(await state(last)).toBe('Void');
  });

  it('6252 touches no market of another oracle, fixture, sport or policy', async () => {
    const foreign = new TestOracle(chain, chain.address());
    const [theirs, soccer] = [await create({ oracleProgram: foreign.programId }), await create()];
    const [far, half] = [
      await create({ ...terms, fixtureId: FIXTURE + 9 }),
      await create({ finality: 'regular-time' }),
    ];
    await chain.setTime(FULL_TIME);
    ok(await theirs.settle(foreign.publish(FIXTURE, FULL_TIME, [final()], { others: 0 }).v2(KEYS)));
    // Of the very update.
    ok(await soccer.settle(shown.slot.v2(KEYS)));
    ok(await far.settle(publishMistaken(oracle, FULL_TIME + 600, FIXTURE + 9, 'soccer', 'basketball').truth));
    ok(await half.settle(oracle.publish(FIXTURE, FULL_TIME + 300, [{ ...final(), status: 5 }]).v2(KEYS)));
    await contradict();
    for (const market of [theirs, soccer, far, half]) {
      expect(await state(market)).toBe('Proposed');
      await skipped(market, 6252, one);
    }
  });
});

describe('the facts', () => {
  it('6257 a market with a key that the result does not have is skipped', async () => {
    const [both, other] = [await create(), await create({ statKeys: [7, 8], outcomes: [HOME_WINS] })];
    await chain.setTime(FULL_TIME);
    ok(await result.post(publish(FULL_TIME, final()).v2([1, 7, 8])));
    await skipped(both, 6257);
    ok(await result.settleMany([both, other]));
    expect((await both.read()).state).toBe('Open');
    expect((await other.read()).state).toBe('Proposed');
    ok(await result.post(publish(FULL_TIME, final()).v2([2])));
    ok(await result.settleMany([both, other]));
    expect((await both.read()).state).toBe('Proposed');
  });

  it('6261 a newer event that proves fewer settles fewer', async () => {
    const [both, home] = [
      await create(),
      await create({ statKeys: [1], outcomes: [allOf(single(0, 'greaterThan', 1))] }),
    ];
    await chain.setTime(FULL_TIME);
    const slot = publish(FULL_TIME, final(2, 1), final(2, 2));
    ok(await result.post(slot.v2(KEYS, 0)));
    ok(await result.post(slot.v2([1], 1)));
    await chain.setTime(FULL_TIME + HOUR);
    await skipped(both, 6261);
    // The value of key 1 has not changed, so its hour is over.
    ok(await result.settleMany([both, home]));
    expect(await standing(home)).toEqual(['Final', HOME, orderKeyOf(slot, 1), FULL_TIME, false]);
    ok(await result.post(slot.v2([2], 1)));
    ok(await result.settleMany([both]));
    expect(await standing(both)).toEqual(['Proposed', OTHER, orderKeyOf(slot, 1), FULL_TIME + HOUR, false]);
  });

  it('of the result as it stands count, not those of an event that was replaced meanwhile', async () => {
    const market = await create();
    await chain.setTime(FULL_TIME);
    const slot = publish(FULL_TIME, final(2, 1), final(1, 2));
    ok(await result.post(slot.v2(KEYS, 0)));
    await chain.setTime(FULL_TIME + HOUR);
    ok(await result.post(slot.v2(KEYS, 1)));
    ok(await result.settleMany([market]));
    expect(await standing(market)).toEqual(['Proposed', OTHER, orderKeyOf(slot, 1), FULL_TIME + HOUR, false]);
  });

  it('are taken in the order of the terms, whatever the order of the result', async () => {
    const [market, reversed] = [
      await create({ outcomes: [HOME_WINS, AWAY_WINS] }),
      await create({ statKeys: [2, 1], outcomes: [HOME_WINS, AWAY_WINS] }),
    ];
    await chain.setTime(FULL_TIME);
    ok(await result.post(publish(FULL_TIME, final(3, 0)).v3([2, 1, 7])));
    ok(await result.settleMany([market, reversed]));
    expect((await market.read()).proposal.outcome).toBe(0);
    expect((await reversed.read()).proposal.outcome).toBe(1);
  });

  it('decide every outcome as the proof itself would', async () => {
    const over = (threshold: number): MarketOptions => ({
      statKeys: [3001, 7, 5],
      outcomes: [1, 2, 3, 4, 5].map((n) =>
        allOf(single(1, 'greaterThan', threshold + n), single(0, 'greaterThan', -1), single(2, 'lessThan', 1)),
      ),
    });
    const batch = [await create(over(0)), await create(over(-1)), await create(over(-6)), await create(over(5))];
    const alone = [await create(over(0)), await create(over(-1)), await create(over(-6)), await create(over(5))];
    await chain.setTime(FULL_TIME);
    const slot = publish(FULL_TIME, final());
    ok(await result.post(slot.v3([3001, 7, 5])));
    ok(await result.settleMany(batch));
    for (const [i, market] of alone.entries()) {
      ok(await market.settle(slot.v3([3001, 7, 5])));
      expect((await batch[i]?.read())?.proposal).toEqual((await market.read()).proposal);
    }
  });
});

describe('the clock and the time of the event', () => {
  it('6215 stakes must be closed', async () => {
    const market = await create({ stakesClose: FULL_TIME + 500, earliest: FULL_TIME + 500 });
    await chain.setTime(FULL_TIME + 400);
    ok(await result.post(publish(FULL_TIME + 600, final()).v2(KEYS)));
    await chain.setTime(FULL_TIME + 499);
    await skipped(market, 6215);
    await chain.setTime(FULL_TIME + 500);
    ok(await result.settleMany([market]));
  });

  it('6216 the event must lie within the bounds of the terms, to the millisecond', async () => {
    const bounds = { earliest: FULL_TIME, latest: FULL_TIME + 60 };
    const markets: TestMarket[] = [];
    for (let i = 0; i < 4; i++) markets.push(await create(bounds));
    const offsets = [-0.001, 0, 60.999, 61];
    await chain.setTime(FULL_TIME + 600);
    for (const [i, market] of markets.entries()) {
      chain.bank.remove(result.address);
      ok(await result.post(publish(FULL_TIME + (offsets[i] ?? 0), final(1 + i)).v2(KEYS)));
      if (i === 0 || i === 3) await skipped(market, 6216);
      else ok(await result.settleMany([market]));
    }
  });

  it('6216 an event after `latest` leaves the market to `settle` with the earlier proof', async () => {
    const market = await create({ latest: FULL_TIME + 60 });
    await chain.setTime(FULL_TIME + 400);
    const early = publish(FULL_TIME, final());
    ok(await result.post(early.v2(KEYS)));
    ok(await result.post(publish(FULL_TIME + 300, final()).v2(KEYS)));
    await skipped(market, 6216);
    ok(await market.settle(early.v2(KEYS)));
  });
});

describe('regular time', () => {
  const EXTRA_TIME = { ...soccerStats(1, 1), 1: 2, 4001: 1 };

  it('is not settled by what counts extra time', async () => {
    const regular = await create({ finality: 'regular-time' });
    const whole = await create({ finality: 'finalised' });
    await chain.setTime(FULL_TIME);
    const [atNinety, after] = [about({ finality: 'regular-time' }), result];
    const slot = publish(FULL_TIME, { status: 5, stats: soccerStats(1, 1) }, { status: 100, stats: EXTRA_TIME });
    ok(await atNinety.post(slot.v2(KEYS, 0)));
    ok(await after.post(slot.v2(KEYS, 1)));
    expect(refusal(await atNinety.post(slot.v2(KEYS, 1)))).toBe(6219);
    await skipped(regular, 6252, after);
    await skipped(whole, 6252, atNinety);
    ok(await atNinety.settleMany([regular]));
    ok(await after.settleMany([whole]));
    expect((await regular.read()).proposal).toMatchObject({ outcome: OTHER, orderKey: orderKeyOf(slot, 0) });
    expect((await whole.read()).proposal).toMatchObject({ outcome: HOME, orderKey: orderKeyOf(slot, 1) });
  });

  it("6219 the policy is checked again with the market's own keys", async () => {
    const totals = await create({ finality: 'regular-time' });
    const halves = await create({ finality: 'regular-time', statKeys: [3001, 3002] });
    await chain.setTime(FULL_TIME);
    const regular = about({ finality: 'regular-time' });
    ok(await regular.post(publish(FULL_TIME, { status: 5, stats: soccerStats(1, 1) }).v2([1, 2, 3001, 3002])));
    // No post leads here.
    for (const [period, isForHalves] of [
      [100, true],
      [4, false],
      [9, false],
    ] as const) {
      await regular.overwrite((data) => void data.writeInt32LE(period, RESULT_AT.period));
      await skipped(totals, 6219, regular);
      if (!isForHalves) await skipped(halves, 6219, regular);
    }
    await regular.overwrite((data) => void data.writeInt32LE(100, RESULT_AT.period));
    ok(await regular.settleMany([totals, halves]));
    expect((await totals.read()).state).toBe('Open');
    expect((await halves.read()).state).toBe('Proposed');
  });
});

describe('the window', () => {
  it('starts when the fact was posted, not with this call', async () => {
    const [atOnce, before] = [await create(), await create()];
    await chain.setTime(FULL_TIME);
    const slot = publish(FULL_TIME, final());
    ok(await result.post(slot.v2(KEYS)));
    await chain.setTime(FULL_TIME + HOUR - 1);
    ok(await result.settleMany([before]));
    expect(await standing(before)).toEqual(['Proposed', HOME, orderKeyOf(slot), FULL_TIME, false]);
    expect(refusal(await before.finalise())).toBe(6223);
    await chain.setTime(FULL_TIME + HOUR);
    ok(await result.settleMany([atOnce]));
    expect(await standing(atOnce)).toEqual(['Final', HOME, orderKeyOf(slot), FULL_TIME, false]);
    ok(await before.finalise());
  });

  it('starts with the latest of its facts, and of no other', async () => {
    const [both, home, away] = [
      await create(),
      await create({ statKeys: [1], outcomes: [allOf(single(0, 'greaterThan', 1))] }),
      await create({ statKeys: [2], outcomes: [allOf(single(0, 'greaterThan', 1))] }),
    ];
    await chain.setTime(FULL_TIME);
    const slot = publish(FULL_TIME, final());
    ok(await result.post(slot.v2([1])));
    // A fact added after the others' window.
    await chain.setTime(FULL_TIME + HOUR + 1);
    ok(await result.post(slot.v2([2])));
    await chain.setTime(FULL_TIME + HOUR + 2);
    ok(await result.settleMany([both, home, away]));
    expect(await standing(both)).toEqual(['Proposed', HOME, orderKeyOf(slot), FULL_TIME + HOUR + 1, false]);
    expect(await standing(away)).toEqual(['Proposed', OTHER, orderKeyOf(slot), FULL_TIME + HOUR + 1, false]);
    expect(await standing(home)).toEqual(['Final', HOME, orderKeyOf(slot), FULL_TIME, false]);
  });

  it('starts no earlier than stakes close', async () => {
    const [market, atOnce] = [
      await create({ stakesClose: FULL_TIME + DAY, earliest: FULL_TIME + DAY }),
      await create({ stakesClose: FULL_TIME + DAY, earliest: FULL_TIME + DAY }),
    ];
    await chain.setTime(FULL_TIME);
    // The oracle's clock is ahead of the chain's.
    const slot = publish(FULL_TIME + DAY, final());
    ok(await result.post(slot.v2(KEYS)));
    await chain.setTime(FULL_TIME + DAY + HOUR - 1);
    ok(await result.settleMany([market]));
    expect(await standing(market)).toEqual(['Proposed', HOME, orderKeyOf(slot), FULL_TIME + DAY, false]);
    await chain.setTime(FULL_TIME + DAY + HOUR);
    ok(await result.settleMany([market, atOnce]));
    for (const one of [market, atOnce])
      expect(await standing(one)).toEqual(['Final', HOME, orderKeyOf(slot), FULL_TIME + DAY, false]);
  });

  it('of 0 makes the market final in any case', async () => {
    const market = await create({ challengeWindow: 0 });
    await chain.setTime(FULL_TIME);
    const slot = publish(FULL_TIME, final());
    ok(await result.post(slot.v2(KEYS)));
    ok(await result.settleMany([market]));
    expect(await standing(market)).toEqual(['Final', HOME, orderKeyOf(slot), FULL_TIME, false]);
  });

  it('of the longest is as long', async () => {
    const market = await create({ challengeWindow: 7 * DAY });
    await chain.setTime(FULL_TIME);
    ok(await result.post(publish(FULL_TIME, final()).v2(KEYS)));
    await chain.setTime(FULL_TIME + 7 * DAY - 1);
    ok(await result.settleMany([market]));
    await skipped(market, 6222);
    await chain.setTime(FULL_TIME + 7 * DAY);
    ok(await result.settleMany([market]));
    expect((await market.read()).state).toBe('Final');
  });
});

describe('a standing proposal', () => {
  /** A market proposed by `settle` at FULL_TIME + 1,000 with the update `seq` of the slot, and a result of another. */
  const proposed = async (updates: Update[], seq: number, posted: number, options: MarketOptions = {}) => {
    const market = await create(options);
    await chain.setTime(FULL_TIME);
    const slot = publish(FULL_TIME, ...updates);
    ok(await result.post(slot.v2(KEYS, posted)));
    await chain.setTime(FULL_TIME + 1_000);
    ok(await market.settle(slot.v2(KEYS, seq)));
    return { market, slot };
  };

  it('of the same outcome and update keeps the earlier start', async () => {
    const { market, slot } = await proposed([final()], 0, 0);
    expect(await standing(market)).toEqual(['Proposed', HOME, orderKeyOf(slot), FULL_TIME + 1_000, false]);
    ok(await result.settleMany([market]));
    expect(await standing(market)).toEqual(['Proposed', HOME, orderKeyOf(slot), FULL_TIME, false]);
    await skipped(market, 6222);
    await chain.setTime(FULL_TIME + HOUR);
    ok(await result.settleMany([market]));
    expect(await standing(market)).toEqual(['Final', HOME, orderKeyOf(slot), FULL_TIME, false]);
  });

  it('that has the earlier start keeps it', async () => {
    const market = await create();
    await chain.setTime(FULL_TIME);
    const slot = publish(FULL_TIME, final(2, 1), final(3, 1));
    ok(await market.settle(slot.v2(KEYS, 0)));
    await chain.setTime(FULL_TIME + 1_000);
    ok(await result.post(slot.v2(KEYS, 0)));
    await skipped(market, 6222);
    // A later event of the same outcome: its order key, and the start that stood.
    ok(await result.post(slot.v2(KEYS, 1)));
    ok(await result.settleMany([market]));
    expect(await standing(market)).toEqual(['Proposed', HOME, orderKeyOf(slot, 1), FULL_TIME, false]);
    await chain.setTime(FULL_TIME + HOUR - 1);
    await skipped(market, 6222);
    await chain.setTime(FULL_TIME + HOUR);
    ok(await result.settleMany([market]));
    expect(await standing(market)).toEqual(['Final', HOME, orderKeyOf(slot, 1), FULL_TIME, false]);
  });

  it('that another transaction has just made final is left alone: 6211', async () => {
    const { market } = await proposed([final()], 0, 0);
    await chain.setTime(FULL_TIME + 1_000 + HOUR);
    const other = await create();
    await chain.setTime(FULL_TIME + 1_000 + HOUR);
    ok(await market.finalise());
    await skipped(market, 6211);
    const before = await chain.account(market.address);
    ok(await result.settleMany([market, other]));
    expect(await chain.account(market.address)).toEqual(before);
    expect((await other.read()).state).toBe('Final');
  });

  it('of an older update and another outcome restarts, from the start of the result', async () => {
    const { market, slot } = await proposed([final(2, 1), final(2, 2)], 0, 1);
    ok(await result.settleMany([market]));
    expect(await standing(market)).toEqual(['Proposed', OTHER, orderKeyOf(slot, 1), FULL_TIME, false]);
    const again = await proposed([final(2, 1), final(2, 2)], 0, 1);
    await chain.setTime(FULL_TIME + HOUR);
    ok(await result.settleMany([again.market]));
    expect(await standing(again.market)).toEqual(['Final', OTHER, orderKeyOf(slot, 1), FULL_TIME, false]);
  });

  it('6222 of a newer update stays', async () => {
    for (const second of [final(2, 2), final(3, 1)]) {
      const { market } = await proposed([final(2, 1), second], 1, 0);
      await skipped(market, 6222);
      await chain.setTime(FULL_TIME + 10 * HOUR);
      // Though its window is over: the result is not of it.
      await skipped(market, 6222);
      chain.bank.remove(result.address);
    }
  });

  it('of an equal neighbouring update keeps the start', async () => {
    const market = await create();
    await chain.setTime(FULL_TIME);
    const slot = publish(FULL_TIME, final(), final());
    ok(await market.settle(atPlace(slot, slot.v2(KEYS), 0)));
    expect((await market.read()).proposal.orderKey).toBe(orderKeyOf(slot, 0));
    await chain.setTime(FULL_TIME + 50);
    ok(await result.post(atPlace(slot, slot.v2(KEYS), 1)));
    ok(await result.settleMany([market]));
    expect(await standing(market)).toEqual(['Proposed', HOME, orderKeyOf(slot, 1), FULL_TIME, false]);
    // And the other way round.
    const other = await create();
    await chain.setTime(FULL_TIME + 60);
    ok(await other.settle(atPlace(slot, slot.v2(KEYS), 1)));
    chain.bank.remove(result.address);
    ok(await result.post(atPlace(slot, slot.v2(KEYS), 0)));
    await skipped(other, 6222);
  });

  it('to void gives way to any result, whatever its order key, and starts anew', async () => {
    const options = { abandonmentVoids: true, finality: 'regular-time' } as const;
    for (const posted of [0, 2]) {
      const market = await create(options);
      const regular = about({ finality: 'regular-time' });
      chain.bank.remove(regular.address);
      const slot = publish(
        FULL_TIME,
        { status: 5, stats: soccerStats(1, 0) },
        { status: 15, stats: soccerStats(1, 0) },
        { status: 6, stats: soccerStats(2, 0) },
      );
      await chain.setTime(FULL_TIME);
      ok(await market.proposeVoid(slot.v2([1], 1)));
      await chain.setTime(FULL_TIME + 10);
      ok(await regular.post(slot.v2(KEYS, posted)));
      await chain.setTime(FULL_TIME + 20);
      ok(await regular.settleMany([market]));
      expect(await standing(market)).toEqual(['Proposed', HOME, orderKeyOf(slot, posted), FULL_TIME + 10, false]);
      const late = await create(options);
      await chain.setTime(FULL_TIME + 20);
      ok(await late.proposeVoid(slot.v2([1], 1)));
      await chain.setTime(FULL_TIME + 10 + HOUR);
      ok(await regular.settleMany([late]));
      expect(await standing(late)).toEqual(['Final', HOME, orderKeyOf(slot, posted), FULL_TIME + 10, false]);
    }
  });

  it('of the same update and another outcome makes the market void, with every stake refunded', async () => {
    const one = about({ sport: 'basketball' });
    for (const lieStands of [true, false]) {
      chain.bank.remove(one.address);
      await chain.setTime(KICK_OFF - DAY);
      const { lie, truth, witness, key, slot } = publishMistaken(oracle, FULL_TIME, FIXTURE, 'soccer', 'basketball');
      const options: MarketOptions = {
        sport: 'basketball',
        statKeys: [key],
        outcomes: [allOf(single(0, 'greaterThan', 0))],
      };
      const market = await create(options);
      const [anna, bert] = [market.staker(), market.staker()];
      ok(await market.stake(anna, 0, 700n));
      ok(await market.stake(bert, 1, 300n));
      await chain.setTime(FULL_TIME);
      ok(lieStands ? await market.settle(lie, witness) : await market.settle(truth));
      ok(lieStands ? await one.post(truth) : await one.post(lie, witness));
      // Also when its window is over.
      await chain.setTime(FULL_TIME + 2 * HOUR);
      const settled = ok(await one.settleMany([market]));
      const stood = lieStands ? 1 : 0;
      expect(eventsOf(settled)).toEqual([
        {
          name: 'MarketSettled',
          market: market.address,
          state: { Void: {} },
          outcome: stood,
          order_key: orderKeyOf(slot),
          since: chain.momentAt(FULL_TIME),
        },
      ]);
      expect(await market.read()).toMatchObject({ state: 'Void', refund: true, fee: 0n, owed: 1_000n });
      expect(await standing(market)).toEqual(['Void', stood, orderKeyOf(slot), FULL_TIME, false]);
      for (const [outcome, staker] of [anna, bert].entries()) ok(await market.claim(staker.publicKey, outcome));
      expect(await market.held()).toBe(0n);
      ok(await market.close());
    }
  });

  it('can still be corrected by `settle`, and a result settles what `settle` proposed', async () => {
    const market = await create();
    await chain.setTime(FULL_TIME);
    const slot = publish(FULL_TIME, final(2, 1), final(2, 2));
    ok(await result.post(slot.v2(KEYS, 0)));
    ok(await result.settleMany([market]));
    await chain.setTime(FULL_TIME + 100);
    ok(await market.settle(slot.v2(KEYS, 1)));
    expect(await standing(market)).toEqual(['Proposed', OTHER, orderKeyOf(slot, 1), FULL_TIME + 100, false]);
    await skipped(market, 6222);
    await chain.setTime(FULL_TIME + 100 + HOUR);
    ok(await market.finalise());
  });
});

describe('a market twice in one call', () => {
  it('is proposed once, with one event', async () => {
    const [market, other] = [await create(), await create()];
    await chain.setTime(FULL_TIME);
    ok(await result.post(publish(FULL_TIME, final()).v2(KEYS)));
    const settled = ok(await result.settleMany([market, market, other, market]));
    expect(eventsOf(settled).map((event) => event.market)).toEqual([market.address, other.address]);
    await untouched(market, async () => {
      const outcome = await result.settleMany([market, market]);
      expect(firstRefusal(outcome)).toEqual([market.address, 6222]);
    });
  });

  it('becomes final once, with one fee', async () => {
    const market = await create();
    const [anna, bert] = [market.staker(), market.staker()];
    ok(await market.stake(anna, HOME, 1_000n));
    ok(await market.stake(bert, OTHER, 1_000n));
    await chain.setTime(FULL_TIME);
    ok(await result.post(publish(FULL_TIME, final()).v2(KEYS)));
    await chain.setTime(FULL_TIME + HOUR);
    const settled = ok(await result.settleMany([market, market, market]));
    expect(eventsOf(settled)).toHaveLength(1);
    expect(await market.read()).toMatchObject({ state: 'Final', fee: 25n, owed: 1_975n, paying: 1_000n });
    expect(firstRefusal(await result.settleMany([market, market]))).toEqual([market.address, 6211]);
  });
});

describe('6256 nothing settled', () => {
  it('is an error, also without markets, and logs why the first could not', async () => {
    const [open, elsewhere] = [await create({ latest: FULL_TIME - 60 }), await create({ fixtureId: FIXTURE + 1 })];
    await chain.setTime(FULL_TIME);
    ok(await result.post(publish(FULL_TIME, final()).v2(KEYS)));
    expect(firstRefusal(await result.settleMany([]))).toBeNull();
    expect(firstRefusal(await result.settleMany([open, elsewhere]))).toEqual([open.address, 6216]);
    expect(firstRefusal(await result.settleMany([elsewhere, open]))).toEqual([elsewhere.address, 6252]);
    const nothing = chain.address();
    expect(firstRefusal(await result.settleMany([nothing, open]))).toEqual([nothing, 6260]);
  });

  it('of decided markets: 6211', async () => {
    const [closed, market] = [await create(), await create()];
    await chain.setTime(closed.terms.voidAfter);
    ok(await closed.void());
    ok(await result.post(publish(FULL_TIME, final()).v2(KEYS)));
    await skipped(closed, 6211);
    // A posted result does not stop `void`.
    ok(await market.void());
    await skipped(market, 6211);
  });
});

describe('the market', () => {
  it('is written in its place only: state, pool and proposal', async () => {
    const market = await create();
    const anna = market.staker();
    ok(await market.stake(anna, HOME, 500n));
    await chain.setTime(FULL_TIME);
    const slot = publish(FULL_TIME, final());
    ok(await result.post(slot.v2(KEYS)));
    const before = await chain.account(market.address);
    const was = await market.read();
    ok(await result.settleMany([market]));
    const expected: Market = {
      ...was,
      state: 'Proposed',
      proposal: { outcome: HOME, orderKey: orderKeyOf(slot), since: chain.moment, void: false },
    };
    const after = await chain.account(market.address);
    expect(after?.data).toEqual(Uint8Array.from(marketAccount.encode(expected)));
    expect({ ...after, data: null }).toEqual({ ...before, data: null });
  });

  it.each([
    ['with a winner', [700n, 1_300n], { fee: 32n, owed: 1_968n, paying: 700n, refund: false }],
    ['without a winning stake: all refunded', [0n, 1_300n], { fee: 0n, owed: 1_300n, refund: true }],
    ['without a losing stake', [700n, 0n], { fee: 0n, owed: 700n, paying: 700n, refund: false }],
    ['without any stake', [0n, 0n], { fee: 0n, owed: 0n }],
  ])('becomes final as by `settle` and `finalise`: %s', async (_, stakes, expected) => {
    const [batched, alone] = [await create(), await create()];
    for (const market of [batched, alone])
      for (const [outcome, amount] of stakes.entries())
        if (amount > 0n) ok(await market.stake(market.staker(), outcome, amount));
    await chain.setTime(FULL_TIME);
    const slot = publish(FULL_TIME, final());
    ok(await result.post(slot.v2(KEYS)));
    ok(await alone.settle(slot.v2(KEYS)));
    await chain.setTime(FULL_TIME + HOUR);
    ok(await alone.finalise());
    const settled = ok(await result.settleMany([batched]));
    const [one, other] = [await batched.read(), await alone.read()];
    expect(one).toMatchObject({ state: 'Final', ...expected });
    expect({ ...one, ...identity(other) }).toEqual(other);
    expect(eventsOf(settled)).toEqual([
      {
        name: 'MarketSettled',
        market: batched.address,
        state: { Final: {} },
        outcome: HOME,
        order_key: orderKeyOf(slot),
        since: chain.momentAt(FULL_TIME),
      },
    ]);
  });

  it('is settled whatever became of its vault, which is not read', async () => {
    const market = await create();
    ok(await market.stake(market.staker(), HOME, 500n));
    const vault = await chain.account(market.vault);
    await chain.setTime(FULL_TIME);
    ok(await result.post(publish(FULL_TIME, final()).v2(KEYS)));
    await chain.setTime(FULL_TIME + HOUR);
    chain.bank.remove(market.vault);
    ok(await result.settleMany([market]));
    expect((await market.read()).owed).toBe(500n);
    expect(vault?.data.length).toBe(165);
  });

  it('6229 is not settled when its debt would grow: no action leads here', async () => {
    const market = await create();
    ok(await market.stake(market.staker(), HOME, 500n));
    ok(await market.stake(market.staker(), OTHER, 500n));
    await market.overwrite({ owed: 100n });
    await chain.setTime(FULL_TIME);
    ok(await result.post(publish(FULL_TIME, final()).v2(KEYS)));
    await chain.setTime(FULL_TIME + HOUR);
    await skipped(market, 6229);
  });

  it('waits in a parlay until it is settled, and then decides its leg', async () => {
    const markets = [await create({ challengeWindow: 0 }), await create({ challengeWindow: 0, outcomes: [AWAY_WINS] })];
    const parlay = await TestParlay.create(chain, markets);
    const [anna, bert] = [parlay.staker(), parlay.staker()];
    ok(await parlay.stake(anna, YES, 100n));
    ok(await parlay.stake(bert, NO, 400n));
    await chain.setTime(FULL_TIME);
    ok(await result.post(publish(FULL_TIME, final()).v2(KEYS)));
    ok(await result.settleMany(markets));
    for (const market of markets) expect(await market.read()).toMatchObject({ state: 'Final', parlays: 1 });
    for (const leg of [0, 1]) ok(await parlay.settle(leg));
    for (const market of markets) expect((await market.read()).parlays).toBe(0);
  });
});

/** What tells two markets with equal terms apart. */
const identity = ({ bump, vaultBump, creator, id, termsHash, terms }: Market) => ({
  bump,
  vaultBump,
  creator,
  id,
  termsHash,
  terms,
});
