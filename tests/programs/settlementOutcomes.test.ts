import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NDimensionalStrategy } from '../../ts/sdk/format/strategy.js';
import { checkSettlement } from '../../ts/sdk/program/settlement/rules/checkSettlement.js';
import { Random } from '../../ts/season/random.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import {
  AWAY_WINS,
  allOf,
  binary,
  distance,
  FULL_TIME,
  HOME_WINS,
  KICK_OFF,
  single,
  TestMarket,
} from '../helpers/settlement/market.js';
import { DAY, final, World } from '../helpers/world/world.js';

const { chain, oracle, settleable, fullTime } = new World();

type Stats = Readonly<Record<number, number>>;

/**
 * The outcome that these stats decide in a market without a window, with a witness, since all its keys may be zero. The
 * offline check must agree with the chain.
 */
async function decide(statKeys: readonly number[], outcomes: NDimensionalStrategy[], stats: Stats): Promise<number> {
  const market = await settleable({ statKeys: [...statKeys], outcomes, challengeWindow: 0 });
  const slot = fullTime(final(0, 0, stats));
  const [proof, witness] = [slot.v3(statKeys), slot.leaf(2008)];
  ok(await market.settle(proof, witness));
  const { state, proposal } = await market.read();
  expect(state).toBe('Final');
  const offline = checkSettlement(market.terms, { proof, witness }, oracle.bytes(slot.batch.time.epochDay), null);
  expect(offline.outcome).toBe(proposal.outcome);
  return proposal.outcome;
}

describe('three outcomes', () => {
  it.each([
    [2, 1, 0],
    [1, 2, 1],
    [1, 1, 2],
    [0, 0, 2],
    [1, 0, 0],
    [0, 1, 1],
  ])('1X2: %i–%i is outcome %i', async (home, away, expected) => {
    expect(await decide([1, 2], [HOME_WINS, AWAY_WINS], { 1: home, 2: away })).toBe(expected);
  });

  it('with the outcomes and the keys in another order', async () => {
    const level = allOf(binary(0, 'subtract', 1, 'equalTo', 0));
    for (const [home, away, expected] of [
      [2, 1, 1],
      [1, 2, 2],
      [1, 1, 0],
    ] as const)
      expect(await decide([1, 2], [level, HOME_WINS], { 1: home, 2: away })).toBe(expected);
    expect(await decide([2, 1], [HOME_WINS, AWAY_WINS], { 1: 2, 2: 1 })).toBe(1);
  });
});

