import { expect, test } from 'vitest';
import { NO_SUCH_LEAF } from '../codes/arguments.js';
import { INVALID_MULTIPROOF } from '../codes/oracle.js';
import * as node from './atOnce.js';
import * as browser from './onDemand.js';

test('a browser has no texts until they are loaded, then the same as Node', async () => {
  const context = { index: 3, leaves: 2 };
  const bare = browser.describe(NO_SUCH_LEAF, context);
  expect(bare).toEqual({ sentence: 'NoSuchLeaf (7260)', hint: 'Call loadErrorTexts() to get the text.' });
  expect(browser.describe(1, {}).sentence).toBe('Error (1)');
  expect([NO_SUCH_LEAF, INVALID_MULTIPROOF].map(browser.isErrorNumber)).toEqual([true, true]);
  expect([102, 5999, 8000, 7000.5, Number.NaN].map(browser.isErrorNumber)).toEqual(Array(5).fill(false));
  // A number of a later version.
  expect([node.isErrorNumber(7999), browser.isErrorNumber(7999)]).toEqual([false, true]);

  await browser.loadErrorTexts();
  for (const given of [context, undefined])
    expect(browser.describe(NO_SUCH_LEAF, given)).toEqual(node.describe(NO_SUCH_LEAF, given));
  expect(browser.describe(NO_SUCH_LEAF, context).sentence).toBe('The tree has 2 leaves, none with index 3.');
  expect([NO_SUCH_LEAF, 102, 7999, Number.NaN].map(browser.isErrorNumber)).toEqual([true, true, false, false]);
  // A number without a text.
  expect(browser.describe(7999, {}).sentence).toBe('Error (7999)');
});

test('loading changes nothing in Node', async () => {
  const before = node.describe(NO_SUCH_LEAF, { index: 3, leaves: 2 });
  await node.loadErrorTexts();
  expect(node.describe(NO_SUCH_LEAF, { index: 3, leaves: 2 })).toEqual(before);
});
