import { atRpcOption } from '@linesman/sdk/internal/rpc/atRpcOption';
import { type Address, DEFAULT_ORACLE_PROGRAM_ID } from '@linesman/sdk/program';
import { openRpcNode } from '@linesman/sdk/rpc';
import { oracleRootsReader } from '../../roots/publish/oracleRootsReader.js';
import type { RootsReader } from '../../roots/publish/rootsChain.js';

export interface ChainFlags {
  readonly rpc: string;
  readonly oracle?: Address;
}

/**
 * The roots on chain. Each account is read once, because it holds a whole day of one kind. Errors: CHAIN_NOT_REACHABLE.
 * No message repeats the node's address, which may hold a key.
 */
export function chainRoots({ rpc, oracle = DEFAULT_ORACLE_PROGRAM_ID }: ChainFlags): RootsReader {
  const chain = openRpcNode(rpc);
  const accounts = new Map<Address, ReturnType<typeof chain.account>>();
  return oracleRootsReader({
    oracle,
    chain: {
      account: (address) => {
        const known = accounts.get(address) ?? atRpcOption(() => chain.account(address), `the account ${address}`);
        accounts.set(address, known);
        return known;
      },
    },
  });
}
