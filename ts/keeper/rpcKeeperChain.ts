import { base58 } from '@scure/base';
import type { Commitment, Connection, GetProgramAccountsFilter } from '@solana/web3.js';
import { rpcSendingChain } from '../program/index.js';
import type { AccountFilter, KeeperChain } from './keeperChain.js';

const memcmp = (filters: readonly AccountFilter[]): GetProgramAccountsFilter[] =>
  filters.map(({ offset, bytes }) => ({ memcmp: { offset, bytes: base58.encode(bytes) } }));

/** A chain behind an RPC connection with its websocket. */
export function rpcKeeperChain(connection: Connection, commitment: Commitment = 'confirmed'): KeeperChain {
  return {
    ...rpcSendingChain(connection, commitment),
    accountsOf: async (program, filters) => {
      const found = await connection.getProgramAccounts(program, { commitment, filters: memcmp(filters) });
      return found.map(({ pubkey, account }) => ({ address: pubkey, data: account.data }));
    },
    recentFees: async (writable) => {
      const fees = await connection.getRecentPrioritizationFees({ lockedWritableAccounts: [...writable] });
      return fees.map(({ prioritizationFee }) => prioritizationFee);
    },
    lamports: (address) => connection.getBalance(address, commitment),
    watch: (program, filters, onChange) => {
      const subscription = connection.onProgramAccountChange(program, onChange, {
        commitment,
        filters: memcmp(filters),
      });
      return () => {
        connection.removeProgramAccountChangeListener(subscription).catch(() => {});
      };
    },
  };
}
