import { base64 } from '@scure/base';
import { NO_FAUCET } from '../error/codes/market.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions } from '../format/checkOptions.js';
import type { Address } from '../program/address/address.js';
import { addressIn } from '../program/address/addressIn.js';
import { BlockhashSlots } from '../program/blockhashSlots.js';
import type { ProgramAccount, RpcNode } from '../program/rpcNode.js';
import { encodeTransaction, type Transaction } from '../program/transaction/transaction.js';
import { LATEST_VERSION, metaOf, rpcCodeOf, transactionStatuses } from '../program/transactionStatuses.js';
import type { DocumentNode } from '../proof/document.js';
import { base64In, ENCODED, firstOf, readerOf } from './accountReader.js';
import { landedIn, landedLogsIn, logsIn } from './landedTransaction.js';
import { COMMITMENT, RPC_OPTIONS, RpcCalls, type RpcOptions } from './rpcCalls.js';
import { version1Probe } from './version1Probe.js';
import { memcmpOf } from './watchProgram.js';

/** A transaction that named an address, from a node's list. */
export interface ListedSignature {
  readonly signature: string;
  /** Whether it failed, and so has changed nothing. */
  readonly failed: boolean;
  /** Unix seconds of its block; `null` when the node does not know it. */
  readonly blockTime: number | null;
}

/** An RPC node without its websocket. */
export interface FetchNode extends Omit<RpcNode, 'watch'> {
  /** The transactions that named an address, latest first: at most 1,000, `before` a signature if one is given. */
  signaturesOf(address: Address, before?: string): Promise<readonly ListedSignature[]>;
  /** The hash of the genesis block, Base58, by which a chain is known. */
  genesis(): Promise<string>;
}

const AT = { commitment: COMMITMENT } as const;

const wireOf = (transaction: Transaction): string => base64.encode(encodeTransaction(transaction));
const count = (node: DocumentNode): number => node.integer(0, Number.MAX_SAFE_INTEGER);

