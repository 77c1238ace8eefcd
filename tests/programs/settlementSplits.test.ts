import { describe, expect, it } from 'vitest';
import { handicapTerms, totalTerms } from '../../ts/sdk/program/settlement/lines.js';
import type { Mark } from '../../ts/sdk/program/wire/terms.js';
import { ok, programLog, refusal } from '../helpers/settlement/chain.js';
import { eventsOf } from '../helpers/settlement/events.js';
import {
  AWAY_WINS,
  allOf,
  FIXTURE,
  FULL_TIME,
  HOME_WINS,
  type MarketOptions,
  single,
  TestMarket,
} from '../helpers/settlement/market.js';
import { confusedKey, publishMistaken } from '../helpers/settlement/mistakenLayout.js';
import { NO, TestParlay, YES } from '../helpers/settlement/parlay.js';
import { MONEY, type StakesOn } from '../helpers/settlement/pool.js';
import { DAY, final, KEYS, World } from '../helpers/world/world.js';

/** Terms in which stakes are also half won, returned or half lost. */

const world = new World().each();
const { chain, oracle, staked, balance, gains } = world;

const QUARTER = { ...handicapTerms('soccer', -0.25), minimumStake: 2n };

const LETTERS: Readonly<Record<string, Mark>> = { W: 'Win', w: 'HalfWin', p: 'Push', l: 'HalfLose', L: 'Lose' };
/** Splits with these rows, a letter for each outcome. */
const split = (...given: readonly string[]): { splits: Mark[][]; minimumStake: bigint } => ({
  splits: given.map((row) => [...row].map((letter) => LETTERS[letter] ?? 'Push')),
  minimumStake: 2n,
});

/** Settles by a score like 2:1. */
function settleBy(market: TestMarket, score: string): Promise<void> {
  const [home = 0, away = 0] = score.split(':').map(Number);
  return world.settle(market, home, away);
}

/** Scores that pay the same; what each stake is paid, in their order; the fee; what the sweep finds, with the dust. */
type Ending = readonly [scores: string, paid: readonly bigint[], fee: bigint, swept: bigint, refund?: 'refund'];

/** Worked out with pencil and paper from the rules of bookmakers and the shares of a pool. */
const LINES: readonly (readonly [line: string, MarketOptions, StakesOn, readonly Ending[]])[] = [
  [
    'home -0.25, away +0.25, fee 2.5 %',
    { ...QUARTER, feeBps: 250 },
    { 0: [700n, 302n], 1: [500n, 4n] },
    [
      // Of 504 that are lost, 492 go to 1,002.
      ['1:0 3:2', [1_043n, 450n, 0n, 0n], 12n, 13n],
      // Home's halves of 501 are lost, and 489 of them go to away's halves of 252.
      ['0:0 2:2', [350n, 151n, 985n, 7n], 12n, 13n],
      // Of 1,002 that are lost, 977 go to 504.
      ['0:1 1:4', [0n, 0n, 1_469n, 11n], 25n, 26n],
    ],
  ],
  [
    'over or under 2.75, fee 10 %',
    { ...totalTerms('soccer', 2.75), feeBps: 1_000 },
    { 0: [600n, 40n], 1: [1_000n, 210n] },
    [
      ['0:0 2:0 1:1', [0n, 0n, 1_476n, 309n], 64n, 65n],
      // Under's halves of 605 are lost, and 545 of them go to over's halves of 320.
      ['3:0 1:2', [1_110n, 74n, 500n, 105n], 60n, 61n],
      ['2:2 5:0', [1_620n, 108n, 0n, 0n], 121n, 122n],
    ],
  ],
  [
    'over or under 3, fee 10 %',
    { ...totalTerms('soccer', 3), feeBps: 1_000 },
    { 0: [300n], 1: [100n, 8n] },
    [
      ['0:0 1:1', [0n, 350n, 28n], 30n, 30n],
      ['2:1 0:3', [300n, 100n, 8n], 0n, 0n, 'refund'],
      ['3:1 0:6', [398n, 0n, 0n], 10n, 10n],
    ],
  ],
  [
    'home -0.25 that nobody opposes, fee 10 %',
    { ...QUARTER, feeBps: 1_000 },
    { 0: [700n, 2n] },
    [
      ['1:0', [700n, 2n], 0n, 0n],
      ['1:1 0:1', [700n, 2n], 0n, 0n, 'refund'],
    ],
  ],
  [
    'a dead heat of two among three, no fee',
    { outcomes: [HOME_WINS, AWAY_WINS], ...split('WLL', 'LLW', 'WWL'), feeBps: 0 },
    { 0: [100n], 1: [60n], 2: [90n] },
    [
      ['2:0', [250n, 0n, 0n], 0n, 0n],
      ['0:2', [0n, 0n, 250n], 0n, 0n],
      // 90 go to 160.
      ['1:1', [156n, 93n, 0n], 0n, 1n],
    ],
  ],
];

