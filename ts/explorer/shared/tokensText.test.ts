import { expect, test } from 'vitest';
import { tokensText } from './tokensText.js';

test.each([
  [0n, 6, '0'],
  [999_000_000n, 6, '999'],
  [75_000_000_000n, 6, '75,000'],
  [1_234_567_890_123n, 6, '1,234,567.890123'],
  [9_997_910_920n, 9, '9.99791092'],
  [25_000_000n, 0, '25,000,000'],
])('%i with %i decimals is %s', (units, decimals, text) => {
  expect(tokensText(units, decimals)).toBe(text);
});
