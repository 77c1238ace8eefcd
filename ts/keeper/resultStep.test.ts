import { describe, expect, test } from 'vitest';
import { momentAt } from '../../tests/helpers/moments.js';
import { marketWith, resultOf, TERMS } from '../../tests/helpers/sampleMarket.js';
import type { Market } from '../sdk/program/account/market.js';
import type { MatchResult } from '../sdk/program/account/matchResult.js';
import type { MarketTerms } from '../sdk/program/wire/terms.js';
import { resultStep } from './resultStep.js';

const DAY = 86_400;
const WINDOW = 3_600;
/** Outcome 0: the first stat is above 0. */
const HOME_SCORES: MarketTerms['outcomes'][number] = {
  geometricTargets: [],
  distancePredicate: null,
  discretePredicates: [{ single: { index: 0, predicate: { threshold: 0, comparison: { greaterThan: {} } } } }],
};
const terms: MarketTerms = { ...TERMS, statKeys: [1], outcomes: [HOME_SCORES], challengeWindow: WINDOW };
const base = marketWith(terms);
const { stakesClose, latest } = terms;
const POSTED = latest + 100;
const voidAfter = latest + 10 * DAY;

const market = (change: Partial<Market> = {}): Market => ({
  ...base,
  terms: { ...terms, voidAfter },
  state: 'Open',
  ...change,
});
const result = (change: Partial<MatchResult> = {}, value = 1): MatchResult =>
  resultOf(terms, {
    facts: terms.statKeys.map((key) => ({ key, present: true, value, since: momentAt(POSTED), current: true })),
    ...change,
  });
const proposal = (change: Partial<Market['proposal']> = {}): Market['proposal'] => ({
  outcome: 0,
  orderKey: 7n,
  since: momentAt(POSTED),
  void: false,
  ...change,
});

describe('an open market', () => {
  test('waits until the result is as old as its window, and is then final at once', () => {
    expect(resultStep(market(), result(), momentAt(POSTED))).toEqual({ kind: 'wait', until: POSTED + WINDOW });
    expect(resultStep(market(), result(), momentAt(POSTED + WINDOW - 1)).kind).toBe('wait');
    expect(resultStep(market(), result(), momentAt(POSTED + WINDOW))).toEqual({ kind: 'settle', state: 'Final' });
  });

  test('waits for slots, about as long as they take, when time alone has passed', () => {
    const halted = { seconds: POSTED + DAY, slot: POSTED + 100 };
    expect(resultStep(market(), result(), halted)).toEqual({ kind: 'wait', until: POSTED + DAY + 1_400 });
    const made = { ...halted, slot: POSTED + WINDOW };
    expect(resultStep(market(), result(), made)).toEqual({ kind: 'settle', state: 'Final' });
  });

  test('is proposed within a day of its deadline, so that nobody can void it', () => {
    const late = market({ terms: { ...terms, challengeWindow: 7 * DAY, voidAfter: POSTED + 2 * DAY } });
    expect(resultStep(late, result(), momentAt(POSTED))).toEqual({ kind: 'wait', until: POSTED + DAY });
    expect(resultStep(late, result(), momentAt(POSTED + DAY - 1)).kind).toBe('wait');
    expect(resultStep(late, result(), momentAt(POSTED + DAY))).toEqual({ kind: 'settle', state: 'Proposed' });
  });

  test('so is one that somebody wants to void', () => {
    const called = market({ state: 'Proposed', proposal: proposal({ void: true, orderKey: 9n }) });
    expect(resultStep(called, result(), momentAt(POSTED))).toEqual({ kind: 'wait', until: POSTED + WINDOW });
  });

  test.each<[string, Partial<MatchResult>, number]>([
    ['outside its times', { minTimestamp: latest * 1_000 + 1_000 }, 6216],
    ['without its facts', { facts: [] }, 6257],
    ['not final for it', { period: 4 }, 6219],
  ])('of a result %s is settled by itself', (_, change, number) => {
    const step = resultStep(market(), result(change), momentAt(POSTED));
    expect(step).toMatchObject({ kind: 'cannot' });
    expect(step.kind === 'cannot' && step.error.number).toBe(number);
  });
});

describe('a proposal', () => {
  const outcome = 0;
  const other = 1;
  const deciding = (wanted: number): number => 1 - wanted;

  test('that the result confirms waits for its own window', () => {
    const value = deciding(outcome);
    for (const orderKey of [6n, 7n]) {
      const since = POSTED - 60;
      const confirmed = market({
        state: 'Proposed',
        proposal: proposal({ outcome, orderKey, since: momentAt(since) }),
      });
      expect(resultStep(confirmed, result({}, value), momentAt(POSTED))).toEqual({
        kind: 'wait',
        until: since + WINDOW,
      });
      const due = resultStep(confirmed, result({}, value), momentAt(since + WINDOW));
      expect(due).toEqual({ kind: 'settle', state: 'Final' });
    }
  });

  test('that a later update corrects is replaced at once', () => {
    const wrong = market({ state: 'Proposed', proposal: proposal({ outcome: other, orderKey: 6n }) });
    expect(resultStep(wrong, result({}, deciding(outcome)), momentAt(POSTED))).toEqual({
      kind: 'settle',
      state: 'Proposed',
    });
  });

  test('that the same update contradicts becomes void', () => {
    const wrong = market({ state: 'Proposed', proposal: proposal({ outcome: other }) });
    expect(resultStep(wrong, result({}, deciding(outcome)), momentAt(POSTED))).toEqual({
      kind: 'settle',
      state: 'Void',
    });
  });

  test('of a later update is left to its own proof', () => {
    const later = market({ state: 'Proposed', proposal: proposal({ orderKey: 8n }) });
    expect(resultStep(later, result(), momentAt(POSTED)).kind).toBe('cannot');
  });
});

describe('a contradicted result', () => {
  const contradicted = result({ contradicted: true });

  test('voids what a proof of its update has proposed, also when that is due', () => {
    const proposed = market({ state: 'Proposed', proposal: proposal() });
    for (const now of [POSTED, POSTED + WINDOW])
      expect(resultStep(proposed, contradicted, momentAt(now))).toEqual({ kind: 'settle', state: 'Void' });
  });

  test.each<[string, Partial<Market>]>([
    ['an open market', {}],
    ['a proposal of another update', { state: 'Proposed', proposal: proposal({ orderKey: 8n }) }],
    ['a void proposal', { state: 'Proposed', proposal: proposal({ void: true }) }],
  ])('leaves %s alone', (_, change) => {
    const step = resultStep(market(change), contradicted, momentAt(POSTED));
    expect(step.kind === 'cannot' && step.error.number).toBe(6255);
  });
});

test('before stakes close there is nothing to do', () => {
  expect(resultStep(market(), result(), momentAt(stakesClose - 1)).kind).toBe('cannot');
});
