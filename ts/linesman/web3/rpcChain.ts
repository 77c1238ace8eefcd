import { base64 } from '@scure/base';
import type { Commitment, Connection } from '@solana/web3.js';
import { inBatches, MOST_STATUSES, readInBatches } from '../program/inBatches.js';
import type { AccountsChain, Chain, OutboxChain, TransactionStatus } from '../program/index.js';
import { encodeTransaction } from '../program/index.js';
import { transactionStatuses } from '../program/transactionStatuses.js';
import { fromPublicKey, toPublicKey, toVersionedTransaction } from './convert.js';

/**
 * Adapts a web3.js connection for `buildTransaction` and account reads.
 *
 * @example
 * ```ts
 * import { rpcChain, rpcConnection } from 'linesman/web3';
 *
 * const chain = rpcChain(rpcConnection('https://api.devnet.solana.com'));
 * const blockhash = await chain.latestBlockhash();
 * ```
 */
export function rpcChain(connection: Connection, commitment: Commitment = 'confirmed'): Chain & AccountsChain {
  return {
    latestBlockhash: async () => (await connection.getLatestBlockhash(commitment)).blockhash,
    simulate: async (transaction) => {
      const { value } = await connection.simulateTransaction(toVersionedTransaction(transaction), {
        sigVerify: false,
        replaceRecentBlockhash: true,
        commitment,
      });
      return {
        error: value.err,
        logs: value.logs ?? [],
        unitsConsumed: value.unitsConsumed ?? 0,
        returnData: value.returnData ? base64.decode(value.returnData.data[0]) : null,
      };
    },
    account: async (address) => {
      // `getAccountInfo` replaces the error with one of its own.
      const { value } = await connection.getAccountInfoAndContext(toPublicKey(address), commitment);
      return value === null ? null : { owner: fromPublicKey(value.owner), data: value.data };
    },
    accounts: (addresses) =>
      readInBatches(addresses, async (some) => {
        const found = await connection.getMultipleAccountsInfo(some.map(toPublicKey), commitment);
        return found.map((one) => one && { owner: fromPublicKey(one.owner), data: one.data });
      }),
  };
}

/**
 * A `rpcChain` that can also send transactions, for `sendTransaction` and an `Outbox`.
 *
 * @example
 * ```ts
 * import { rpcConnection, rpcSendingChain } from 'linesman/web3';
 *
 * declare const signature: string;
 * const chain = rpcSendingChain(rpcConnection('https://api.devnet.solana.com'));
 * const status = await chain.status(signature);
 * ```
 */
export function rpcSendingChain(
  connection: Connection,
  commitment: Commitment = 'confirmed',
): OutboxChain & AccountsChain {
  /** Without their history, a node knows only those of the last minutes. */
  const statusesOf = async (
    signatures: readonly string[],
    { searchTransactionHistory }: { readonly searchTransactionHistory: boolean },
  ): Promise<TransactionStatus[]> => {
    const { value } = await connection.getSignatureStatuses([...signatures], { searchTransactionHistory });
    return transactionStatuses(signatures, value, async (signature) => {
      const wanted = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const;
      return (await connection.getTransaction(signature, wanted))?.meta?.logMessages ?? [];
    });
  };
  return {
    ...rpcChain(connection, commitment),
    recentBlockhash: () => connection.getLatestBlockhash(commitment),
    blockHeight: () => connection.getBlockHeight(commitment),
    send: async (transaction) => {
      // Already simulated: preflight would only delay it.
      await connection.sendRawTransaction(encodeTransaction(transaction), { skipPreflight: true, maxRetries: 0 });
    },
    status: async (signature) => (await statusesOf([signature], { searchTransactionHistory: true }))[0] ?? null,
    statuses: (signatures) =>
      inBatches(signatures, MOST_STATUSES, (some) => statusesOf(some, { searchTransactionHistory: false })),
    isBlockhashValid: async (blockhash) => (await connection.isBlockhashValid(blockhash, { commitment })).value,
  };
}
