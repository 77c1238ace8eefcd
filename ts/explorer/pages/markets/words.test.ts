import { expect, test } from 'vitest';
import { momentAt } from '../../../../tests/helpers/moments.js';
import { key, openMarket, TERMS } from '../../../../tests/helpers/sampleMarket.js';
import type { MarketTerms } from '../../../sdk/program/wire/terms.js';
import { parseCondition, strategyOf } from '../../../sdk/proof/condition.js';
import { conditionToShow, nextWords } from './words.js';

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
