import { bytesToHex } from '@linesman/sdk/format';
import type { AccountsChain } from '@linesman/sdk/program';
import type { Case } from '@linesman/sdk/prove';

/** The offset of the roots in an account. */
const FIRST_ROOT = 10;

/**
 * The roots on chain for these cases, by name; zeros where there is none. Errors: those of the chain.
 */
export async function rootsOnChain(chain: AccountsChain, cases: readonly Case[]): Promise<ReadonlyMap<string, string>> {
  const rooted = cases.flatMap(({ name, roots }) => (roots === null ? [] : [{ name, roots }]));
  const addresses = [...new Set(rooted.map(({ roots }) => roots.address))];
  const found = await chain.accounts(addresses);
  const accounts = new Map(addresses.map((address, i) => [address, found[i] ?? null]));
  return new Map(
    rooted.map(({ name, roots }) => {
      const account = accounts.get(roots.address) ?? null;
      const data = account !== null && account.owner === roots.program ? account.data : new Uint8Array(0);
      const root = new Uint8Array(32);
      const start = FIRST_ROOT + 32 * roots.slot;
      root.set(data.subarray(start, start + 32));
      return [name, bytesToHex(root)];
    }),
  );
}
