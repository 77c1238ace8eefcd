import type { Commitment, Connection } from '@solana/web3.js';
import type { AccountsChain, Chain, SendingChain } from '../program/index.js';
import { encodeTransaction } from '../program/index.js';
import { fromPublicKey, toPublicKey, toVersionedTransaction } from './convert.js';

/** Accounts that a node gives for one question. */
const MOST_ACCOUNTS = 100;

/** A chain behind an RPC connection. */
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
      // `getAccountInfo` would put words of its own in the place of an error.
      const { value } = await connection.getAccountInfoAndContext(toPublicKey(address), commitment);
      return value === null ? null : { owner: fromPublicKey(value.owner), data: value.data };
    },
    accounts: async (addresses) => {
      const found: Awaited<ReturnType<AccountsChain['accounts']>> = [];
      for (let i = 0; i < addresses.length; i += MOST_ACCOUNTS) {
        const keys = addresses.slice(i, i + MOST_ACCOUNTS).map(toPublicKey);
        const some = await connection.getMultipleAccountsInfo(keys, commitment);
        found.push(...some.map((one) => one && { owner: fromPublicKey(one.owner), data: one.data }));
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
      await connection.sendRawTransaction(encodeTransaction(transaction), { skipPreflight: true, maxRetries: 0 });
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