describe('eight outcomes', () => {
  const score = (home: number, away: number) => allOf(single(0, 'equalTo', home), single(1, 'equalTo', away));
  const SCORES = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 0],
    [0, 2],
    [2, 1],
  ] as const;

  it('the correct score: each named one, and any other', async () => {
    const outcomes = SCORES.map(([home, away]) => score(home, away));
    for (const [outcome, [home, away]] of SCORES.entries())
      expect(await decide([1, 2], outcomes, { 1: home, 2: away }), `${home}–${away}`).toBe(outcome);
    for (const [home, away] of [
      [1, 2],
      [2, 2],
      [3, 0],
      [0, 3],
      [9, 9],
    ] as const)
      expect(await decide([1, 2], outcomes, { 1: home, 2: away }), `${home}–${away}`).toBe(7);
  });

  it('ranges of one key, with two predicates each: without gaps, edges included', async () => {
    // Corners: 0–1, 2–3, … 12–13, 14 and more.
    const ranges = [0, 1, 2, 3, 4, 5, 6].map((n) =>
      allOf(single(0, 'greaterThan', 2 * n - 1), single(0, 'lessThan', 2 * n + 2)),
    );
    for (let corners = 0; corners <= 16; corners++)
      expect(await decide([7], ranges, { 7: corners }), `${corners}`).toBe(Math.min(7, Math.floor(corners / 2)));
  });

  it('half-time and full-time results', async () => {
    const part = (first: number, comparison: 'greaterThan' | 'lessThan' | 'equalTo') =>
      binary(first, 'subtract', first + 1, comparison, 0);
    const [won, lost, level] = ['greaterThan', 'lessThan', 'equalTo'] as const;
    const pairs = [
      [won, won],
      [won, level],
      [won, lost],
      [level, won],
      [level, level],
      [level, lost],
      [lost, won],
    ] as const;
    const outcomes = pairs.map(([half, whole]) => allOf(part(0, half), part(2, whole)));
    const leads = { [won]: [1, 0], [level]: [1, 1], [lost]: [0, 1] } as const;
    for (const half of [won, level, lost]) {
      for (const whole of [won, level, lost]) {
        const [home, away] = leads[half];
        const [atEnd, againstAtEnd] = leads[whole];
        const stats = { 1001: home, 1002: away, 1: 2 + atEnd, 2: 2 + againstAtEnd };
        const listed = pairs.findIndex(([one, other]) => one === half && other === whole);
        const outcome = await decide([1001, 1002, 1, 2], outcomes, stats);
        expect(outcome, `${half}, ${whole}`).toBe(listed === -1 ? 7 : listed);
      }
    }
  });

  it('which half has more goals, with four keys of two blocks', async () => {
    // Totals of a half are sums over both sides: the first half against a number, then the second.
    const over = (first: number, goals: number) => allOf(binary(first, 'add', first + 1, 'greaterThan', goals));
    const outcomes = [over(0, 2), over(2, 2), over(0, 1), over(2, 1), over(0, 0), over(2, 0)];
    const halves = async (first: number, second: number) =>
      decide([1001, 1002, 3001, 3002], outcomes, { 1001: first, 1002: 0, 3001: 0, 3002: second });
    expect(await halves(3, 4)).toBe(0);
    expect(await halves(2, 3)).toBe(1);
    expect(await halves(2, 2)).toBe(2);
    expect(await halves(1, 2)).toBe(3);
    expect(await halves(1, 1)).toBe(4);
    expect(await halves(0, 1)).toBe(5);
    expect(await halves(0, 0)).toBe(6);
  });
});

