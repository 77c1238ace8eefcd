import type { Commitment, Connection } from '@solana/web3.js';
import { readInBatches } from '../program/inBatches.js';
import type { AccountsChain, Chain, OutboxChain } from '../program/index.js';
import { encodeTransaction } from '../program/index.js';
import { LATEST_VERSION, transactionStatuses } from '../program/transactionStatuses.js';
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
        returnData: value.returnData ? new Uint8Array(Buffer.from(value.returnData.data[0], 'base64')) : null,
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
  return {
    ...rpcChain(connection, commitment),
    recentBlockhash: () => connection.getLatestBlockhash(commitment),
    blockHeight: () => connection.getBlockHeight(commitment),
    send: async (transaction) => {
      // Already simulated: preflight would only delay it.
      await connection.sendRawTransaction(encodeTransaction(transaction), { skipPreflight: true, maxRetries: 0 });
    },
    ...transactionStatuses({
      statuses: (signatures, options) => connection.getSignatureStatuses([...signatures], options),
      logs: async (signature) => {
        const wanted = { commitment: 'confirmed', maxSupportedTransactionVersion: LATEST_VERSION } as const;
        return (await connection.getTransaction(signature, wanted))?.meta?.logMessages;
      },
    }),
    isBlockhashValid: async (blockhash) => (await connection.isBlockhashValid(blockhash, { commitment })).value,
  };
}
