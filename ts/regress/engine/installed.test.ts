import { expect, test } from 'vitest';
import { otherVersion } from './installed.js';

test.each([
  ['solana-bankrun@0.4.0', undefined],
  ['solana-bankrun@0.4', undefined],
  ['solana-bankrun@0.4.00', 'solana-bankrun@0.4.0'],
  ['solana-bankrun@0', undefined],
  ['solana-bankrun@0.3.1', 'solana-bankrun@0.4.0'],
  ['solana-bankrun@4', 'solana-bankrun@0.4.0'],
  ['@solana/web3.js@1', undefined],
  ['@solana/web3.js@2', expect.stringMatching(/^@solana\/web3\.js@1\.\d/)],
  ['@linesman/service', undefined],
  ['@linesman/service@0.9', expect.stringMatching(/^@linesman\/service@\d/)],
  ['not-installed@1', undefined],
])('in the place of %s, %s', (wanted, other) => {
  expect(otherVersion(wanted)).toEqual(other);
});
