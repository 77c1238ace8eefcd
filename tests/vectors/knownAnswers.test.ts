import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownAnswers } from './knownAnswers.js';
import { readKnownAnswers } from './knownAnswersFile.js';

const original = new URL('../../../shared/spec/known-answers.json', import.meta.url);
if (!existsSync(original)) console.warn(`skipped: the worked example's own file is not at ${original.pathname}`);

test('the generator reproduces the committed worked example', () => {
  expect(JSON.parse(JSON.stringify(knownAnswers()))).toEqual(readKnownAnswers());
});

test.skipIf(!existsSync(original))('the original worked example is reproduced byte for byte', () => {
  expect(JSON.stringify(knownAnswers(), null, 1)).toBe(readFileSync(original, 'utf8').trimEnd());
});
