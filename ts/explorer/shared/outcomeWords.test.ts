import { expect, test } from 'vitest';
import { expressionWords, outcomeWords } from './outcomeWords.js';

const NAMES = ['Thornwater Carters', 'Marrowgate Tanners'] as const;

test.each([
  ['k1 - k2 > 0', 'Thornwater Carters win'],
  ['k2 - k1 > 0', 'Marrowgate Tanners win'],
  ['k1 - k2 < 0', 'Marrowgate Tanners win'],
  ['k1 - k2 == 0', 'draw'],
  ['k1 - k2 > -1', 'Thornwater Carters win, or draw'],
  ['k1 - k2 > 2', 'Thornwater Carters win by more than 2'],
  ['k1 - k2 == -1', 'Marrowgate Tanners win by exactly 1'],
  ['k1 - k2 > -2', 'Thornwater Carters win, draw, or lose by less than 2'],
  ['k1 + k2 > 2', 'more than 2 goals'],
  ['k1 + k2 < 3', 'fewer than 3 goals'],
  ['k1 > 0', 'Thornwater Carters score'],
  ['k2 == 0', 'Marrowgate Tanners do not score'],
  ['k1 > 0 and k2 > 0', 'Thornwater Carters score, and Marrowgate Tanners score'],
  ['k7 - k8 > 0', 'Thornwater Carters have more corners'],
  ['k7 + k8 > 9', 'more than 9 corners'],
  ['k1 - k7 > 0', 'goals of Thornwater Carters minus corners of Thornwater Carters: more than 0'],
  [
    'distance(k1: 2, k2: 1) == 0',
    'away from 2 goals of Thornwater Carters and 1 goals of Marrowgate Tanners by exactly 0 in all',
  ],
  ['what is this', 'what is this'],
])('%s: %s', (expression, words) => {
  expect(expressionWords(expression, 'soccer', NAMES)).toBe(words);
});

test('what is left beside one common condition has a name', () => {
  expect(outcomeWords(['k1 - k2 > 0', null], 1, 'soccer', NAMES)).toBe('Marrowgate Tanners win, or draw');
  expect(outcomeWords(['k1 + k2 > 2', null], 1, 'soccer', NAMES)).toBe('fewer than 3 goals');
  expect(outcomeWords(['k1 - k2 > 0', 'k1 - k2 == 0', null], 2, 'soccer', NAMES)).toBe('anything else');
  expect(outcomeWords(['k1 - k2 == 0', null], 1, 'soccer', NAMES)).toBe('anything else');
});

test('a score of basketball is in points', () => {
  expect(expressionWords('k1 + k2 > 180', 'basketball', NAMES)).toBe('more than 180 points');
});