describe.each(LINES)('%s', (_, terms, stakes, endings) => {
  const cases = endings.flatMap((ending) => ending[0].split(' ').map((score) => [score, ending] as const));
  it.each(cases)('%s', async (score, [, paid, fee, swept, refund]) => {
    const { market, stakers } = await staked(stakes, { minimumStake: 2n, challengeWindow: 0, ...terms });
    const amounts = Object.values(stakes).flat();
    const sum = amounts.reduce((one, other) => one + other);
    const paying = amounts.reduce((total, amount, i) => (paid[i] === 0n ? total : total + amount), 0n);
    await settleBy(market, score);
    const isRefund = refund === 'refund';
    expect(await market.read()).toMatchObject({ state: 'Final', refund: isRefund, fee, owed: sum - fee, paying });
    await market.claimAll(stakers);
    expect(await gains(stakers)).toEqual(amounts.map((amount, i) => (paid[i] ?? 0n) - amount));
    expect(await market.read()).toMatchObject({ owed: 0n, paying: 0n, openPositions: 0n });
    expect(await market.held()).toBe(swept);
    ok(await market.sweep());
    expect(await balance(market.terms.feeAccount)).toBe(swept);
    ok(await market.close());
  });
});

describe('create_market', () => {
  // The market that tests have by default has two cases.
  it.each<[number, string, MarketOptions, string]>([
    [6201, 'no rows', split(), '0 rows'],
    [6201, 'a row less than cases', split('WL'), '1 rows'],
    [6201, 'a row more than cases', split('WL', 'LW', 'pp'), '3 rows'],
    [6201, 'no outcome', split('', ''), '0 outcomes'],
    [6201, 'one outcome', split('W', 'L'), '1 outcomes'],
    [6201, 'nine outcomes', split('WLWLWLWLW', 'LWLWLWLWL'), '9 outcomes'],
    [6201, 'rows of unequal length', split('WL', 'LWp'), '3 marks'],
    [6201, 'an outcome that never wins', split('LW', 'pp'), 'outcome 0'],
    [6201, 'an outcome that never loses', split('WLW', 'LWp'), 'outcome 2'],
    [6201, 'pushes alone', split('pp', 'pp'), 'outcome 0'],
    [6201, 'a win without a loss', split('WL', 'Wp'), 'in case 1 nobody'],
    [6201, 'a half win without a loss', split('WL', 'ww'), 'in case 1 nobody'],
    [6201, 'a loss without a win', split('WL', 'pL'), 'in case 1 nobody'],
    [6201, 'a half loss without a win', split('WL', 'll'), 'in case 1 nobody'],
    [6206, 'a minimum without halves', { ...split('WL', 'LW'), minimumStake: 3n }, 'even'],
  ])('%i refuses %s', async (number, _, options, bound) => {
    const outcome = await TestMarket.plan(chain, options).create();
    expect([refusal(outcome), programLog(outcome)]).toEqual([number, expect.stringContaining(bound)]);
  });

  it.each<[string, MarketOptions]>([
    ['halves only', split('wl', 'lw')],
    ['eight outcomes', split('WLLLLLLL', 'lWWWWWWW')],
    ['an odd maximum', { ...split('WL', 'LW'), maximumStake: 7n }],
  ])('takes %s', async (_, options) => {
    ok(await TestMarket.plan(chain, options).create());
  });
});

