import { CHAIN_NOT_REACHABLE, fail, LinesmanError } from '../../error/index.js';
import { type Address, DEFAULT_ORACLE_PROGRAM_ID } from '../../program/index.js';
import { oracleRootsReader, type RootsReader } from '../../service/publish/index.js';
import { openRpcNode } from '../../web3/index.js';
import { addressOption, urlOf } from '../optionValue.js';

export interface ChainFlags {
  readonly rpc: string;
  readonly oracle?: string;
}

/**
 * The roots on chain, each account read once: a day of a kind is in one. Errors: MALFORMED_URL and MALFORMED_ADDRESS for
 * the flags, CHAIN_NOT_REACHABLE; the address of the node is not repeated: it may carry an access key.
 */
export function chainRoots({ rpc, oracle }: ChainFlags): RootsReader {
  const chain = openRpcNode(urlOf('--rpc', rpc, ['http', 'https']));
  const accounts = new Map<Address, ReturnType<typeof chain.account>>();
  return oracleRootsReader({
    oracle: oracle === undefined ? DEFAULT_ORACLE_PROGRAM_ID : addressOption('--oracle', oracle),
    chain: {
      account: async (address) => {
        const known = accounts.get(address) ?? chain.account(address);
        accounts.set(address, known);
        try {
          return await known;
        } catch (error) {
          if (error instanceof LinesmanError) throw error;
          return fail(CHAIN_NOT_REACHABLE, { option: '--rpc', asked: `the account ${address}` }, { cause: error });
        }
      },
    },
  });
}
