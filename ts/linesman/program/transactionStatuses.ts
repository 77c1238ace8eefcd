import type { TransactionStatus } from './sendingChain.js';

/** What a node answers about a signature that it knows. */
interface SignatureStatus {
  readonly confirmationStatus?: string | null;
  readonly err: unknown;
}

/**
 * The outcomes of these signatures from a node's answer in the same order, null for each that is not yet confirmed.
 *
 * @param logsOf Reads the logs of a transaction that failed.
 */
export function transactionStatuses(
  signatures: readonly string[],
  found: readonly (SignatureStatus | null)[],
  logsOf: (signature: string) => Promise<readonly string[]>,
): Promise<TransactionStatus[]> {
  return Promise.all(
    signatures.map(async (signature, i) => {
      const status = found[i];
      // Even a failure may be on a fork, and until it is confirmed, accounts do not yet show the transaction that it
      // lost to.
      if (!status || status.confirmationStatus === 'processed') return null;
      return status.err === null ? { error: null, logs: [] } : { error: status.err, logs: await logsOf(signature) };
    }),
  );
}
