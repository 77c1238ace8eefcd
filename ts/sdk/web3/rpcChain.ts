import { base64 } from '@scure/base';
import type { Commitment, Connection } from '@solana/web3.js';
import { BlockhashSlots } from '../program/blockhashSlots.js';
import type { AccountsChain, Chain } from '../program/chain.js';
import { readInBatches } from '../program/inBatches.js';
import type { OutboxChain } from '../program/sendingChain.js';
import { encodeTransaction } from '../program/transaction/transaction.js';
import { LATEST_VERSION, transactionStatuses } from '../program/transactionStatuses.js';
import { asking } from './asking.js';
import { fromPublicKey, toPublicKey, toVersionedTransaction } from './convert.js';

/**
 * Adapts a web3.js connection for `buildTransaction` and account reads.
 *
 * @example
 * ```ts
 * import { rpcChain, rpcConnection } from '@linesman/sdk/web3';
 *
 * const chain = rpcChain(rpcConnection('https://api.devnet.solana.com'));
 * const blockhash = await chain.latestBlockhash();
 * ```
 */
export function rpcChain(connection: Connection, commitment: Commitment = 'confirmed'): Chain & AccountsChain {
  const ask = asking(connection);
  return readingChain(connection, commitment, () => ask(() => connection.getLatestBlockhash(commitment)));
}

function readingChain(
  connection: Connection,
  commitment: Commitment,
  recentBlockhash: OutboxChain['recentBlockhash'],
): Chain & AccountsChain {
  const ask = asking(connection);
  return {
    latestBlockhash: async () => (await recentBlockhash()).blockhash,
    simulate: async (transaction) => {
      const options = { sigVerify: false, replaceRecentBlockhash: true, commitment };
      const sent = toVersionedTransaction(transaction);
      const { value } = await ask(() => connection.simulateTransaction(sent, options));
      return {
        error: value.err,
        logs: value.logs ?? [],
        unitsConsumed: value.unitsConsumed ?? 0,
        returnData: value.returnData ? base64.decode(value.returnData.data[0]) : null,
      };
    },
    account: async (address) => {
      // `getAccountInfo` replaces the error with its own.
      const { value } = await ask(() => connection.getAccountInfoAndContext(toPublicKey(address), commitment));
      return value === null ? null : { owner: fromPublicKey(value.owner), data: value.data };
    },
    accounts: (addresses) =>
      readInBatches(addresses, async (some) => {
        const found = await ask(() => connection.getMultipleAccountsInfo(some.map(toPublicKey), commitment));
        return found.map((one) => one && { owner: fromPublicKey(one.owner), data: one.data });
      }),
  };
}

/**
 * A `rpcChain` that can also send transactions, for `sendTransaction` and an `Outbox`.
 *
 * @example
 * ```ts
 * import { rpcConnection, rpcSendingChain } from '@linesman/sdk/web3';
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
  const ask = asking(connection);
  const slots = new BlockhashSlots();
  const recentBlockhash = async () => {
    const { value, context } = await ask(() => connection.getLatestBlockhashAndContext(commitment));
    slots.note(value.blockhash, context.slot);
    return value;
  };
  return {
    ...readingChain(connection, commitment, recentBlockhash),
    recentBlockhash,
    blockHeight: () => ask(() => connection.getBlockHeight(commitment)),
    send: async (transaction) => {
      // The transaction is already simulated, so preflight would only delay it.
      const options = { skipPreflight: true, maxRetries: 0 };
      await ask(() => connection.sendRawTransaction(encodeTransaction(transaction), options));
    },
    ...transactionStatuses({
      statuses: (signatures, options) => ask(() => connection.getSignatureStatuses([...signatures], options)),
      logs: async (signature) => {
        const wanted = { commitment: 'confirmed', maxSupportedTransactionVersion: LATEST_VERSION } as const;
        return (await ask(() => connection.getTransaction(signature, wanted)))?.meta?.logMessages;
      },
    }),
    isBlockhashValid: async (blockhash) =>
      (await ask(() => connection.isBlockhashValid(blockhash, { commitment, ...slots.reached(blockhash) }))).value,
  };
}
