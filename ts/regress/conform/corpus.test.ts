import { expect, test } from 'vitest';
import { errorOfVector, readCorpus } from './corpus.js';

test('the error of a vector is that of the oracle program', () => {
  const refused = readCorpus().tasks.filter(({ expected }) => 'error' in expected);
  const numbers = refused.map(({ vector }) => errorOfVector(vector.name)).filter((number) => number !== undefined);
  expect(numbers.length).toBeGreaterThan(100);
});
