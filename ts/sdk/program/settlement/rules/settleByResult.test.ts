import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TERMS } from '../../../../../tests/helpers/sampleMarket.js';
import { outcome, thrown } from '../../../../../tests/helpers/thrown.js';
import type { Market } from '../../account/market.js';
import { type MatchResult, RESULT_VERSION } from '../../account/matchResult.js';
import { addressOf } from '../../address/address.js';
import { LOCALNET_PROGRAM_IDS } from '../../programId.js';
import type { Moment } from '../../wire/moment.js';
import { settlingResult } from '../findMarketEnds.js';
import { marketEnd } from './marketEnd.js';
import { nextStep } from './nextStep.js';
import { type SettledByResult, settleByResult } from './settleByResult.js';

const CLOSE = 1_000;
const [EARLIEST, LATEST] = [1_100, 1_200];
const WINDOW = 50;
const KEYS = [1, 2];
/** The first outcome: the first stat is larger than the second. */
const HOME = {
  geometricTargets: [],
  distancePredicate: null,
  discretePredicates: [
    {
      binary: {
        indexA: 0,
        indexB: 1,
        op: { subtract: {} },
        predicate: { threshold: 0, comparison: { greaterThan: {} } },
      },
    },
  ],
};

type Subject = Pick<MatchResult, 'oracleProgram' | 'fixtureId' | 'sport' | 'finality' | 'attesters'>;
const SUBJECT: Subject = {
  ...{ oracleProgram: TERMS.oracleProgram, fixtureId: 7, sport: 'soccer', finality: 'finalised', attesters: null },
};

type Standing = Pick<Market, 'state' | 'proposal'>;
interface World {
  readonly standing: Standing;
  readonly result: MatchResult;
  readonly window: number;
  readonly now: Moment;
}

const usually = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 30, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

/** Slots are counted from a number near the end of the count, one each second but for what is skewed. */
const slotAt = (place: number): number => (2 ** 32 - 1_100 + place) >>> 0;
const placeOf = (slot: number): number => (slot + 1_100) % 2 ** 32;
const skews = usually(0, -20, -1, 1, 20);
const momentOf = (seconds: number, skew: number): Moment => ({ seconds, slot: slotAt(seconds + skew) });
const AT_LAST: Moment = momentOf(1_400, 0);

const facts = fc
  .tuple(fc.nat(2), fc.nat(2), usually([1, 2], [1], [2], []), usually(-1, 1, 2), fc.nat(60), fc.nat(60), skews)
  .map(([a, b, keys, old, first, second, skew]) =>
    [
      {
        key: 1,
        present: a !== 0,
        value: a,
        since: { seconds: 960 + 5 * first, slot: slotAt(960 + 5 * (first + skew)) },
        current: old !== 1,
      },
      {
        key: 2,
        present: b !== 0,
        value: b,
        since: { seconds: 960 + 5 * second, slot: slotAt(960 + 5 * second) },
        current: old !== 2,
      },
    ].filter(({ key }) => keys.includes(key)),
  );

const worlds: fc.Arbitrary<World> = fc.record({
  standing: fc.record({
    state: fc.constantFrom(
      'Open' as const,
      'Proposed' as const,
      'Proposed' as const,
      'Final' as const,
      'Void' as const,
    ),
    proposal: fc.record({
      outcome: fc.nat(1),
      orderKey: fc.bigInt({ min: 4n, max: 6n }),
      since: fc.tuple(fc.integer({ min: 990, max: 1_300 }), skews).map(([seconds, skew]) => momentOf(seconds, skew)),
      void: usually(false, true),
    }),
  }),
  result: fc.record({
    version: fc.constant(RESULT_VERSION),
    bump: fc.constant(255),
    payer: fc.constant(TERMS.mint),
    oracleProgram: usually(SUBJECT.oracleProgram, addressOf(new Uint8Array(32))),
    fixtureId: usually(7, 8),
    sport: usually<Subject['sport']>('soccer', 'basketball'),
    finality: usually<Subject['finality']>('finalised', 'regular-time', 'half-time'),
    attesters: usually(SUBJECT.attesters, { set: TERMS.mint, least: 1 }),
    orderKey: fc.bigInt({ min: 4n, max: 6n }),
    minTimestamp: usually(1_150_000, 1_099_999, 1_100_000, 1_200_999, 1_201_000),
    maxTimestamp: fc.constant(1_300_000),
    eventNode: fc.constant(new Uint8Array(32)),
    period: usually(100, 5),
    contradicted: usually(false, true),
    facts,
  }),
  window: fc.constantFrom(0, WINDOW),
  now: fc
    .tuple(fc.oneof(fc.integer({ min: 1_000, max: 1_400 }), fc.integer({ min: 990, max: 1_010 })), skews)
    .map(([seconds, skew]) => momentOf(seconds, skew)),
});

const termsOf = (window: number): Market['terms'] => ({
  ...TERMS,
  ...{ ...SUBJECT, statKeys: KEYS, outcomes: [HOME], challengeWindow: window },
  ...{ stakesClose: CLOSE, earliest: EARLIEST, latest: LATEST },
});

