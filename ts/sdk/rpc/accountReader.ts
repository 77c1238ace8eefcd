import { base64 } from '@scure/base';
import { checkOptions } from '../format/checkOptions.js';
import type { Address } from '../program/address/address.js';
import { addressIn } from '../program/address/addressIn.js';
import type { AccountsChain } from '../program/chain.js';
import { readInBatches } from '../program/inBatches.js';
import type { DocumentNode } from '../proof/document.js';
import { COMMITMENT, RPC_OPTIONS, RpcCalls, type RpcOptions } from './rpcCalls.js';

export type AccountReaderOptions = RpcOptions;

/**
 * Reads accounts from the RPC node at a URL, over `fetch` alone, at commitment `confirmed`. Enough to compare proofs
 * with the roots on chain, in browsers too; `fetchNode` also sends transactions.
 *
 * Errors: UNKNOWN_OPTION, WRONG_OPTION, MALFORMED_URL. Its requests: CHAIN_NOT_REACHABLE when the node does not answer
 * in time, refuses or answers with an error; MALFORMED_RESPONSE; REQUEST_ABORTED. None of them contains the URL, which
 * may carry an access key.
 *
 * @example
 * ```ts
 * import { type Address, scoresRootsAddress } from '@linesman/sdk/program';
 * import { accountReader } from '@linesman/sdk/rpc';
 *
 * declare const oracleProgram: Address;
 * const chain = accountReader('https://api.devnet.solana.com');
 * const roots = await chain.account(scoresRootsAddress(20_643, oracleProgram).address);
 * ```
 */
export function accountReader(url: string, options: AccountReaderOptions = {}): AccountsChain {
  checkOptions('accountReader', options, RPC_OPTIONS);
  return readerOf(new RpcCalls(url, options));
}

/** The reads of a node. */
export const readerOf = (node: RpcCalls): AccountsChain => ({
  account: async (wanted) => accountOf(await node.value('getAccountInfo', [wanted, ENCODED])),
  accounts: (wanted) =>
    readInBatches(wanted, async (some) => {
      const value = await node.value('getMultipleAccounts', [some, ENCODED]);
      const values = value.list();
      return values.length === some.length ? values.map(accountOf) : value.wrong(`${some.length} accounts`);
    }),
});

export const ENCODED = { commitment: COMMITMENT, encoding: 'base64' } as const;

type Account = { readonly owner: Address; readonly data: Uint8Array };

export function accountOf(node: DocumentNode): Account | null {
  if (node.value === null) return null;
  const data = node.field('data');
  const [text, encoding] = data.list();
  if (encoding?.value !== 'base64' || text === undefined) return data.wrong('Base64');
  return { owner: addressIn(node.field('owner')), data: base64In(text) };
}

export function base64In(node: DocumentNode): Uint8Array {
  if (typeof node.value !== 'string') return node.wrong('Base64');
  try {
    return base64.decode(node.value);
  } catch {
    return node.wrong('Base64');
  }
}

/** The first of two values, such as data and its encoding. */
export function firstOf<T>(node: DocumentNode, read: (node: DocumentNode) => T): T {
  const [first] = node.list();
  return first === undefined ? node.wrong('a value and its encoding') : read(first);
}
