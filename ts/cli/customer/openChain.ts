import { fail, LinesmanError } from '../../error/index.js';
import { type KeeperChain, rpcKeeperChain } from '../../keeper/index.js';
import { rpcConnection } from '../../program/index.js';
import { addressOf } from '../optionValue.js';

/** The chain behind the RPC address of an option. Errors: 7015; what is asked of it fails with 7068 when there is no answer. */
export function openChain(rpc: string): KeeperChain {
  const chain = rpcKeeperChain(rpcConnection(addressOf('rpc', rpc, /^https?:$/)));
  const asked =
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
  return {
    latestBlockhash: asked(chain.latestBlockhash),
    simulate: asked(chain.simulate),
    account: asked(chain.account),
    send: asked(chain.send),
    status: asked(chain.status),
    isBlockhashValid: asked(chain.isBlockhashValid),
    accountsOf: asked(chain.accountsOf),
    recentFees: asked(chain.recentFees),
    lamports: asked(chain.lamports),
    watch: chain.watch,
  };
}
