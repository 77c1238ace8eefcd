import { base64 } from '@scure/base';
import type {
  AccountInfoBase,
  AccountInfoWithBase64EncodedData,
  Base64EncodedWireTransaction,
  Blockhash,
  Commitment,
  Rpc,
  Signature,
  SolanaRpcApi,
} from '@solana/kit';
import { inBatches, MOST_STATUSES, readInBatches } from '../program/inBatches.js';
import type { AccountsChain, Address, OutboxChain, Transaction, TransactionStatus } from '../program/index.js';
import { encodeTransaction } from '../program/index.js';
import { transactionStatuses } from '../program/transactionStatuses.js';
import { toKitAddress } from './convert.js';

type Account = AccountInfoBase & AccountInfoWithBase64EncodedData;

const accountOf = (found: Account | null) =>
  found && { owner: found.owner as string as Address, data: base64.decode(found.data[0]) };

const wireOf = (transaction: Transaction): Base64EncodedWireTransaction =>
  base64.encode(encodeTransaction(transaction)) as Base64EncodedWireTransaction;

/**
 * Adapts a Kit RPC for `buildTransaction`, `sendTransaction` and an `Outbox`.
 *
 * @example
 * ```ts
 * import { createSolanaRpc } from '@solana/kit';
 * import { kitChain } from 'linesman/kit';
 *
 * const chain = kitChain(createSolanaRpc('https://api.devnet.solana.com'));
 * const blockhash = await chain.latestBlockhash();
 * ```
 */
export function kitChain(rpc: Rpc<SolanaRpcApi>, commitment: Commitment = 'confirmed'): OutboxChain & AccountsChain {
  /** Without their history, a node knows only those of the last minutes. */
  const statusesOf = async (
    signatures: readonly string[],
    options: { readonly searchTransactionHistory: boolean },
  ): Promise<TransactionStatus[]> => {
    const { value } = await rpc.getSignatureStatuses(signatures as Signature[], options).send();
    return transactionStatuses(signatures, value, async (signature) => {
      const wanted = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 0 } as const;
      return (await rpc.getTransaction(signature as Signature, wanted).send())?.meta?.logMessages ?? [];
    });
  };
  return {
    latestBlockhash: async () => (await rpc.getLatestBlockhash({ commitment }).send()).value.blockhash,
    simulate: async (transaction) => {
      const { value } = await rpc
        .simulateTransaction(wireOf(transaction), {
          commitment,
          encoding: 'base64',
          replaceRecentBlockhash: true,
          sigVerify: false,
        })
        .send();
      return {
        error: value.err,
        logs: value.logs ?? [],
        unitsConsumed: Number(value.unitsConsumed ?? 0n),
        returnData: value.returnData ? base64.decode(value.returnData.data[0]) : null,
      };
    },
    account: async (address) => {
      const { value } = await rpc.getAccountInfo(toKitAddress(address), { commitment, encoding: 'base64' }).send();
      return accountOf(value);
    },
    accounts: (addresses) =>
      readInBatches(addresses, async (some) => {
        const options = { commitment, encoding: 'base64' } as const;
        return (await rpc.getMultipleAccounts(some.map(toKitAddress), options).send()).value.map(accountOf);
      }),
    send: async (transaction) => {
      // Already simulated: preflight would only delay it.
      const options = { encoding: 'base64', skipPreflight: true, maxRetries: 0n } as const;
      await rpc.sendTransaction(wireOf(transaction), options).send();
    },
    recentBlockhash: async () => {
      const { value } = await rpc.getLatestBlockhash({ commitment }).send();
      return { blockhash: value.blockhash, lastValidBlockHeight: Number(value.lastValidBlockHeight) };
    },
    blockHeight: async () => Number(await rpc.getBlockHeight({ commitment }).send()),
    status: async (signature) => (await statusesOf([signature], { searchTransactionHistory: true }))[0] ?? null,
    statuses: (signatures) =>
      inBatches(signatures, MOST_STATUSES, (some) => statusesOf(some, { searchTransactionHistory: false })),
    isBlockhashValid: async (blockhash) =>
      (await rpc.isBlockhashValid(blockhash as Blockhash, { commitment }).send()).value,
  };
}
