import type { Commitment, Connection } from '@solana/web3.js';
import type { AccountsChain, Chain } from './chain.js';
import type { SendingChain } from './sendingChain.js';

/** Accounts that a node gives for one question. */
const MOST_ACCOUNTS = 100;

/** A chain behind an RPC connection. */
export function rpcChain(connection: Connection, commitment: Commitment = 'confirmed'): Chain & AccountsChain {
  return {
    latestBlockhash: async () => (await connection.getLatestBlockhash(commitment)).blockhash,
    simulate: async (transaction) => {
      const { value } = await connection.simulateTransaction(transaction, {
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
      // `getAccountInfo` would put words of its own in the place of an error.
      const { value } = await connection.getAccountInfoAndContext(address, commitment);
      return value === null ? null : { owner: value.owner, data: value.data };
    },
    accounts: async (addresses) => {
      const found: Awaited<ReturnType<AccountsChain['accounts']>> = [];
      for (let i = 0; i < addresses.length; i += MOST_ACCOUNTS) {
        const some = await connection.getMultipleAccountsInfo(addresses.slice(i, i + MOST_ACCOUNTS), commitment);
        found.push(...some.map((one) => one && { owner: one.owner, data: one.data }));
      }
      return found;
    },
  };
}

/** The same, and transactions can be sent to it. */
export function rpcSendingChain(
  connection: Connection,
  commitment: Commitment = 'confirmed',
): SendingChain & AccountsChain {
  return {
    ...rpcChain(connection, commitment),
    send: async (transaction) => {
      // It has been simulated; a second time would only delay it.
      await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true, maxRetries: 0 });
    },
    status: async (signature) => {
      const { value } = await connection.getSignatureStatuses([signature], { searchTransactionHistory: true });
      const [found] = value;
      // A failure, too, may be on a fork; and what it lost to is not in the accounts as they are read before it is confirmed.
      if (!found || found.confirmationStatus === 'processed') return null;
      if (found.err === null) return { error: null, logs: [] };
      const transaction = await connection.getTransaction(signature, {
        commitment: 'confirmed',
        maxSupportedTransactionVersion: 0,
      });
      return { error: found.err, logs: transaction?.meta?.logMessages ?? [] };
    },
    isBlockhashValid: async (blockhash) => (await connection.isBlockhashValid(blockhash, { commitment })).value,
  };
}
