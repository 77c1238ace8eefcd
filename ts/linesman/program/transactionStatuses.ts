import { inBatches, MOST_STATUSES } from './inBatches.js';
import type { OutboxChain, TransactionStatus } from './sendingChain.js';

/** What a node answers about a signature that it knows. */
interface SignatureStatus {
  readonly confirmationStatus?: string | null;
  /** Blocks since; `null` once it is finalized. */
  readonly confirmations?: number | bigint | null;
  readonly err: unknown;
}

/** How one client library asks a node about transactions. */
export interface StatusRequests {
  /** In the order of `signatures`. Without its history, a node knows only those of the last 300 blocks. */
  statuses(
    signatures: readonly string[],
    options: { readonly searchTransactionHistory: boolean },
  ): Promise<readonly (SignatureStatus | null)[]>;
  /** The logs of a transaction; nothing when the node does not have them. */
  logs(signature: string): Promise<readonly string[] | null | undefined>;
}

/** The version of transactions up to which nodes are asked for them: the last that `decodeTransaction` reads. */
export const LATEST_VERSION = 1;

/** A node's number for a question that only the history of transactions answers. */
export const HISTORY_NOT_AVAILABLE = -32_011;

/** The outcomes of transactions, from what a node answers. */
export function transactionStatuses(node: StatusRequests): Pick<OutboxChain, 'status' | 'statuses'> {
  /** An outcome is known by its status alone: no answer about logs may hide it, nor those of other transactions. */
  const outcomeOf = async (signature: string, status: SignatureStatus | null | undefined) => {
    if (!status || !isConfirmed(status)) return null;
    if (status.err === null) return { error: null, logs: [] };
    const logs = await node.logs(signature).catch(() => null);
    return { error: status.err, logs: logs ?? null };
  };
  const outcomes = async (
    signatures: readonly string[],
    searchTransactionHistory: boolean,
  ): Promise<TransactionStatus[]> => {
    const found = await node.statuses(signatures, { searchTransactionHistory }).catch((error: unknown) => {
      if (!searchTransactionHistory || rpcCodeOf(error) !== HISTORY_NOT_AVAILABLE) throw error;
      return node.statuses(signatures, { searchTransactionHistory: false });
    });
    return Promise.all(signatures.map((signature, i) => outcomeOf(signature, found[i])));
  };
  return {
    status: async (signature) => (await outcomes([signature], true))[0] ?? null,
    statuses: (signatures) => inBatches(signatures, MOST_STATUSES, (some) => outcomes(some, false)),
  };
}

/**
 * Even a failure may be on a fork, and until it is confirmed, accounts do not yet show the transaction that it lost to.
 * A node that gives no status counts blocks instead, as nodes' own clients read it.
 */
function isConfirmed({ confirmationStatus, confirmations }: SignatureStatus): boolean {
  if (typeof confirmationStatus === 'string') return confirmationStatus !== 'processed';
  return confirmations === undefined || confirmations === null || confirmations > 1;
}

/** The JSON-RPC code in an error of `linesman/rpc`, of web3.js or of Kit. */
export function rpcCodeOf(error: unknown): unknown {
  const { code, context } = (error ?? {}) as {
    readonly code?: unknown;
    readonly context?: { readonly rpcError?: unknown; readonly __code?: unknown };
  };
  return context?.rpcError ?? context?.__code ?? code;
}
