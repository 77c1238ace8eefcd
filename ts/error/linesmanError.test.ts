import { expect, test } from 'vitest';
import { ERRORS, fail, LinesmanError } from './index.js';

test('an error carries number, name, sentence, hint and context', () => {
  const error = new LinesmanError(6023, { message: 'The path of stat 7 leads nowhere.', key: 7 });
  expect(error).toMatchObject({
    name: 'InvalidStatProof',
    number: 6023,
    message: 'The path of stat 7 leads nowhere.',
    hint: ERRORS.get(6023)?.hint,
    context: { key: 7 },
  });
  expect(error).toBeInstanceOf(Error);
});

test('without a message it is the sentence of the table, and the hint can be replaced', () => {
  const cause = new Error('below');
  expect(() => fail(7008, { hint: 'Split it.', cause })).toThrow(
    expect.objectContaining({ message: ERRORS.get(7008)?.sentence, hint: 'Split it.', cause, context: {} }),
  );
});

test('every entry has a name, a full sentence and a full hint', () => {
  for (const [number, { name, sentence, hint }] of ERRORS) {
    expect(name, `${number}`).toMatch(/^[A-Z][A-Za-z]+$/);
    expect(sentence, `${number}`).toMatch(/^[A-Z].*\.$/);
    expect(hint, `${number}`).toMatch(/^[A-Z].*[.…]$/);
  }
});

test('names are unique within a range, and no range has a gap', () => {
  const ranges = [
    [6000, 6086],
    [6100, 6103],
    [6200, 6239],
    [7000, 7024],
  ] as const;
  for (const [first, last] of ranges) {
    const names = Array.from({ length: last - first + 1 }, (_, i) => ERRORS.get(first + i)?.name);
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(names.length);
  }
  expect([...ERRORS.keys()]).toEqual([...ERRORS.keys()].sort((a, b) => a - b));
});

test('a number that is not in the table does not compile', () => {
  // @ts-expect-error 6087 is not assigned
  expect(() => fail(6087)).toThrow();
});
