import { expect, test } from 'vitest';
import { INSTRUCTIONS } from '../../../sdk/program/instructions.js';
import { ACTIONS } from './instructionWords.js';

test('there are words for every instruction of both programs, and for no other', () => {
  const names = Object.values(INSTRUCTIONS).map(({ name }) => name);
  expect(Object.keys(ACTIONS).toSorted()).toEqual(names.toSorted());
});
