import { UNEXPECTED_ACCOUNT } from '../../error/codes/library.js';
import { fail } from '../../error/linesmanError.js';
import type { Address } from '../address/address.js';

/**
 * Checks that a program owns an account. Any program can create an account with the same bytes, but only accounts that
 * the program owns were written by it. Errors: UNEXPECTED_ACCOUNT.
 */
export function checkOwner({ owner }: { readonly owner: Address }, address: Address, expected: Address): void {
  if (owner !== expected) fail(UNEXPECTED_ACCOUNT, { problem: 'other owner', address, owner, expected });
}
