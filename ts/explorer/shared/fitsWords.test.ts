import { expect, test } from 'vitest';
import { fitsWords } from './fitsWords.js';

const match = { participant1: 'São Bento', participant2: 'Marrowgate Tanners', competition: 'Cup', fixtureId: 12_345 };

test.each([
  ['', true],
  ['tanners cup', true],
  ['sao  bento', true],
  ['SÃO', true],
  ['234', true],
  ['tanners carters', false],
])('“%s” fits: %s', (search, fits) => {
  expect(fitsWords(match, search)).toBe(fits);
});
