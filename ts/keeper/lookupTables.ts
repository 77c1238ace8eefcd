import { errorOf, type LinesmanError, UNEXPECTED_ACCOUNT } from '@linesman/sdk/error';
import { type Address, address, addressOf, type LookupTable } from '@linesman/sdk/program';
import type { KeeperChain } from './keeperChain.js';

const OWNER = address('AddressLookupTab1e1111111111111111111111111');
/** Kind, deactivation slot, last extension and authority come before the addresses. */
const HEAD = 56;
const DEACTIVATION = 4;
const NEVER = 2n ** 64n - 1n;

/**
 * Reads lookup tables from the chain; those that cannot be used are left out.
 *
 * @param onUnusable Called with UNEXPECTED_ACCOUNT for an account that is not a lookup table, or is being closed.
 */
export async function readLookupTables(
  chain: Pick<KeeperChain, 'accounts'>,
  tables: readonly Address[],
  onUnusable: (table: Address, error: LinesmanError) => void,
): Promise<LookupTable[]> {
  if (tables.length === 0) return [];
  const accounts = await chain.accounts(tables);
  return tables.flatMap((table, i) => {
    const account = accounts[i];
    if (account?.owner === OWNER && account.data.length >= HEAD && isActive(account.data))
      return [{ address: table, addresses: addressesOf(account.data) }];
    onUnusable(table, errorOf(UNEXPECTED_ACCOUNT, { problem: 'no lookup table', address: table }));
    return [];
  });
}

const isActive = (data: Uint8Array): boolean =>
  new DataView(data.buffer, data.byteOffset).getBigUint64(DEACTIVATION, true) === NEVER;

const addressesOf = (data: Uint8Array): Address[] =>
  Array.from({ length: Math.floor((data.length - HEAD) / 32) }, (_, i) =>
    addressOf(data.subarray(HEAD + 32 * i, HEAD + 32 * (i + 1))),
  );
