import type { Connection } from '@solana/web3.js';
import { CHAIN_NOT_REACHABLE, fail, LinesmanError } from '../../error/index.js';
import { type KeeperChain, rpcKeeperChain } from '../../keeper/index.js';
import { rpcConnection } from '../../program/index.js';
import { urlOf } from '../optionValue.js';

/** A connection to the RPC address of an option. Errors: MALFORMED_URL. */
export const connectionOf = (rpc: string): Connection => rpcConnection(urlOf('--rpc', rpc, ['http', 'https']));

/** A question to a chain that fails with CHAIN_NOT_REACHABLE when there is no answer. */
export const askedOf =
  <A extends unknown[], T>(question: (...args: A) => Promise<T>) =>
  async (...args: A): Promise<T> => {
    try {
      return await question(...args);
    } catch (cause) {
      if (cause instanceof LinesmanError) throw cause;
      // Without the cause: it may name the address, which may carry an access key.
      return fail(CHAIN_NOT_REACHABLE, { option: '--rpc' });
    }
  };

/**
 * The chain behind the RPC address of an option. Errors: MALFORMED_URL; what is asked of it fails with CHAIN_NOT_REACHABLE
 * when there is no answer.
 */
export function openChain(rpc: string): KeeperChain {
  const chain = rpcKeeperChain(connectionOf(rpc));
  return {
    latestBlockhash: askedOf(chain.latestBlockhash),
    simulate: askedOf(chain.simulate),
    account: askedOf(chain.account),
    send: askedOf(chain.send),
    status: askedOf(chain.status),
    isBlockhashValid: askedOf(chain.isBlockhashValid),
    accountsOf: askedOf(chain.accountsOf),
    recentFees: askedOf(chain.recentFees),
    lamports: askedOf(chain.lamports),
    watch: chain.watch,
  };
}
