import { expect, test } from 'vitest';
import { openMarket, TERMS } from '../../../../tests/helpers/sampleMarket.js';
import type { MarketTerms } from '../../../linesman/program/index.js';
import { parseCondition, strategyOf } from '../../../linesman/proof/index.js';
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
  const [one, other] = [118, 117].map((left) => nextWords(market, terms.stakesClose - left));
  expect(one?.text).toBe(other?.text);
  expect([one?.distance, other?.distance]).toEqual(['in 118 s', 'in 117 s']);
});