describe('the first outcome that holds', () => {
  it('wins where several hold', async () => {
    const over = (goals: number) => allOf(single(0, 'greaterThan', goals));
    // Each of these implies all later ones.
    const nested = [over(5), over(4), over(3), over(2), over(1), over(0)];
    for (let goals = 0; goals <= 7; goals++)
      expect(await decide([1], nested, { 1: goals }), `${goals}`).toBe(goals === 0 ? 6 : Math.max(0, 6 - goals));
    // In reverse, the widest takes all.
    for (let goals = 0; goals <= 7; goals++)
      expect(await decide([1], [...nested].reverse(), { 1: goals }), `${goals}`).toBe(goals === 0 ? 6 : 0);
  });

  it('wins even when it is listed twice: the second can never win', async () => {
    expect(await decide([1, 2], [HOME_WINS, HOME_WINS, AWAY_WINS], { 1: 1 })).toBe(0);
    expect(await decide([1, 2], [HOME_WINS, HOME_WINS, AWAY_WINS], { 2: 1 })).toBe(2);
    expect(await decide([1, 2], [HOME_WINS, HOME_WINS, AWAY_WINS], {})).toBe(3);
  });

  it('is found by each kind of strategy next to the others', async () => {
    const outcomes = [
      distance({ 0: 2, 1: 1 }, 'lessThan', 1),
      allOf(binary(0, 'add', 1, 'greaterThan', 4)),
      allOf(single(2, 'greaterThan', 9), single(2, 'lessThan', 12)),
      distance({ 2: 0 }, 'greaterThan', 20),
    ];
    const cases: [Stats, number][] = [
      [{ 1: 2, 2: 1, 7: 10 }, 0],
      [{ 1: 2, 2: 3, 7: 10 }, 1],
      [{ 1: 1, 2: 1, 7: 10 }, 2],
      [{ 1: 1, 2: 1, 7: 11 }, 2],
      [{ 1: 1, 2: 1, 7: 12 }, 4],
      [{ 1: 1, 2: 1, 7: 21 }, 3],
      [{ 1: 1, 2: 1, 7: 0 }, 4],
    ];
    for (const [stats, expected] of cases)
      expect(await decide([1, 2, 7], outcomes, stats), JSON.stringify(stats)).toBe(expected);
  });

  it('is the same as in a simple evaluation, for random markets', async () => {
    const seed = 'outcomes/1';
    const random = new Random(seed);
    const words = {
      greaterThan: (a: number, b: number) => a > b,
      lessThan: (a: number, b: number) => a < b,
      equalTo: (a: number, b: number) => a === b,
    };
    const names = ['greaterThan', 'lessThan', 'equalTo'] as const;
    for (let round = 0; round < 40; round++) {
      const rows = Array.from({ length: random.between(1, 7) }, () => ({
        word: random.pick(names),
        threshold: random.between(-2, 4),
        op: random.pick(['add', 'subtract'] as const),
      }));
      const values: [number, number] = [random.between(0, 4), random.between(0, 4)];
      const outcomes = rows.map(({ word, threshold, op }) => allOf(binary(0, op, 1, word, threshold)));
      const holds = ({ word, threshold, op }: (typeof rows)[number]) =>
        words[word](op === 'add' ? values[0] + values[1] : values[0] - values[1], threshold);
      const first = rows.findIndex(holds);
      const outcome = await decide([1, 2], outcomes, { 1: values[0], 2: values[1] });
      expect(outcome, `${seed}, round ${round}`).toBe(first === -1 ? rows.length : first);
    }
  });
});

