import type { Address } from '../address/address.js';

/** The most accounts that `getMultipleAccounts` of a node answers at once. */
const MOST_AT_ONCE = 100;

/** Reads any number of accounts, in their order, through a call that is limited to 100 of them. */
export async function readInBatches<Account>(
  addresses: readonly Address[],
  read: (some: readonly Address[]) => Promise<readonly Account[]>,
): Promise<Account[]> {
  const found: Account[] = [];
  for (let i = 0; i < addresses.length; i += MOST_AT_ONCE)
    found.push(...(await read(addresses.slice(i, i + MOST_AT_ONCE))));
  return found;
}
