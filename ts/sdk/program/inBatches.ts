import type { Address } from './address/address.js';

/** The most accounts that `getMultipleAccounts` of a node answers at once. */
const MAX_AT_ONCE = 100;
/** The most signatures that `getSignatureStatuses` of a node answers at once. */
export const MAX_STATUSES = 256;

/** Reads any number of accounts, in their order, through a call that is limited to 100 of them. */
export const readInBatches = <Account>(
  addresses: readonly Address[],
  read: (some: readonly Address[]) => Promise<readonly Account[]>,
): Promise<Account[]> => inBatches(addresses, MAX_AT_ONCE, read);

/** Looks up any number of items, in their order, through a call that is limited to `most` items. */
export async function inBatches<Thing, Answer>(
  things: readonly Thing[],
  most: number,
  ask: (some: readonly Thing[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const found: Answer[] = [];
  for (let i = 0; i < things.length; i += most) found.push(...(await ask(things.slice(i, i + most))));
  return found;
}
