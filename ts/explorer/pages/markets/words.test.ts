import { expect, test } from 'vitest';
import { momentAt } from '../../../../tests/helpers/moments.js';
import { key, openMarket, TERMS } from '../../../../tests/helpers/sampleMarket.js';
import { SHOWN_SPORTS, SPORT_LINES, SPORTS } from '../../../sdk/format/sports/sports.js';
import type { Market } from '../../../sdk/program/account/market.js';
import { handicapTerms, threeWayTerms, totalTerms } from '../../../sdk/program/settlement/lines.js';
import { MARK_WORDS } from '../../../sdk/program/settlement/marketOutcomes.js';
import type { Mark, MarketTerms } from '../../../sdk/program/wire/terms.js';
import { parseCondition, strategyOf } from '../../../sdk/proof/condition.js';
import {
  caseWords,
  conditionToShow,
  decidedCases,
  decisionWords,
  nextWords,
  paidWords,
  stateWords,
  termCases,
  termOutcomes,
} from './words.js';

const CONDITIONS = ['k1 - k2 > 0', 'k1 - k2 == 0'];
const terms: MarketTerms = {
  ...TERMS,
  statKeys: [1, 2],
  outcomes: CONDITIONS.map((condition) => strategyOf(parseCondition(condition), [1, 2])),
};

test('an outcome is explained by its own condition, and everything else by the first that did not hold', () => {
  expect([0, 1, 2].map((outcome) => conditionToShow(terms, outcome))).toEqual([...CONDITIONS, CONDITIONS[0]]);
});

test('the sentence of what is next does not change while nothing happens', () => {
  const market = openMarket(terms);
  const [one, other] = [118, 117].map((left) =>
    nextWords(market, { end: null, result: null, isPosted: false }, momentAt(terms.stakesClose - left)),
  );
  expect(one?.text).toBe(other?.text);
  expect([one?.distance, other?.distance]).toEqual(['in 118 s', 'in 117 s']);
});

test.each([
  ['Proposed', 'market', 0, 'A later proof may correct it until '],
  ['Proposed', 'result', 1, 'The result of the match says: Draw. A later proof may correct it until '],
  ['Open', 'result', 0, 'The result of the match says: Team 1 win. A later proof may correct it until '],
] as const)('a market that is %s shows the earlier end, of the %s, and what to watch', (state, of, outcome, text) => {
  const now = terms.latest;
  const proposal = { outcome: 0, orderKey: 1n, since: momentAt(now - 10), void: false };
  const market = openMarket(terms, { state, proposal });
  const result = key(7);
  const wordsOf = (at: number, isAbout = false) =>
    nextWords(market, { end: { at, isAbout, outcome, of }, result, isPosted: true }, momentAt(now));
  const next = wordsOf(now + 60);
  expect(next).toMatchObject({ text: expect.stringContaining(text), distance: 'in 60 s' });
  expect(next.watch).toMatch(new RegExp(`${result}.* linesman result post`));
  // Nothing runs on an account that does not exist.
  expect(nextWords(market, { end: null, result, isPosted: false }, momentAt(now)).watch).toBeNull();
  const over = wordsOf(now);
  expect(wordsOf(now + 60, true).text).toContain('until about ');
  if (of === 'result') expect(over.text).toContain('its window is over');
});

const NAMES = ['Marrowgate Tanners', 'Thornwater Carters'] as const;
const of = (bet: Partial<MarketTerms>): MarketTerms => ({ ...terms, ...bet });
const HANDICAP = of(handicapTerms('soccer', -0.25));
const TOTAL = of(totalTerms('soccer', 2.75));
/** A dead heat of three, whose first and last case pay the same. */
const OTHER = of({
  outcomes: ['k1 > 3', 'k1 == 3'].map((condition) => strategyOf(parseCondition(condition), [1, 2])),
  splits: [
    ['Win', 'Win', 'Lose'],
    ['Push', 'Push', 'Push'],
    ['Win', 'Win', 'Lose'],
  ],
});

test.each([
  [HANDICAP, ['Marrowgate Tanners −0.25', 'Thornwater Carters +0.25']],
  [of(handicapTerms('soccer', 1)), ['Marrowgate Tanners +1', 'Thornwater Carters −1']],
  [of(handicapTerms('soccer', 0)), ['Marrowgate Tanners 0', 'Thornwater Carters 0']],
  [of(handicapTerms('soccer', -0.5)), ['Marrowgate Tanners win', 'Thornwater Carters win, or draw']],
  [TOTAL, ['Over 2.75 goals', 'Under 2.75 goals']],
  [of(totalTerms('soccer', 2.5)), ['More than 2 goals', 'Fewer than 3 goals']],
  [of({ ...totalTerms('basketball', 220), sport: 'basketball' }), ['Over 220 points', 'Under 220 points']],
  [of(threeWayTerms('soccer')), ['Marrowgate Tanners win', 'Draw', 'Thornwater Carters win']],
  [OTHER, ['Outcome 1', 'Outcome 2', 'Outcome 3']],
])('what can be staked on has the names of the teams, or its number: %#', (some, words) => {
  expect(termOutcomes(some, NAMES)).toEqual(words);
});

