import { base58 } from '@scure/base';
import { type Commitment, type Connection, type GetProgramAccountsFilter, SolanaJSONRPCError } from '@solana/web3.js';
import { CHAIN_NOT_REACHABLE, fail, NO_FAUCET } from '../error/index.js';
import { checkOptions } from '../format/checkOptions.js';
import type { BytesAt, RpcNode } from '../program/index.js';
import { LATEST_VERSION } from '../program/transactionStatuses.js';
import { fetchNode } from '../rpc/index.js';
import { fromPublicKey, toPublicKey } from './convert.js';
import { rpcSendingChain } from './rpcChain.js';
import { RPC_CONNECTION_OPTIONS, type RpcConnectionOptions, rpcConnection } from './rpcConnection.js';

/**
 * Opens the node at a URL: a `fetchNode` of `linesman/rpc`, with the websocket of web3.js. Errors: those of
 * `rpcConnection`; MALFORMED_URL. Its requests: those of `fetchNode`.
 *
 * @example
 * ```ts
 * import { openRpcNode } from 'linesman/web3';
 *
 * const node = openRpcNode('https://api.devnet.solana.com');
 * const slot = await node.slot();
 * ```
 */
export function openRpcNode(url: string, options: RpcConnectionOptions = {}): RpcNode {
  checkOptions('openRpcNode', options, RPC_CONNECTION_OPTIONS);
  const { timeLimit, fetch } = options;
  const node = fetchNode(url, { ...(timeLimit !== undefined && { timeLimit }), ...(fetch && { fetch }) });
  return { ...node, watch: rpcNode(rpcConnection(url, options)).watch };
}

/**
 * Adapts a web3.js connection, websocket included, to the interface of a node. Balances above 2^53 lamports lose digits
 * in web3.js; `openRpcNode` reads them exactly.
 *
 * @example
 * ```ts
 * import { Connection } from '@solana/web3.js';
 * import { rpcNode } from 'linesman/web3';
 *
 * const node = rpcNode(new Connection('https://api.devnet.solana.com'));
 * const lamports = await node.rent(165);
 * ```
 */
export function rpcNode(connection: Connection, commitment: Commitment = 'confirmed'): RpcNode {
  return {
    ...rpcSendingChain(connection, commitment),
    accountsOf: async (program, filters) => {
      const options = { commitment, filters: memcmp(filters) };
      const found = await connection.getProgramAccounts(toPublicKey(program), options);
      return found.map(({ pubkey, account }) => ({ address: fromPublicKey(pubkey), data: account.data }));
    },
    recentFees: async (writable) => {
      const lockedWritableAccounts = writable.map(toPublicKey);
      const fees = await connection.getRecentPrioritizationFees({ lockedWritableAccounts });
      return fees.map(({ prioritizationFee }) => prioritizationFee);
    },
    lamports: async (address) => BigInt(await connection.getBalance(toPublicKey(address), commitment)),
    watch: (program, filters, onChange) => {
      const options = { commitment, filters: memcmp(filters) };
      const subscription = connection.onProgramAccountChange(toPublicKey(program), onChange, options);
      return () => {
        connection.removeProgramAccountChangeListener(subscription).catch(() => {});
      };
    },
    tokenAccounts: async (owner, tokenProgram) => {
      const of = { programId: toPublicKey(tokenProgram) };
      const { value } = await connection.getTokenAccountsByOwner(toPublicKey(owner), of);
      return value.map(({ pubkey, account }) => ({ address: fromPublicKey(pubkey), data: account.data }));
    },
    // web3.js logs an error of the node, and answers 0, which no account pays.
    rent: async (bytes) =>
      (await connection.getMinimumBalanceForRentExemption(bytes)) || fail(CHAIN_NOT_REACHABLE, { asked: 'the rent' }),
    airdrop: async (address, lamports) => {
      try {
        return await connection.requestAirdrop(toPublicKey(address), lamports);
      } catch (cause) {
        if (!(cause instanceof SolanaJSONRPCError)) throw cause;
        return fail(NO_FAUCET, { problem: 'no airdrop', code: Number(cause.code) });
      }
    },
    transaction: async (signature) => {
      const options = { commitment: 'confirmed', maxSupportedTransactionVersion: LATEST_VERSION } as const;
      const found = await connection.getParsedTransaction(signature, options);
      if (found === null) return null;
      const { meta, blockTime, transaction } = found;
      const { accountKeys, instructions } = transaction.message;
      return {
        meta: meta && { err: meta.err, logMessages: meta.logMessages ?? null },
        blockTime: blockTime ?? null,
        signers: accountKeys.filter(({ signer }) => signer).map(({ pubkey }) => fromPublicKey(pubkey)),
        instructions: instructions.map((one) => ({
          programAddress: fromPublicKey(one.programId),
          accounts: 'accounts' in one ? one.accounts.map(fromPublicKey) : [],
          data: 'data' in one ? one.data : null,
        })),
      };
    },
    slot: () => connection.getSlot(),
  };
}

const memcmp = (filters: readonly BytesAt[]): GetProgramAccountsFilter[] =>
  filters.map(({ offset, bytes }) => ({ memcmp: { offset, bytes: base58.encode(bytes) } }));