describe('a stake', () => {
  it.each([
    [6213, 0, 99n],
    [6213, 1, 1n],
    [6213, 1, 0n],
    // The third case of a quarter line is no outcome.
    [6214, 2, 100n],
    [6214, 255, 100n],
  ])('%i is refused on outcome %i of two, of %i base units', async (number, outcome, amount) => {
    const market = await TestMarket.create(chain, QUARTER);
    const staker = market.staker();
    expect(refusal(await market.stake(staker, outcome, amount))).toBe(number);
    expect(await balance(staker.tokens)).toBe(MONEY);
  });

  it('goes on an outcome beyond the cases', async () => {
    const terms = { ...split('WLL', 'LWW'), challengeWindow: 0, feeBps: 0 };
    const { market, stakers } = await staked({ 0: [100n], 2: [60n] }, terms);
    await world.settle(market, 0, 1);
    await market.claimAll(stakers);
    expect(await gains(stakers)).toEqual([-100n, 100n]);
  });
});

describe('a parlay with a leg on splits', () => {
  const parlayOf = async (outcomes: readonly number[]) => {
    const markets = await world.markets(2, QUARTER);
    return { markets, parlay: TestParlay.plan(chain, [markets[0], markets[1]], { outcomes, feeBps: 0 }) };
  };

  it('6214 has no leg on a case that is no outcome', async () => {
    const { parlay } = await parlayOf([0, 2]);
    expect(refusal(await parlay.create())).toBe(6214);
  });

  it.each([
    // Home -0.25, and away +0.25.
    ['Final', '1:0', '0:1', ['Won', 'Won'], [200n, -200n]],
    ['Final', '0:1', '0:1', ['Lost', 'Won'], [-101n, 101n]],
    ['Final', '1:0', '1:0', ['Won', 'Lost'], [-101n, 101n]],
    ['Void', '1:0', '1:1', ['Won', 'Void'], [0n, 0n]],
    ['Void', '2:2', '0:1', ['Void', 'Won'], [0n, 0n]],
    ['Void', '0:3', '1:1', ['Lost', 'Void'], [0n, 0n]],
  ] as const)('is %s after %s and %s: %j', async (state, first, second, results, won) => {
    const { markets, parlay } = await parlayOf([0, 1]);
    ok(await parlay.create());
    // A parlay has no halves: its own stakes may be odd.
    const backers = await parlay.stakes({ [YES]: [101n], [NO]: [200n] });
    await settleBy(markets[0], first);
    await settleBy(markets[1], second);
    for (const leg of [0, 1]) ok(await parlay.settle(leg));
    expect([(await parlay.read()).state, await parlay.results()]).toEqual([state, results]);
    await parlay.claimAll(backers);
    expect(await gains(backers)).toEqual(won);
  });
});

