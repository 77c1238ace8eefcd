import type { Address } from '../../../ts/sdk/program/address/address.js';
import type { BytesAt, ProgramAccount, RpcNode } from '../../../ts/sdk/program/rpcNode.js';

/** Those of the known accounts that a program owns and that have these bytes, as `getProgramAccounts` answers. */
export async function matchingAccounts(
  known: Iterable<Address>,
  read: RpcNode['account'],
  program: Address,
  filters: readonly BytesAt[],
): Promise<ProgramAccount[]> {
  const found: ProgramAccount[] = [];
  for (const address of known) {
    const account = await read(address);
    if (account?.owner !== program) continue;
    const fits = ({ offset, bytes }: BytesAt) => bytes.every((byte, i) => account.data[offset + i] === byte);
    if (filters.every(fits)) found.push({ address, data: account.data });
  }
  return found;
}
