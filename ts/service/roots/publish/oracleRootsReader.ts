import { CONSTRAINT_OWNER, fail, isError, ROOT_NOT_AVAILABLE } from '@linesman/sdk/error';
import { type Root, slotTimeOf } from '@linesman/sdk/format';
import { untilAborted } from '@linesman/sdk/internal/program/untilAborted';
import { type AccountsChain, type Address, type Chain, rootsAddress } from '@linesman/sdk/program';
import { publishedRoot } from '@linesman/sdk/proof';
import type { BatchKey } from '../../data/store/batchStore.js';
import type { RootsReader } from './rootsChain.js';

export interface OracleRootsReaderParameters {
  /** The oracle program. */
  readonly oracle: Address;
  readonly chain: Pick<Chain, 'account'>;
}

/**
 * Reads the roots accounts of an oracle program. Errors: REQUEST_ABORTED; CONSTRAINT_OWNER when an account belongs to
 * another program.
 */
export function oracleRootsReader({ oracle, chain }: OracleRootsReaderParameters): RootsReader {
  return {
    readRoot: async (key, signal) => {
      const account = await untilAborted(() => chain.account(addressOf(key, oracle)), signal);
      return rootOf(account, key, oracle);
    },
  };
}

/**
 * The roots of many slots, in order. Reads each account, which covers a whole day, only once. Errors: as
 * `oracleRootsReader`.
 */
export async function readOracleRoots(
  keys: readonly BatchKey[],
  { oracle, chain }: { readonly oracle: Address; readonly chain: Pick<AccountsChain, 'accounts'> },
  signal?: AbortSignal,
): Promise<(Root | null)[]> {
  // Also derives each address only once, because that costs more than reading the root.
  const addresses = new Map<string, Address>();
  for (const key of keys) if (!addresses.has(accountOf(key))) addresses.set(accountOf(key), addressOf(key, oracle));
  const accounts = await untilAborted(() => chain.accounts([...addresses.values()]), signal);
  const found = new Map([...addresses.keys()].map((name, i) => [name, accounts[i] ?? null]));
  return keys.map((key) => rootOf(found.get(accountOf(key)) ?? null, key, oracle));
}

/** Identifies the account of a slot. */
const accountOf = ({ kind, slotStart }: BatchKey): string => `${kind}/${slotTimeOf(slotStart).epochDay}`;

function rootOf(account: Awaited<ReturnType<Chain['account']>>, key: BatchKey, oracle: Address): Root | null {
  // An address that merely holds lamports is not a roots account yet.
  if (account === null || account.data.length === 0) return null;
  if (account.owner !== oracle)
    return fail(CONSTRAINT_OWNER, { kind: key.kind, owner: account.owner, expected: oracle });
  return rootIn(account.data, key);
}

const addressOf = ({ kind, slotStart }: BatchKey, oracle: Address): Address =>
  rootsAddress(kind, slotTimeOf(slotStart).epochDay, oracle).address;

/** ROOT_NOT_AVAILABLE is a regular result here: no root yet. */
function rootIn(account: Uint8Array, { kind, slotStart }: BatchKey): Root | null {
  try {
    return publishedRoot(kind, account, slotStart);
  } catch (error) {
    if (isError(error, ROOT_NOT_AVAILABLE)) return null;
    throw error;
  }
}
