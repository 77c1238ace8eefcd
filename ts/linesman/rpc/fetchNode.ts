import { base58, base64 } from '@scure/base';
import { checkOptions } from '../format/checkOptions.js';
import { addressIn } from '../program/address/addressIn.js';
import { inBatches, MOST_STATUSES } from '../program/inBatches.js';
import {
  type AccountsChain,
  encodeTransaction,
  type OutboxChain,
  type RpcNode,
  type Transaction,
  type TransactionStatus,
} from '../program/index.js';
import { transactionStatuses } from '../program/transactionStatuses.js';
import type { DocumentNode } from '../proof/document.js';
import { base64In, ENCODED, readerOf } from './accountReader.js';
import { COMMITMENT, RPC_OPTIONS, RpcCalls, type RpcOptions } from './rpcCalls.js';

/** An RPC node with everything that a page needs, except a websocket. */
export type FetchNode = OutboxChain & AccountsChain & Pick<RpcNode, 'accountsOf' | 'lamports' | 'slot'>;

const AT = { commitment: COMMITMENT } as const;

const wireOf = (transaction: Transaction): string => base64.encode(encodeTransaction(transaction));
const count = (node: DocumentNode): number => node.integer(0, Number.MAX_SAFE_INTEGER);

/**
 * The RPC node at a URL, over `fetch` alone, at commitment `confirmed`: for `buildTransaction`, `sendTransaction`, an
 * `Outbox` and reads, in browsers too, without a client library.
 *
 * Errors: UNKNOWN_OPTION, WRONG_OPTION, MALFORMED_URL. Its requests: CHAIN_NOT_REACHABLE when the node does not answer
 * in time, refuses or answers with an error; MALFORMED_RESPONSE; REQUEST_ABORTED. None of them contains the URL, which
 * may carry an access key.
 *
 * @example
 * ```ts
 * import { type Instruction, type KeyPair, LOCALNET_PROGRAM_IDS, sendTransaction } from 'linesman/program';
 * import { fetchNode } from 'linesman/rpc';
 *
 * declare const payer: KeyPair;
 * declare const instructions: readonly Instruction[];
 * const chain = fetchNode('https://api.devnet.solana.com');
 * const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
 * const { signature } = await sendTransaction({ chain, programs: LOCALNET_PROGRAM_IDS, payer, instructions, sleep });
 * ```
 */
export function fetchNode(url: string, options: RpcOptions = {}): FetchNode {
  checkOptions('fetchNode', options, RPC_OPTIONS);
  const node = new RpcCalls(url, options);

  const logsOf = async (signature: string): Promise<string[]> => {
    const wanted = { ...ENCODED, maxSupportedTransactionVersion: 0 };
    const found = await node.result('getTransaction', [signature, wanted]);
    return found.value === null ? [] : logsIn(found.field('meta').field('logMessages'));
  };
  /** Without their history, a node knows only those of the last minutes. */
  const statusesOf = async (
    signatures: readonly string[],
    searchTransactionHistory: boolean,
  ): Promise<TransactionStatus[]> => {
    const value = await node.value('getSignatureStatuses', [signatures, { searchTransactionHistory }]);
    const found = value.list();
    if (found.length !== signatures.length) value.wrong(`${signatures.length} statuses`);
    return transactionStatuses(signatures, found.map(statusIn), logsOf);
  };
  const recentBlockhash = async () => {
    const value = await node.value('getLatestBlockhash', [AT]);
    return {
      blockhash: hashIn(value.field('blockhash')),
      lastValidBlockHeight: count(value.field('lastValidBlockHeight')),
    };
  };

  return {
    ...readerOf(node),
    recentBlockhash,
    latestBlockhash: async () => (await recentBlockhash()).blockhash,
    blockHeight: async () => count(await node.result('getBlockHeight', [AT])),
    slot: async () => count(await node.result('getSlot', [AT])),
    lamports: async (address) => count(await node.value('getBalance', [address, AT])),
    isBlockhashValid: async (blockhash) => (await node.value('isBlockhashValid', [blockhash, AT])).boolean(),
    simulate: async (transaction) => {
      const config = { ...ENCODED, replaceRecentBlockhash: true, sigVerify: false };
      const value = await node.value('simulateTransaction', [wireOf(transaction), config]);
      const units = value.find('unitsConsumed');
      const returned = value.find('returnData');
      return {
        error: value.field('err').value,
        logs: logsIn(value.field('logs')),
        unitsConsumed: units && units.value !== null ? count(units) : 0,
        returnData: returned && returned.value !== null ? firstOf(returned.field('data'), base64In) : null,
      };
    },
    send: async (transaction) => {
      // Already simulated: preflight would only delay it.
      const config = { encoding: 'base64', skipPreflight: true, maxRetries: 0 };
      await node.result('sendTransaction', [wireOf(transaction), config]);
    },
    status: async (signature) => (await statusesOf([signature], true))[0] ?? null,
    statuses: (signatures) => inBatches(signatures, MOST_STATUSES, (some) => statusesOf(some, false)),
    accountsOf: async (program, filters) => {
      const memcmp = filters.map(({ offset, bytes }) => ({ memcmp: { offset, bytes: base58.encode(bytes) } }));
      const found = await node.result('getProgramAccounts', [program, { ...ENCODED, filters: memcmp }]);
      return found.list().map((one) => ({
        address: addressIn(one.field('pubkey')),
        data: firstOf(one.field('account').field('data'), base64In),
      }));
    },
  };
}

const logsIn = (node: DocumentNode): string[] => (node.value === null ? [] : node.list().map((line) => line.string()));

function statusIn(node: DocumentNode) {
  if (node.value === null) return null;
  const said = node.find('confirmationStatus')?.value;
  return { err: node.field('err').value, confirmationStatus: typeof said === 'string' ? said : null };
}

/** A blockhash has the form of an address. */
const hashIn = (node: DocumentNode): string => addressIn(node);

/** The first of two values, such as data and its encoding. */
function firstOf<T>(node: DocumentNode, read: (node: DocumentNode) => T): T {
  const [first] = node.list();
  return first === undefined ? node.wrong('a value and its encoding') : read(first);
}