/** The rule of the specification, as a table of the market's state and the result. */
function expectedOf({ standing, result, window, now }: World): number | SettledByResult {
  if (Object.entries(SUBJECT).some(([name, value]) => result[name as keyof Subject] !== value)) return 6252;
  if (result.contradicted) {
    const { state, proposal } = standing;
    const isOfIt = state === 'Proposed' && !proposal.void && proposal.orderKey === result.orderKey;
    return isOfIt ? { state: 'Void', proposal } : 6255;
  }
  if (result.period !== 100) return 6219;
  if (standing.state === 'Final' || standing.state === 'Void') return 6211;
  if (now.seconds < CLOSE) return 6215;
  if (Math.floor(result.minTimestamp / 1_000) < EARLIEST || Math.floor(result.minTimestamp / 1_000) > LATEST)
    return 6216;
  const [home, away] = KEYS.map((key) => result.facts.find((fact) => fact.key === key));
  // The first key without a fact, or with an outdated one.
  if (!home?.current) return home ? 6261 : 6257;
  if (!away?.current) return away ? 6261 : 6257;
  const start = {
    seconds: Math.max(CLOSE, home.since.seconds, away.since.seconds),
    slot: slotAt(Math.max(placeOf(home.since.slot), placeOf(away.since.slot))),
  };
  const shown = home.value > away.value ? 0 : 1;
  /** A slot before the start is one that was set back, long after it. */
  const slots = (since: Moment): number => {
    const passed = placeOf(now.slot) - placeOf(since.slot);
    return passed < 0 ? Number.POSITIVE_INFINITY : passed;
  };
  const from = (since: Moment): SettledByResult => ({
    state: now.seconds - since.seconds >= window && slots(since) >= window ? 'Final' : 'Proposed',
    proposal: { outcome: shown, orderKey: result.orderKey, since, void: false },
  });
  const { proposal } = standing;
  const [earlier] = [start, proposal.since].sort(
    (a, b) => a.seconds - b.seconds || placeOf(a.slot) - placeOf(b.slot),
  ) as [Moment, Moment];
  if (standing.state === 'Open' || proposal.void) return from(start);
  const age = result.orderKey < proposal.orderKey ? 'older' : result.orderKey > proposal.orderKey ? 'newer' : 'same';
  switch (`${age}, ${shown === proposal.outcome ? 'same outcome' : 'other outcome'}`) {
    case 'newer, other outcome':
      return from(start);
    case 'newer, same outcome':
      return from(earlier);
    case 'same, same outcome': {
      const kept = from(earlier);
      return kept.state === 'Proposed' &&
        earlier.seconds === proposal.since.seconds &&
        earlier.slot === proposal.since.slot
        ? 6222
        : kept;
    }
    case 'same, other outcome':
      return { state: 'Void', proposal };
    default:
      return 6222;
  }
}

describe('settleByResult', () => {
  it('does what the specification says', () => {
    const met = new Map<string, number>();
    fc.assert(
      fc.property(worlds, (world) => {
        const { standing, result, window, now } = world;
        const expected = expectedOf(world);
        const name = typeof expected === 'number' ? `${expected}` : `${standing.state} → ${expected.state}`;
        met.set(name, (met.get(name) ?? 0) + 1);
        const run = () => settleByResult({ ...standing, terms: termsOf(window) }, result, now);
        if (typeof expected === 'number') expect(outcome(run)).toBe(expected);
        else expect(run()).toEqual(expected);
      }),
      { seed: 31, numRuns: 20_000 },
    );
    const refusals = [6211, 6215, 6216, 6219, 6222, 6252, 6255, 6257, 6261].map(String);
    const changes = ['Open → Proposed', 'Open → Final', 'Proposed → Proposed', 'Proposed → Final', 'Proposed → Void'];
    expect([...met.keys()].sort()).toEqual([...refusals, ...changes].sort());
    for (const [name, times] of met) expect([name, times > 50]).toEqual([name, true]);
  });

  it('has time bounds to the last millisecond', () => {
    const [world] = fc.sample(worlds, { seed: 1, numRuns: 1 });
    if (!world) throw new Error('no sample');
    const at = (minTimestamp: number) => () =>
      settleByResult(
        { state: 'Open', proposal: world.standing.proposal, terms: termsOf(WINDOW) },
        {
          ...{ ...world.result, ...SUBJECT, contradicted: false, period: 100, minTimestamp },
          facts: KEYS.map((key) => ({ key, present: true, value: 1, since: momentOf(CLOSE, 0), current: true })),
        },
        AT_LAST,
      );
    expect([1_099_999, 1_100_000, 1_200_999, 1_201_000].map((time) => outcome(at(time)))).toEqual([
      6216,
      true,
      true,
      6216,
    ]);
  });

  it('names what keeps a result from a market', () => {
    const result: MatchResult = {
      ...{ ...SUBJECT, version: RESULT_VERSION, bump: 255, payer: TERMS.mint, orderKey: 1n, minTimestamp: 1_150_000 },
      ...{ maxTimestamp: 1_150_000, eventNode: new Uint8Array(32), period: 100, contradicted: false },
      facts: [{ key: 1, present: true, value: 1, since: momentOf(CLOSE, 0), current: false }],
    };
    const proposal = { outcome: 0, orderKey: 0n, since: momentOf(0, 0), void: false };
    const reasonFor = (change: Partial<MatchResult>) =>
      thrown(() => settleByResult({ state: 'Open', proposal, terms: termsOf(0) }, { ...result, ...change }, AT_LAST))
        .message;
    expect(reasonFor({})).toBe('The result has k1 from an earlier score record.');
    expect(reasonFor({ facts: [] })).toBe('The result has no fact about k1.');
    expect(reasonFor({ sport: 'basketball' })).toBe('The sport of the result is "basketball", not "soccer".');
    const terms = { ...termsOf(0), resultsSettle: false };
    const market = { state: 'Open', proposal, terms } as const;
    expect(outcome(() => settleByResult(market, result, AT_LAST))).toBe(6262);
    expect(marketEnd(market, result, AT_LAST)).toBeNull();
    expect(settlingResult(terms, LOCALNET_PROGRAM_IDS)).toBeNull();
    expect(settlingResult(termsOf(0), LOCALNET_PROGRAM_IDS)).not.toBeNull();
  });

  it('refuses a market whose staking closes at a time that no calendar has', () => {
    const [world] = fc.sample(worlds, { seed: 1, numRuns: 1 });
    if (!world) throw new Error('no sample');
    const terms = { ...termsOf(0), stakesClose: Number.MAX_SAFE_INTEGER };
    const result = { ...world.result, ...SUBJECT, contradicted: false, period: 100 };
    const { message } = thrown(() =>
      settleByResult({ state: 'Open', proposal: world.standing.proposal, terms }, result, AT_LAST),
    );
    expect(message).toBe(
      "The market cannot be settled before 9007199254740991 s; the chain's clock shows 1970-01-01T00:23:20Z.",
    );
  });
});

