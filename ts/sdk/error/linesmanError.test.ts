import { expect, test } from 'vitest';
import { NO_SUCH_LEAF } from './codes/arguments.js';
import { MALFORMED_RESPONSE } from './codes/library.js';
import { WRONG_OPTION } from './codes/options.js';
import { INVALID_MULTIPROOF } from './codes/oracle.js';
import { EVENT_TOO_OLD } from './codes/settlement.js';
import { ERRORS, type ErrorNumber } from './errors.js';
import { errorOf, fail, isError, LinesmanError, relayed } from './linesmanError.js';

test('an error carries number, name, sentence, hint and context', () => {
  const error = relayed(6023, { sentence: 'The path of stat 7 leads nowhere.' }, { key: 7 });
  expect(error).toMatchObject({
    name: 'InvalidStatProof',
    number: 6023,
    message: 'The path of stat 7 leads nowhere.',
    hint: ERRORS.get(6023)?.hint,
    context: { key: 7 },
  });
  expect(error).toBeInstanceOf(Error);
});

test('a relayed error keeps its sentence, hint and cause', () => {
  const cause = new Error('below');
  const { sentence = '' } = ERRORS.get(7008) ?? {};
  expect(relayed(7008, { sentence, hint: 'Split it.' }, {}, cause)).toMatchObject({
    message: sentence,
    hint: 'Split it.',
    cause,
    context: {},
  });
});

test('every entry has a name, a sentence and a hint', () => {
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

test('an unassigned number does not compile', () => {
  // @ts-expect-error 6087 is not assigned
  expect(() => fail(6087)).toThrow();
});

test('a text is made from the context of its code', () => {
  const error = errorOf(NO_SUCH_LEAF, { index: 3, leaves: 2 });
  expect(error.message).toBe('The tree has 2 leaves, none with index 3.');
  expect(error).toMatchObject({
    number: 7260,
    name: 'NoSuchLeaf',
    hint: ERRORS.get(7260)?.hint,
    context: { index: 3 },
  });
});

test('a text can name a time that no calendar has', () => {
  const time = Number.MIN_SAFE_INTEGER;
  expect(errorOf(EVENT_TOO_OLD, { time, now: 0 }).message).toContain(`${time} ms`);
});

test('an incomplete or foreign context does not compile', () => {
  const uncalled = (): void => {
    // @ts-expect-error leaves are missing
    errorOf(NO_SUCH_LEAF, { index: 3 }, {});
    // @ts-expect-error the code has no such problem
    errorOf(INVALID_MULTIPROOF, { problem: 'odd', indices: [] }, {});
  };
  expect(uncalled).toBeTypeOf('function');
});

test('isError distinguishes codes and narrows the context', () => {
  const error: unknown = errorOf(NO_SUCH_LEAF, { index: 3, leaves: 2 });
  if (!isError(error, INVALID_MULTIPROOF, NO_SUCH_LEAF)) throw error;
  if (error.number !== NO_SUCH_LEAF) throw error;
  expect(isError(error, NO_SUCH_LEAF) && error.context.leaves + 1).toBe(3);
  expect(isError(error, INVALID_MULTIPROOF)).toBe(false);
  expect(isError(new Error('7260'), NO_SUCH_LEAF)).toBe(false);
});

test('a relayed text replaces ours and survives added context', () => {
  const cause = new Error('below');
  const text = { sentence: 'The service says no.', hint: 'Ask it.' };
  const error = errorOf(NO_SUCH_LEAF, { index: 3, leaves: 2 }, { cause, text }).with({ path: '$.leaf' });
  expect(error).toMatchObject({
    message: text.sentence,
    hint: text.hint,
    cause,
    context: { index: 3, path: '$.leaf' },
  });
});

test('a relayed text stands whatever its context', () => {
  const sentence = 'The program refuses.';
  const error = relayed(INVALID_MULTIPROOF, { sentence }, { logs: ['Program failed'] });
  expect(error).toMatchObject({
    message: sentence,
    hint: ERRORS.get(INVALID_MULTIPROOF)?.hint,
    context: { logs: ['Program failed'] },
  });
  expect(error.with({ signature: 's' })).toMatchObject({ message: sentence, context: { signature: 's' } });
});

test('adding context keeps the message even if the original context was shortened', () => {
  const indices = Array.from({ length: 20_000 }, (_, i) => i);
  const error = errorOf(INVALID_MULTIPROOF, { problem: 'several depths', indices });
  expect(error.with({ path: '$' }).message).toBe(error.message);
});

test('every code survives a missing or wrong context from plain JavaScript', () => {
  for (const number of ERRORS.keys() as Iterable<ErrorNumber>)
    for (const context of [undefined, {}, { indices: 5, keys: null }]) {
      const { message, name } = new LinesmanError(number, context as never);
      expect([name, message.length > 0 && message.length <= 1_000]).toEqual([ERRORS.get(number)?.name, true]);
    }
});

test('what a text is made from is not kept: a document may hold secrets', () => {
  const document = `a secret${'\n'.repeat(10_000)}`;
  const error = errorOf(MALFORMED_RESPONSE, { problem: 'not JSON', what: 'x', parser: 'y', path: '$', document });
  expect(error.context).toEqual({ problem: 'not JSON', what: 'x', parser: 'y', path: '$' });
  const shape = { list: { expected: 'a text', fits: () => false }, fits: () => false };
  const option = errorOf(WRONG_OPTION, { function: 'f', option: 'x', value: [1], expected: 'texts', shape });
  expect(option.message).toBe('The x[0] of f is 1, not a text.');
  expect(option.context).toEqual({ function: 'f', option: 'x', value: '[1]', expected: 'texts' });
});