/**
 * The RPC node at a URL, over `fetch` alone, at commitment `confirmed`: for `buildTransaction`, `sendTransaction`, an
 * `Outbox` and reads, in browsers too, without a client library.
 *
 * Errors: UNKNOWN_OPTION, WRONG_OPTION, MALFORMED_URL. Its requests: CHAIN_NOT_REACHABLE when the node does not answer
 * in time, refuses or answers with an error, a busy one after several attempts; MALFORMED_RESPONSE; REQUEST_ABORTED.
 * None of them contains the URL, which may carry an access key.
 *
 * @example
 * ```ts
 * import { type Instruction, type KeyPair, LOCALNET_PROGRAM_IDS, sendTransaction } from '@linesman/sdk/program';
 * import { fetchNode } from '@linesman/sdk/rpc';
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
  const simulated = (wire: string): Promise<DocumentNode> =>
    node.value('simulateTransaction', [wire, { ...ENCODED, replaceRecentBlockhash: true, sigVerify: false }]);
  const slots = new BlockhashSlots();
  const recentBlockhash = async () => {
    const answer = await node.result('getLatestBlockhash', [AT]);
    const value = answer.field('value');
    const blockhash = hashIn(value.field('blockhash'));
    const lastValidBlockHeight = count(value.field('lastValidBlockHeight'));
    const slot = answer.find('context')?.find('slot');
    slots.note(blockhash, slot && count(slot));
    return { blockhash, lastValidBlockHeight };
  };

  return {
    ...readerOf(node),
    takesVersion1: version1Probe(async (wire) => (await simulated(wire)).field('err').value),
    recentBlockhash,
    latestBlockhash: async () => (await recentBlockhash()).blockhash,
    blockHeight: async () => count(await node.result('getBlockHeight', [AT])),
    slot: async () => count(await node.result('getSlot', [AT])),
    genesis: async () => (await node.result('getGenesisHash', [])).string(),
    lamports: (address) => node.amount('getBalance', [address, AT]),
    isBlockhashValid: async (blockhash) =>
      (await node.value('isBlockhashValid', [blockhash, { ...AT, ...slots.reached(blockhash) }])).boolean(),
    simulate: async (transaction) => {
      const value = await simulated(wireOf(transaction));
      const units = value.find('unitsConsumed');
      const returned = value.find('returnData');
      const loaded = value.find('loadedAccountsDataSize');
      return {
        error: value.field('err').value,
        logs: logsIn(value.find('logs')) ?? [],
        unitsConsumed: units && units.value !== null ? count(units) : 0,
        returnData: returned && returned.value !== null ? firstOf(returned.field('data'), base64In) : null,
        ...(loaded && loaded.value !== null && { loadedBytes: count(loaded) }),
      };
    },
    send: async (transaction) => {
      // The transaction is already simulated, so preflight would only delay it.
      const config = { encoding: 'base64', skipPreflight: true, maxRetries: 0 };
      await node.result('sendTransaction', [wireOf(transaction), config]);
    },
    ...transactionsOf(node),
    signaturesOf: async (address, before) => {
      const config = { ...AT, ...(before !== undefined && { before }) };
      const found = await node.result('getSignaturesForAddress', [address, config]);
      return found.list().map(signatureIn);
    },
    accountsOf: async (program, filters) => {
      const found = await node.result('getProgramAccounts', [program, { ...ENCODED, filters: memcmpOf(filters) }]);
      return found.list().map(programAccountIn);
    },
    tokenAccounts: async (owner, tokenProgram) => {
      const found = await node.value('getTokenAccountsByOwner', [owner, { programId: tokenProgram }, ENCODED]);
      return found.list().map(programAccountIn);
    },
    recentFees: async (writable) => {
      const found = await node.result('getRecentPrioritizationFees', [writable]);
      return found.list().map((one) => feeIn(one.field('prioritizationFee')));
    },
    rent: async (bytes) => count(await node.result('getMinimumBalanceForRentExemption', [bytes, AT])),
    airdrop: async (address, lamports) => {
      try {
        return (await node.result('requestAirdrop', [address, lamports, AT])).string();
      } catch (error) {
        const code = rpcCodeOf(error);
        return typeof code === 'number' ? fail(NO_FAUCET, { problem: 'no airdrop', code }) : rethrown(error);
      }
    },
  };
}

/** What has become of transactions. */
function transactionsOf(node: RpcCalls) {
  const transaction = async (signature: string): Promise<DocumentNode | null> => {
    const wanted = { ...ENCODED, maxSupportedTransactionVersion: LATEST_VERSION };
    const found = await node.result('getTransaction', [signature, wanted]);
    return found.value === null ? null : found;
  };
  const statuses = transactionStatuses({
    statuses: async (signatures, options) => {
      const answer = await node.result('getSignatureStatuses', [signatures, options]);
      const value = answer.field('value');
      const found = value.list();
      if (found.length !== signatures.length) return value.wrong(`${signatures.length} statuses`);
      const slot = answer.find('context')?.find('slot');
      return { value: found.map(statusIn), ...(slot && { context: { slot: count(slot) } }) };
    },
    logs: async (signature) => {
      const found = await transaction(signature);
      return found && landedLogsIn(found);
    },
  });
  return {
    ...statuses,
    transaction: async (signature: string) => {
      const found = await transaction(signature);
      if (found === null) return null;
      const landed = landedIn(found);
      return { ...landed, meta: landed.meta ?? metaOf(await statuses.status(signature)) };
    },
  };
}

const rethrown = (error: unknown): never => {
  throw error;
};

function signatureIn(node: DocumentNode): ListedSignature {
  const time = node.find('blockTime');
  return {
    signature: node.field('signature').string(),
    failed: node.field('err').value !== null,
    blockTime: time && time.value !== null ? count(time) : null,
  };
}

const programAccountIn = (node: DocumentNode): ProgramAccount => ({
  address: addressIn(node.field('pubkey')),
  data: firstOf(node.field('account').field('data'), base64In),
});

/** Fees paid by others are 64-bit integers; those of 2^53 or more count as 2^53 − 1. */
const feeIn = (node: DocumentNode): number =>
  typeof node.value === 'number' && node.value > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : count(node);

function statusIn(node: DocumentNode) {
  if (node.value === null) return null;
  const [status, confirmations] = [node.find('confirmationStatus')?.value, node.find('confirmations')];
  return {
    err: node.field('err').value,
    confirmationStatus: typeof status === 'string' ? status : null,
    confirmations: confirmations && confirmations.value !== null ? count(confirmations) : null,
  };
}

/** A blockhash has the form of an address. */
const hashIn = (node: DocumentNode): string => addressIn(node);