describe('marketEnd', () => {
  /** The states that anyone can bring a market to at a given time, with its own proposal or with the result. */
  const endsAt = ({ standing, result, window }: World, now: Moment): (number | null)[] => {
    const market = { ...standing, terms: termsOf(window) };
    const { state, proposal } = standing;
    const step = state === 'Proposed' && nextStep(market as Market, now);
    const own =
      step && step.kind === 'prove' && step.otherwise === 'finalise' ? [proposal.void ? null : proposal.outcome] : [];
    // Nothing is proposed before staking closes, so a result has nothing to void.
    if (now.seconds < CLOSE) return own;
    try {
      const settled = settleByResult(market, result, now);
      if (settled.state === 'Proposed') return own;
      return [...own, settled.state === 'Void' ? null : settled.proposal.outcome];
    } catch {
      return own;
    }
  };

  it('is the first second at which somebody can make the market final, by itself or by its result', () => {
    const met = { none: 0, market: 0, result: 0, void: 0, about: 0 };
    fc.assert(
      fc.property(worlds, (world) => {
        const market = { ...world.standing, terms: termsOf(world.window) };
        // Where no slots are missing, by time; and where some are, not yet.
        const atTime = (seconds: number): Moment => momentOf(seconds, 100_000);
        const end = marketEnd(market, world.result, atTime(world.now.seconds));
        met[end === null ? 'none' : end.of]++;
        if (end?.outcome === null) met.void++;
        if (end === null) expect(endsAt(world, atTime(200_000))).toEqual([]);
        else {
          expect(end.isAbout).toBe(false);
          expect(endsAt(world, atTime(end.at - 1))).toEqual([]);
          expect(endsAt(world, atTime(end.at))).toContain(end.outcome);
        }
        const halted = momentOf(world.now.seconds, -40);
        const seen = marketEnd(market, world.result, halted);
        expect(seen === null).toBe(end === null);
        if (!seen?.isAbout) return;
        met.about++;
        expect(seen.at).toBeGreaterThan(halted.seconds);
        expect(endsAt(world, halted)).toEqual([]);
      }),
      { seed: 7, numRuns: 20_000 },
    );
    for (const times of Object.values(met)) expect(times).toBeGreaterThan(100);
  });

  it('without a result is the end of the own window', () => {
    const proposal = { outcome: 1, orderKey: 5n, since: momentOf(1_050, 0), void: false };
    const end = (state: Market['state'], isVoid = false) =>
      marketEnd({ state, proposal: { ...proposal, void: isVoid }, terms: termsOf(WINDOW) }, null, now);
    let now = momentOf(1_060, 0);
    expect(end('Proposed')).toEqual({ at: 1_100, isAbout: false, outcome: 1, of: 'market' });
    expect(end('Proposed', true)).toEqual({ at: 1_050 + 86_400, isAbout: false, outcome: null, of: 'market' });
    // The time has jumped over the window: 40 slots are missing, of 0.4 s each.
    now = { seconds: 90_000, slot: slotAt(1_060) };
    expect(end('Proposed')).toEqual({ at: 90_016, isAbout: true, outcome: 1, of: 'market' });
    expect([end('Open'), end('Final'), end('Void')]).toEqual([null, null, null]);
  });
});
