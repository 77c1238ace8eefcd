import { afterEach, expect, test, vi } from 'vitest';
import { NO_SUCH_LEAF } from '../codes/arguments.js';
import { INVALID_MULTIPROOF } from '../codes/oracle.js';
import * as node from './withTexts.js';

afterEach(() => vi.resetModules());

test('there are no texts until they are loaded', async () => {
  vi.resetModules();
  const { describe, isErrorNumber, loadErrorTexts } = await import('./describe.js');
  // Registers its name, as whatever throws the error does.
  await import('../codes/arguments.js');
  const context = { index: 3, leaves: 2 };
  expect(describe(NO_SUCH_LEAF, context)).toEqual({
    sentence: 'NoSuchLeaf (7260)',
    hint: 'Call loadErrorTexts() to get the text.',
  });
  expect(describe(1, {}).sentence).toBe('Error (1)');
  expect([NO_SUCH_LEAF, INVALID_MULTIPROOF].map(isErrorNumber)).toEqual([true, true]);
  expect([102, 5999, 8000, 7000.5, Number.NaN].map(isErrorNumber)).toEqual(Array(5).fill(false));
  // A number of a later version.
  expect([node.isErrorNumber(7999), isErrorNumber(7999)]).toEqual([false, true]);

  await loadErrorTexts();
  for (const given of [context, undefined])
    expect(describe(NO_SUCH_LEAF, given)).toEqual(node.describe(NO_SUCH_LEAF, given));
  expect(describe(NO_SUCH_LEAF, context).sentence).toBe('The tree has 2 leaves, none with index 3.');
  expect([NO_SUCH_LEAF, 102, 7999, Number.NaN].map(isErrorNumber)).toEqual([true, true, false, false]);
  // A number without a text.
  expect(describe(7999, {}).sentence).toBe('Error (7999)');
});

test('in Node they are there as soon as the package is loaded, and loading them again changes nothing', async () => {
  vi.resetModules();
  const { describe, loadErrorTexts } = await import('./describe.js');
  await import('#texts');
  const before = describe(NO_SUCH_LEAF, { index: 3, leaves: 2 });
  expect(before.sentence).toBe('The tree has 2 leaves, none with index 3.');
  await loadErrorTexts();
  expect(describe(NO_SUCH_LEAF, { index: 3, leaves: 2 })).toEqual(before);
});
