import type { Commitment, Connection } from '@solana/web3.js';
import type { Chain } from './chain.js';

/** A chain behind an RPC connection. */
export function rpcChain(connection: Connection, commitment: Commitment = 'confirmed'): Chain {
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
      const info = await connection.getAccountInfo(address, commitment);
      return info === null ? null : { owner: info.owner, data: info.data };
    },
  };
}
