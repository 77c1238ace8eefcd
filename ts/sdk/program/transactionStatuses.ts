import { inBatches, MAX_STATUSES } from './inBatches.js';
import type { LandedTransaction } from './rpcNode.js';
import type { OutboxChain, TransactionStatus } from './sendingChain.js';

/** The answer of a node about a signature that it knows. */
interface SignatureStatus {
  readonly confirmationStatus?: string | null;
  /** Number of blocks since then; `null` once it is finalized. */
  readonly confirmations?: number | bigint | null;
  readonly err: unknown;
}

interface StatusAnswer {
  readonly value: readonly (SignatureStatus | null)[];
  /** `slot`: up to which the node has looked. */
  readonly context?: { readonly slot: number | bigint };
}

/** The requests of one client library about transactions. */
export interface StatusRequests {
  /** In the order of `signatures`. Without transaction history, a node knows only those of the last slots. */
  statuses(
    signatures: readonly string[],
    options: { readonly searchTransactionHistory: boolean },
  ): Promise<StatusAnswer>;
  /** The logs of a transaction; nothing when the node does not have them. */
  logs(signature: string): Promise<readonly string[] | null | undefined>;
}

/** The latest version of transactions to request from nodes: the latest that `decodeTransaction` reads. */
export const LATEST_VERSION = 1;

/** A node's error number for a request that needs transaction history. */
export const HISTORY_NOT_AVAILABLE = -32_011;
/** A node's error number for a transaction with a later version than the requested one. */
export const VERSION_NOT_SUPPORTED = -32_015;

/**
 * A node without history knows the transactions of 300 slots. The number here is lower, because some slots pass between
 * two requests.
 */
const REMEMBERED_SLOTS = 250;
/** The maximum number of remembered signatures; more than are ever in flight. */
const MAX_UNKNOWN = 4_096;

/** The outcomes of transactions, according to a node. */
export function transactionStatuses(node: StatusRequests): Pick<OutboxChain, 'status' | 'statuses'> {
  /** The slot at which the node first did not know a signature. Senders ask right after sending. */
  const unknownSince = new Map<string, number>();
  const note = (signatures: readonly string[], { value, context }: StatusAnswer): void => {
    for (const [i, signature] of signatures.entries()) {
      if (value[i]) unknownSince.delete(signature);
      else if (context && !unknownSince.has(signature)) unknownSince.set(signature, Number(context.slot));
    }
    for (const signature of unknownSince.keys()) {
      if (unknownSince.size <= MAX_UNKNOWN) break;
      unknownSince.delete(signature);
    }
  };
  /**
   * The statuses as far as a node without history remembers them. If it may have forgotten one, the outcome is unknown.
   * `unanswered` is then thrown, because a sender that takes a transaction for lost sends it again.
   */
  const remembered = async (signatures: readonly string[], unanswered: unknown): Promise<StatusAnswer> => {
    const answer = await node.statuses(signatures, { searchTransactionHistory: false });
    note(signatures, answer);
    const { value, context } = answer;
    const isForgotten = (signature: string, i: number): boolean =>
      !value[i] && !(context && Number(context.slot) - (unknownSince.get(signature) ?? 0) <= REMEMBERED_SLOTS);
    if (signatures.some(isForgotten)) throw unanswered;
    return answer;
  };
  /** The status alone decides the outcome. A failed request for logs, or for other transactions, must not hide it. */
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
    const answer = await node.statuses(signatures, { searchTransactionHistory }).catch((error: unknown) => {
      if (!searchTransactionHistory || rpcCodeOf(error) !== HISTORY_NOT_AVAILABLE) throw error;
      return remembered(signatures, error);
    });
    if (!searchTransactionHistory) note(signatures, answer);
    return Promise.all(signatures.map((signature, i) => outcomeOf(signature, answer.value[i])));
  };
  return {
    status: async (signature) => (await outcomes([signature], true))[0] ?? null,
    statuses: (signatures) => inBatches(signatures, MAX_STATUSES, (some) => outcomes(some, false)),
  };
}

/**
 * Even a failure may be on a fork. Until it is confirmed, accounts do not yet show the competing transaction. For a
 * node that does not state the confirmation status, the number of confirmations counts, as in other clients.
 */
function isConfirmed({ confirmationStatus, confirmations }: SignatureStatus): boolean {
  if (typeof confirmationStatus === 'string') return confirmationStatus !== 'processed';
  return confirmations === undefined || confirmations === null || confirmations > 1;
}

/** The metadata of a transaction of which the node keeps only the status. */
export const metaOf = (status: TransactionStatus): LandedTransaction['meta'] =>
  status && { err: status.error, logMessages: null };

/** The JSON-RPC code in an error of `@linesman/sdk/rpc`, of web3.js or of Kit. */
export function rpcCodeOf(error: unknown): unknown {
  const { code, context } = (error ?? {}) as {
    readonly code?: unknown;
    readonly context?: { readonly rpcError?: unknown; readonly __code?: unknown };
  };
  return context?.rpcError ?? context?.__code ?? code;
}