describe('cases that pay the same', () => {
  /** The key is 1 or 0 by two proofs of one update, because the terms name another sport than the match's. */
  const disputed = async (...rows: readonly string[]) => {
    const [real, claimed] = ['soccer', 'basketball'] as const;
    const { market } = await staked(
      { 0: [100n], 1: [60n] },
      {
        sport: claimed,
        statKeys: [confusedKey(real, claimed).key],
        outcomes: [allOf(single(0, 'equalTo', 0)), allOf(single(0, 'equalTo', 1))],
        ...split(...rows),
      },
    );
    const { truth, lie, witness } = publishMistaken(oracle, FULL_TIME, FIXTURE, real, claimed);
    await chain.setTime(FULL_TIME);
    return { market, truth: () => market.settle(truth), lie: () => market.settle(lie, witness) };
  };

  it('do not contradict each other', async () => {
    for (const order of [0, 1]) {
      const { market, truth, lie } = await disputed('wl', 'wl', 'LW');
      const [first, second] = order === 0 ? [lie, truth] : [truth, lie];
      ok(await first());
      // An update that says the same is no newer one.
      expect(refusal(await second())).toBe(6222);
      expect(await market.read()).toMatchObject({ state: 'Proposed', proposal: { outcome: 0 } });
    }
  });

  it('are told from cases that pay another half', async () => {
    const { market, truth, lie } = await disputed('wl', 'Wl', 'LW');
    ok(await lie());
    expect(eventsOf(ok(await truth()))).toMatchObject([
      { name: 'Contradicted', proposed: 0, shown: 1 },
      { name: 'Voided', reason: { Contradiction: {} }, owed: 160n },
    ]);
    expect(await market.read()).toMatchObject({ state: 'Void', refund: true });
  });

  it('are one decision, whose window a correction between them does not begin again', async () => {
    // 1 and 3 goals pay the same; 1 goal is case 0, 3 goals are case 2.
    const goals = [1, 2, 3].map((count) => allOf(single(0, 'equalTo', count)));
    const { market } = await staked({}, { statKeys: [1], outcomes: goals, ...split('WL', 'pp', 'WL', 'LW') });
    await chain.setTime(FULL_TIME);
    ok(await market.settle(world.publish(FULL_TIME, final(3, 0)).v2([1])));
    expect((await market.read()).proposal).toMatchObject({ outcome: 0, since: { seconds: FULL_TIME } });
    for (const [later, home, outcome, since] of [
      [300, 1, 0, 0],
      [600, 2, 1, 600],
      [900, 3, 0, 900],
    ] as const) {
      await chain.setTime(FULL_TIME + later);
      ok(await market.settle(world.publish(FULL_TIME + later, final(home, 0)).v2([1])));
      expect((await market.read()).proposal).toMatchObject({ outcome, since: { seconds: FULL_TIME + since } });
    }
  });
});

describe('the event Voided says why', () => {
  const reasonOf = (outcome: Parameters<typeof eventsOf>[0]) =>
    eventsOf(ok(outcome)).flatMap(({ name, reason }) => (name === 'Voided' ? [reason] : []));

  it('Deadline, and Leg of a parlay before and with its last leg', async () => {
    const markets = await world.markets(4);
    const [first, second, third, fourth] = markets;
    const [early, late] = [
      await TestParlay.create(chain, [first, second]),
      await TestParlay.create(chain, [third, fourth]),
    ];
    await world.settle(third, 1, 0);
    expect(reasonOf(await late.settle(0))).toEqual([]);
    await chain.setTime(first.terms.voidAfter);
    expect(reasonOf(await first.void())).toEqual([{ Deadline: {} }]);
    ok(await fourth.void());
    expect(reasonOf(await early.settle(0))).toEqual([]);
    expect(reasonOf(await early.void())).toEqual([{ Leg: {} }]);
    expect(reasonOf(await late.settle(1))).toEqual([{ Leg: {} }]);
  });

  it('Leg of a parlay whose leg is split, though its market is final', async () => {
    const markets = await world.markets(2, QUARTER);
    const parlay = await TestParlay.create(chain, [markets[0], markets[1]]);
    for (const market of [markets[0], markets[1]]) await world.settle(market, 1, 1);
    expect(reasonOf(await parlay.settle(0))).toEqual([]);
    expect(reasonOf(await parlay.settle(1))).toEqual([{ Leg: {} }]);
  });

  it('Abandonment', async () => {
    const { market } = await staked({}, { abandonmentVoids: true });
    await chain.setTime(FULL_TIME);
    ok(await market.proposeVoid(world.fullTime({ ...final(1, 1), status: 15 }).v2(KEYS)));
    await chain.setTime(FULL_TIME + DAY);
    expect(reasonOf(await market.finalise())).toEqual([{ Abandonment: {} }]);
  });
});
