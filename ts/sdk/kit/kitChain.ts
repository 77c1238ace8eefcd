import { base64 } from '@scure/base';
import type {
  AccountInfoBase,
  AccountInfoWithBase64EncodedData,
  Base64EncodedWireTransaction,
  Blockhash,
  Commitment,
  PendingRpcRequest,
  Rpc,
  Signature,
  SolanaRpcApi,
} from '@solana/kit';
import * as kit from '@solana/kit';
import { retryAfterOf } from '../client/retryDelay.js';
import type { Address } from '../program/address/address.js';
import { BlockhashSlots } from '../program/blockhashSlots.js';
import type { AccountsChain } from '../program/chain.js';
import { readInBatches } from '../program/inBatches.js';
import type { OutboxChain } from '../program/sendingChain.js';
import type { Transaction } from '../program/transaction/transaction.js';
import { encodeTransaction } from '../program/transaction/transaction.js';
import { LATEST_VERSION, rpcCodeOf, transactionStatuses } from '../program/transactionStatuses.js';
import { patiently as askPatiently, type Busy, isBusy, isBusyStatus } from '../rpc/busyNode.js';
import { version1Probe } from '../rpc/version1Probe.js';
import { toKitAddress } from './convert.js';
import { checkKit } from './library.js';

type Account = AccountInfoBase & AccountInfoWithBase64EncodedData;

const accountOf = (found: Account | null) =>
  found && { owner: found.owner as string as Address, data: base64.decode(found.data[0]) };

const wireOf = (transaction: Transaction): Base64EncodedWireTransaction =>
  base64.encode(encodeTransaction(transaction)) as Base64EncodedWireTransaction;

/**
 * Adapts a Kit RPC for `buildTransaction`, `sendTransaction` and an `Outbox`. A node that is busy is asked again after
 * a wait; if it stays so, the error is CHAIN_NOT_REACHABLE. Every other error is Kit's.
 *
 * @example
 * ```ts
 * import { createSolanaRpc } from '@solana/kit';
 * import { kitChain } from '@linesman/sdk/kit';
 *
 * const chain = kitChain(createSolanaRpc('https://api.devnet.solana.com'));
 * const blockhash = await chain.latestBlockhash();
 * ```
 */
export function kitChain(rpc: Rpc<SolanaRpcApi>, commitment: Commitment = 'confirmed'): OutboxChain & AccountsChain {
  checkKit();
  const slots = new BlockhashSlots();
  const recentBlockhash = async () => {
    const { value, context } = await patiently(rpc.getLatestBlockhash({ commitment }));
    slots.note(value.blockhash, context?.slot);
    return value;
  };
  const simulated = async (wire: string) => {
    const options = { commitment, encoding: 'base64', replaceRecentBlockhash: true, sigVerify: false } as const;
    return (await patiently(rpc.simulateTransaction(wire as Base64EncodedWireTransaction, options))).value;
  };
  return {
    takesVersion1: version1Probe(async (wire) => (isRead(wire) ? (await simulated(wire)).err : 'UnsupportedVersion')),
    latestBlockhash: async () => (await recentBlockhash()).blockhash,
    simulate: async (transaction) => {
      const value = await simulated(wireOf(transaction));
      // Kit 2 does not name it.
      const { loadedAccountsDataSize: loaded } = value as { loadedAccountsDataSize?: number | null };
      return {
        error: value.err,
        logs: value.logs ?? [],
        unitsConsumed: Number(value.unitsConsumed ?? 0n),
        returnData: value.returnData ? base64.decode(value.returnData.data[0]) : null,
        ...(loaded != null && { loadedBytes: Number(loaded) }),
      };
    },
    account: async (address) => {
      const options = { commitment, encoding: 'base64' } as const;
      return accountOf((await patiently(rpc.getAccountInfo(toKitAddress(address), options))).value);
    },
    accounts: (addresses) =>
      readInBatches(addresses, async (some) => {
        const options = { commitment, encoding: 'base64' } as const;
        return (await patiently(rpc.getMultipleAccounts(some.map(toKitAddress), options))).value.map(accountOf);
      }),
    send: async (transaction) => {
      // The transaction is already simulated, so preflight would only delay it.
      const options = { encoding: 'base64', skipPreflight: true, maxRetries: 0n } as const;
      await patiently(rpc.sendTransaction(wireOf(transaction), options));
    },
    recentBlockhash: async () => {
      const { blockhash, lastValidBlockHeight } = await recentBlockhash();
      return { blockhash, lastValidBlockHeight: Number(lastValidBlockHeight) };
    },
    blockHeight: async () => Number(await patiently(rpc.getBlockHeight({ commitment }))),
    ...transactionStatuses({
      statuses: (signatures, options) => patiently(rpc.getSignatureStatuses(signatures as Signature[], options)),
      logs: async (signature) => {
        const version = { maxSupportedTransactionVersion: LATEST_VERSION } as const;
        const wanted = { commitment: 'confirmed', encoding: 'base64', ...version } as const;
        return (await patiently(rpc.getTransaction(signature as Signature, wanted)))?.meta?.logMessages;
      },
    }),
    isBlockhashValid: async (blockhash) =>
      (await patiently(rpc.isBlockhashValid(blockhash as Blockhash, { commitment, ...reachedOf(slots, blockhash) })))
        .value,
  };
}

/** Kit takes slots as 64-bit integers. */
function reachedOf(slots: BlockhashSlots, blockhash: string): { readonly minContextSlot?: bigint } {
  const { minContextSlot } = slots.reached(blockhash);
  return minContextSlot === undefined ? {} : { minContextSlot: BigInt(minContextSlot) };
}

/** Kit 5 and older do not know version 1, so their signers could not sign the transactions that we would build. */
function isRead(wire: string): boolean {
  try {
    kit.getTransactionDecoder().decode(base64.decode(wire));
    return true;
  } catch {
    return false;
  }
}

/** Sends a request, and repeats it while the node is busy. */
const patiently = <T>(request: PendingRpcRequest<T>): Promise<T> => askPatiently(() => request.send(), busyOf);

/** The refusal in Kit's error of a node that may answer later; nothing for any other error. */
function busyOf(error: unknown): Busy | undefined {
  if (kit.isSolanaError(error, kit.SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)) {
    const { statusCode: status, headers } = error.context;
    const after = retryAfterOf({ headers }, Date.now());
    return isBusyStatus(status, after) ? { after, by: { status } } : undefined;
  }
  if (isUnnamed(error)) return { after: null, by: {} };
  const rpcError = rpcCodeOf(error);
  if (!kit.isSolanaError(error) || typeof rpcError !== 'number') return undefined;
  return isBusy(rpcError, error.message) ? { after: null, by: { rpcError } } : undefined;
}

/**
 * Kit has no text for errors that Solana's own nodes never send, and its development build throws because of that. The
 * errors that only providers send are their rate limits.
 */
const isUnnamed = (error: unknown): boolean =>
  error instanceof TypeError && error.stack?.includes('getSolanaErrorFromJsonRpcError') === true;
