import { CHAIN_NOT_REACHABLE, fail, LinesmanError } from '../../error/index.js';
import { DEFAULT_ORACLE_PROGRAM_ID, rpcChain, rpcConnection } from '../../program/index.js';
import { oracleRootsReader, type RootsReader } from '../../service/publish/index.js';
import { publicKeyOf, urlOf } from '../optionValue.js';

export interface ChainFlags {
  readonly rpc: string;
  readonly oracle?: string;
}

/**
 * The roots on chain, each account read once: a day of a kind is in one. Errors: MALFORMED_URL and MALFORMED_ADDRESS for
 * the flags, CHAIN_NOT_REACHABLE; the address of the node is not repeated: it may carry an access key.
 */
export function chainRoots({ rpc, oracle }: ChainFlags): RootsReader {
  const chain = rpcChain(rpcConnection(urlOf('--rpc', rpc, ['http', 'https'])));
  const accounts = new Map<string, ReturnType<typeof chain.account>>();
  return oracleRootsReader({
    oracle: oracle === undefined ? DEFAULT_ORACLE_PROGRAM_ID : publicKeyOf('--oracle', oracle),
    chain: {
      account: async (address) => {
        const key = address.toBase58();
        const known = accounts.get(key) ?? chain.account(address);
        accounts.set(key, known);
        try {
          return await known;
        } catch (error) {
          if (error instanceof LinesmanError) throw error;
          return fail(CHAIN_NOT_REACHABLE, { option: '--rpc', asked: `the account ${key}` }, { cause: error });
        }
      },
    },
  });
}
