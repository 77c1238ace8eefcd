import type { Connection } from '@solana/web3.js';
import { fail, LinesmanError } from '../../error/index.js';
import { type KeeperChain, rpcKeeperChain } from '../../keeper/index.js';
import { rpcConnection } from '../../program/index.js';
import { addressOf } from '../optionValue.js';

/** A connection to the RPC address of an option. Errors: 7015. */
export const connectionOf = (rpc: string): Connection => rpcConnection(addressOf('rpc', rpc, /^https?:$/));

/** A question to a chain that fails with 7068 when there is no answer. */
export const askedOf =
  <A extends unknown[], T>(question: (...args: A) => Promise<T>) =>
  async (...args: A): Promise<T> => {
    try {
      return await question(...args);
    } catch (cause) {
      if (cause instanceof LinesmanError) throw cause;
      // Without the cause: it may name the address, which may carry an access key.
      return fail(7068, {
        message: 'The chain at the address of --rpc gives no answer, or none that can be used.',
        hint: 'Check --rpc, and that the chain runs.',
      });
    }
  };

/** The chain behind the RPC address of an option. Errors: 7015; what is asked of it fails with 7068 when there is no answer. */
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