test.each([
  [
    HANDICAP,
    [
      'Marrowgate Tanners win: a stake on Marrowgate Tanners −0.25 is won, one on Thornwater Carters +0.25 is lost',
      'Draw: half of a stake on Marrowgate Tanners −0.25 is lost, half of one on Thornwater Carters +0.25 is won',
      'Thornwater Carters win: a stake on Marrowgate Tanners −0.25 is lost, one on Thornwater Carters +0.25 is won',
    ],
  ],
  [
    TOTAL,
    [
      'More than 3 goals: a stake on Over 2.75 goals is won, one on Under 2.75 goals is lost',
      'Exactly 3 goals: half of a stake on Over 2.75 goals is won, half of one on Under 2.75 goals is lost',
      'Fewer than 3 goals: a stake on Over 2.75 goals is lost, one on Under 2.75 goals is won',
    ],
  ],
])('a decision says what it pays: %#', (some, words) => {
  expect(words.map((_, decided) => decisionWords(some, decided, NAMES))).toEqual(words);
});

test('results that pay the same are one decision, and a push returns every stake', () => {
  expect([0, 1, 2].map((decided) => decidedCases(OTHER, decided))).toEqual([[0, 2], [1], [0, 2]]);
  expect(caseWords(OTHER, 0, NAMES)).toBe(
    'Marrowgate Tanners: more than 3 goals / Marrowgate Tanners: fewer than 3 goals',
  );
  expect(decisionWords(OTHER, 1, NAMES)).toBe('Marrowgate Tanners: exactly 3 goals: every stake is returned');
  // Without splits, a case is an outcome.
  expect([0, 1, 2].map((decided) => decidedCases(terms, decided))).toEqual([[0], [1], [2]]);
});

test.each([
  ['Lose', 'lost'],
  ['HalfLose', 'half lost'],
  ['Push', 'returned'],
  ['HalfWin', 'half won'],
  ['Win', 'won'],
] satisfies [Mark, string][])('a stake that is marked %s is %s', (mark, words) => {
  expect(MARK_WORDS[mark]).toBe(words);
});

test('a case of a line is shown by its own condition, and what is left by the first', () => {
  expect([0, 1, 2].map((decided) => conditionToShow(TOTAL, decided))).toEqual([
    ...['k1 + k2 > 3', 'k1 + k2 == 3', 'k1 + k2 > 3'],
  ]);
});

const PROPOSAL = { outcome: 1, orderKey: 9n, since: momentAt(terms.latest), void: false };
const ended = (state: Market['state'], about: Partial<Market> = {}, some = HANDICAP): Market =>
  openMarket(some, { state, proposal: PROPOSAL, ...about });
const PAID =
  'Draw: half of a stake on Marrowgate Tanners −0.25 is lost, half of one on Thornwater Carters +0.25 is won.';
const WHOLE = of(handicapTerms('soccer', -1));

test.each([
  ['proven', ended('Proposed'), 'Proven, may be corrected: Draw', PAID],
  ['proven void', ended('Proposed', { proposal: { ...PROPOSAL, void: true } }), 'Proven, may be corrected: void', null],
  ['decided', ended('Final'), 'Decided: Draw', PAID],
  ['decided, without splits', ended('Final', {}, terms), 'Decided: Draw', null],
  [
    'pushed',
    ended('Final', { refund: true }, WHOLE),
    'Pushed: Marrowgate Tanners win by exactly 1',
    'Marrowgate Tanners win by exactly 1: every stake is returned.',
  ],
  [
    'no winner',
    ended('Final', { refund: true }),
    'No winner: Draw',
    'No one staked on what won, so every stake is refunded.',
  ],
  [
    'void by a proof',
    ended('Void', { refund: true, proposal: { ...PROPOSAL, void: true } }),
    'Void: abandoned or cancelled',
    'A proof shows that the match was abandoned or cancelled, so every stake is refunded.',
  ],
  [
    'void by its deadline',
    ended('Void', { refund: true, proposal: { ...PROPOSAL, orderKey: 0n } }),
    'Void: not settled in time',
    'No one settled it in time, so every stake is refunded.',
  ],
  [
    'contradicted',
    ended('Void', { refund: true }),
    'Void: proofs contradict each other',
    'Two proofs of the same record contradict each other, so every stake is refunded.',
  ],
])('how a market ended is told apart: %s', (_ending, market, badge, paid) => {
  expect([stateWords(market, terms.latest, NAMES), paidWords(market, NAMES)]).toEqual([badge, paid]);
});

test('before a proof nothing is said about payouts', () => {
  const open = openMarket(HANDICAP);
  expect(paidWords(open, NAMES)).toBeNull();
  expect([-1, 0].map((left) => stateWords(open, terms.stakesClose + left, NAMES))).toEqual([
    ...['Open for stakes', 'Stakes are closed'],
  ]);
});

test.each(SPORTS)('no line of %s has words of another sport', (sport) => {
  const { quarters, draws, total } = SPORT_LINES[sport];
  const step = quarters ? 0.25 : 0.5;
  const lines = [-2, -1, 0, 1, 2].flatMap((whole) => [
    ...[handicapTerms(sport, whole), handicapTerms(sport, whole + step)],
    ...[totalTerms(sport, Math.floor(total) + whole + step), totalTerms(sport, Math.floor(total) + whole)],
  ]);
  const words = lines.flatMap((line) => {
    const some = of({ ...line, sport });
    return [...termOutcomes(some, NAMES), ...termCases(some, NAMES)];
  });
  expect(words.filter((text) => /k1|anything else|undefined|NaN/i.test(text))).toEqual([]);
  expect(words.some((text) => /\bdraw\b/i.test(text))).toBe(draws);
  expect(words.some((text) => /\bgoals\b/.test(text))).toBe(SHOWN_SPORTS[sport].counted === 'goals');
});
