import type { Commitment, Connection } from '@solana/web3.js';
import { CHAIN_NOT_REACHABLE, UNKNOWN_TRANSACTION_VERSION } from '../error/codes/api.js';
import { NO_FAUCET } from '../error/codes/market.js';
import { fail } from '../error/linesmanError.js';
import type { RpcNode } from '../program/rpcNode.js';
import { LATEST_VERSION, metaOf, rpcCodeOf, VERSION_NOT_SUPPORTED } from '../program/transactionStatuses.js';
import { memcmpOf } from '../rpc/watchProgram.js';
import { asking } from './asking.js';
import { fromPublicKey, toPublicKey } from './convert.js';
import { rpcSendingChain } from './rpcChain.js';

/**
 * Adapts a web3.js connection, websocket included, to the interface of a node. Balances above 2^53 lamports lose digits
 * in web3.js; `openRpcNode` of `@linesman/sdk/rpc` reads them exactly.
 *
 * @example
 * ```ts
 * import { Connection } from '@solana/web3.js';
 * import { rpcNode } from '@linesman/sdk/web3';
 *
 * const node = rpcNode(new Connection('https://api.devnet.solana.com'));
 * const lamports = await node.rent(165);
 * ```
 */
export function rpcNode(connection: Connection, commitment: Commitment = 'confirmed'): RpcNode {
  const ask = asking(connection);
  const chain = rpcSendingChain(connection, commitment);
  return {
    ...chain,
    accountsOf: async (program, filters) => {
      const options = { commitment, filters: memcmpOf(filters) };
      const found = await ask(() => connection.getProgramAccounts(toPublicKey(program), options));
      return found.map(({ pubkey, account }) => ({ address: fromPublicKey(pubkey), data: account.data }));
    },
    recentFees: async (writable) => {
      const lockedWritableAccounts = writable.map(toPublicKey);
      const fees = await ask(() => connection.getRecentPrioritizationFees({ lockedWritableAccounts }));
      return fees.map(({ prioritizationFee }) => prioritizationFee);
    },
    lamports: async (address) => BigInt(await ask(() => connection.getBalance(toPublicKey(address), commitment))),
    watch: (program, filters, onChange) => {
      const options = { commitment, filters: memcmpOf(filters) };
      const subscription = connection.onProgramAccountChange(toPublicKey(program), onChange, options);
      return () => {
        connection.removeProgramAccountChangeListener(subscription).catch(() => {});
      };
    },
    tokenAccounts: async (owner, tokenProgram) => {
      const of = { programId: toPublicKey(tokenProgram) };
      const { value } = await ask(() => connection.getTokenAccountsByOwner(toPublicKey(owner), of));
      return value.map(({ pubkey, account }) => ({ address: fromPublicKey(pubkey), data: account.data }));
    },
    // On an error of the node, web3.js logs it and returns 0, which is not a valid rent.
    rent: async (bytes) =>
      (await connection.getMinimumBalanceForRentExemption(bytes)) || fail(CHAIN_NOT_REACHABLE, { asked: 'the rent' }),
    airdrop: async (address, lamports) => {
      try {
        return await ask(() => connection.requestAirdrop(toPublicKey(address), lamports));
      } catch (cause) {
        const code = rpcCodeOf(cause);
        if (typeof code !== 'number') throw cause;
        return fail(NO_FAUCET, { problem: 'no airdrop', code });
      }
    },
    transaction: async (signature) => {
      const options = { commitment: 'confirmed', maxSupportedTransactionVersion: LATEST_VERSION } as const;
      const found = await ask(() => connection.getParsedTransaction(signature, options)).catch((cause: unknown) => {
        if (rpcCodeOf(cause) !== VERSION_NOT_SUPPORTED) throw cause;
        return fail(UNKNOWN_TRANSACTION_VERSION);
      });
      if (found === null) return null;
      const { meta, blockTime, transaction } = found;
      const { accountKeys, instructions } = transaction.message;
      return {
        meta: meta ? { err: meta.err, logMessages: meta.logMessages ?? null } : metaOf(await chain.status(signature)),
        blockTime: blockTime ?? null,
        signers: accountKeys.filter(({ signer }) => signer).map(({ pubkey }) => fromPublicKey(pubkey)),
        instructions: instructions.map((one) => ({
          programAddress: fromPublicKey(one.programId),
          accounts: 'accounts' in one ? one.accounts.map(fromPublicKey) : [],
          data: 'data' in one ? one.data : null,
        })),
      };
    },
    slot: () => ask(() => connection.getSlot()),
  };
}