describe('any accepted terms', () => {
  const I32_MIN = -(2 ** 31);
  const I32_MAX = 2 ** 31 - 1;
  const KEYS = [1, 2, 7, 8, 3001] as const;
  const number = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: -3, max: 6 }) },
    { weight: 3, arbitrary: fc.constantFrom(I32_MIN, I32_MIN + 1, -1, 0, 1, I32_MAX - 1, I32_MAX) },
    { weight: 1, arbitrary: fc.integer({ min: I32_MIN, max: I32_MAX }) },
  );
  const place = fc.nat(KEYS.length - 1);
  const word = fc.constantFrom('greaterThan' as const, 'lessThan' as const, 'equalTo' as const);
  const discrete = fc.oneof(
    fc.tuple(place, word, number).map(([index, comparison, threshold]) => single(index, comparison, threshold)),
    fc
      .tuple(place, fc.constantFrom('add' as const, 'subtract' as const), place, word, number)
      .map(([a, op, b, comparison, threshold]) => binary(a, op, b, comparison, threshold)),
  );
  /** The contents of a strategy: predicates, or a distance to targets with a non-negative threshold, or both. */
  const strategy: fc.Arbitrary<NDimensionalStrategy> = fc
    .record({
      predicates: fc.array(discrete, { minLength: 1, maxLength: 4 }),
      targets: fc.array(fc.tuple(place, number), { maxLength: 5 }),
      comparison: word,
      threshold: number.map((one) => Math.min(Math.abs(one), I32_MAX)),
    })
    .map(({ predicates, targets, comparison, threshold }) =>
      targets.length === 0
        ? allOf(...predicates)
        : { ...distance(targets, comparison, threshold), discretePredicates: predicates },
    );
  /** Every key must be used: the last strategy names all of them and hardly ever holds. */
  const rest = allOf(...KEYS.map((_, index) => single(index, 'equalTo', 77_777)));
  const outcomes = fc.array(strategy, { minLength: 1, maxLength: 6 }).map((asked) => [...asked, rest]);

  /** The rule again, in numbers that cannot overflow. */
  function holds({ geometricTargets, distancePredicate, discretePredicates }: NDimensionalStrategy, values: number[]) {
    const at = (index: number) => BigInt(values[index] ?? 0);
    const meets = (value: bigint, { threshold, comparison }: { threshold: number; comparison: object }) => {
      if ('greaterThan' in comparison) return value > BigInt(threshold);
      return 'lessThan' in comparison ? value < BigInt(threshold) : value === BigInt(threshold);
    };
    const apart = geometricTargets.map(({ statIndex, prediction }) => at(statIndex) - BigInt(prediction));
    const sum = apart.reduce((all, one) => all + (one < 0n ? -one : one), 0n);
    return (
      (!distancePredicate || meets(sum, distancePredicate)) &&
      discretePredicates.every((predicate) => {
        if ('single' in predicate) return meets(at(predicate.single.index), predicate.single.predicate);
        const { indexA, indexB, op, predicate: inner } = predicate.binary;
        return meets('add' in op ? at(indexA) + at(indexB) : at(indexA) - at(indexB), inner);
      })
    );
  }

  it('have exactly one outcome for any stats, on chain and offline', async () => {
    const values = fc.array(number, { minLength: KEYS.length, maxLength: KEYS.length });
    await fc.assert(
      fc.asyncProperty(outcomes, values, async (asked, drawn) => {
        const first = asked.findIndex((one) => holds(one, drawn));
        const stats = Object.fromEntries(KEYS.map((key, i) => [key, drawn[i] ?? 0]));
        expect(await decide(KEYS, asked, stats)).toBe(first === -1 ? asked.length : first);
      }),
      { numRuns: 60, seed: 20_834 },
    );
  });

  it('settle with distances and sums beyond 32 bits', async () => {
    const stats = { 1: I32_MAX, 2: I32_MIN };
    const far = distance({ 0: I32_MIN, 1: I32_MAX }, 'greaterThan', I32_MAX);
    expect(await decide([1, 2], [far], stats)).toBe(0);
    expect(await decide([1, 2], [allOf(binary(0, 'add', 0, 'equalTo', -2), single(1, 'lessThan', 0))], stats)).toBe(1);
    expect(await decide([1, 2], [allOf(binary(0, 'subtract', 1, 'greaterThan', I32_MAX))], stats)).toBe(0);
    expect(await decide([1, 2], [allOf(binary(1, 'subtract', 0, 'lessThan', I32_MIN))], stats)).toBe(0);
  });
});

describe('stakes', () => {
  it('are accepted on each of the eight outcomes, including the implicit last one, but not on a ninth', async () => {
    await chain.setTime(KICK_OFF - DAY);
    const outcomes = [0, 1, 2, 3, 4, 5, 6].map((n) => allOf(binary(0, 'add', 1, 'equalTo', n)));
    const market = await TestMarket.create(chain, { outcomes, challengeWindow: 0, feeBps: 0 });
    const stakers = Array.from({ length: 8 }, () => market.staker());
    for (const [outcome, staker] of stakers.entries()) ok(await market.stake(staker, outcome, 100n));
    const [one] = stakers;
    if (!one) throw new Error('nobody staked');
    expect(refusal(await market.stake(one, 8, 100n))).toBe(6214);
    await chain.setTime(FULL_TIME);
    const slot = fullTime(final(5, 4));
    ok(await market.settle(slot.v3([1, 2])));
    expect(await market.read()).toMatchObject({ state: 'Final', proposal: { outcome: 7 }, owed: 800n });
    // The last outcome covers everything else.
    for (const [outcome, staker] of stakers.entries()) ok(await market.claim(staker.publicKey, outcome));
    expect(await market.read()).toMatchObject({ owed: 0n, openPositions: 0n });
    expect(await market.held()).toBe(0n);
  });
});
