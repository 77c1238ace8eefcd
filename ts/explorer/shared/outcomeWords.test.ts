import { expect, test } from 'vitest';
import { SHOWN_SPORTS, SPORT_LINES, SPORTS } from '../../sdk/format/sports/sports.js';
import { capital, outcomesInWords } from './outcomeWords.js';

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
  expect(outcomesInWords([expression], 'soccer', NAMES)).toEqual([capital(words)]);
});

test('what is left beside one common condition has a name', () => {
  const left = (...conditions: readonly string[]) => outcomesInWords([...conditions, null], 'soccer', NAMES).at(-1);
  expect(left('k1 - k2 > 0')).toBe('Marrowgate Tanners win, or draw');
  expect(left('k1 + k2 > 2')).toBe('Fewer than 3 goals');
  expect(left('k1 - k2 > 0', 'k1 - k2 == 0')).toBe('Marrowgate Tanners win');
  expect(left('k1 + k2 > 3', 'k1 + k2 == 3')).toBe('Fewer than 3 goals');
  expect(left('k1 - k2 == 0')).toBe('Anything else');
});

test.each([
  ['k1 - k2 > 0', 'k1 - k2 == 1'],
  ['k1 - k2 > 0', 'k1 + k2 == 0'],
  ['k1 - k2 > 0', 'k2 - k1 > 0'],
  ['k1 - k2 == 0', 'k1 - k2 > 0'],
  ['k1 - k2 > 0', 'k1 - k2 == 0 and k7 > 3'],
  ['k1 - k2 > 0', 'k1 - k2 == 0', 'k7 > 3'],
  ['what is this'],
])('beside %s and %s anything else is left', (...conditions) => {
  expect(outcomesInWords([...conditions, null], 'soccer', NAMES).at(-1)).toBe('Anything else');
});

test.each(SPORTS)('no words of %s say what it does not have', (sport) => {
  const conditions = ['k1 - k2', 'k2 - k1'].flatMap((lead) =>
    ['>', '<', '=='].flatMap((sign) => [-2, -1, 0, 1, 2].map((number) => `${lead} ${sign} ${number}`)),
  );
  const words = conditions.flatMap((condition) => outcomesInWords([condition, null], sport, NAMES)).join('; ');
  expect(/\bdraw\b/i.test(words)).toBe(SPORT_LINES[sport].draws);
  // An expression is what has no words.
  expect(words).not.toMatch(/k1|undefined|null/);
  expect(outcomesInWords(['k1 + k2 > 2', 'k1 - k2 == 0'], sport, NAMES)).toEqual([
    `More than 2 ${SHOWN_SPORTS[sport].counted}`,
    SPORT_LINES[sport].draws ? 'Draw' : `Both have as many ${SHOWN_SPORTS[sport].counted}`,
  ]);
});

test.each([
  ['k1 - k2 > -1', 'Marrowgate Tanners do not win'],
  ['k1 - k2 < 1', 'Thornwater Carters do not win'],
  ['k1 - k2 > -4', 'Marrowgate Tanners do not win by more than 3'],
  ['k1 - k2 > 3', 'Thornwater Carters win by more than 3'],
])('without draws, %s is: %s', (condition, words) => {
  expect(outcomesInWords([condition], 'basketball', NAMES)).toEqual([words]);
});

test('a score of basketball is in points, and without a sport conditions stay as they are', () => {
  expect(outcomesInWords(['k1 + k2 > 180'], 'basketball', NAMES)).toEqual(['More than 180 points']);
  expect(outcomesInWords(['k1 > 0', null], undefined)).toEqual(['k1 > 0', 'Anything else']);
});
