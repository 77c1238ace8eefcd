import { atVersion, type VersionFlags } from '@linesman/cli';
import type { RpcNode } from '@linesman/sdk/program';
import { openRpcNode } from '@linesman/sdk/rpc';
import { askedOf } from './askedOf.js';

/**
 * The chain behind the RPC address of an option, for transactions of the version that another option names. Its
 * requests fail with CHAIN_NOT_REACHABLE when there is no answer.
 */
export function openChain(flags: VersionFlags & { readonly rpc: string }): RpcNode {
  const chain = openRpcNode(flags.rpc);
  const asked: RpcNode = {
    latestBlockhash: askedOf(chain.latestBlockhash),
    simulate: askedOf(chain.simulate),
    account: askedOf(chain.account),
    accounts: askedOf(chain.accounts),
    send: askedOf(chain.send),
    status: askedOf(chain.status),
    statuses: askedOf(chain.statuses),
    recentBlockhash: askedOf(chain.recentBlockhash),
    blockHeight: askedOf(chain.blockHeight),
    isBlockhashValid: askedOf(chain.isBlockhashValid),
    accountsOf: askedOf(chain.accountsOf),
    recentFees: askedOf(chain.recentFees),
    lamports: askedOf(chain.lamports),
    watch: chain.watch,
    tokenAccounts: askedOf(chain.tokenAccounts),
    rent: askedOf(chain.rent),
    airdrop: askedOf(chain.airdrop),
    transaction: askedOf(chain.transaction),
    slot: askedOf(chain.slot),
    ...(chain.takesVersion1 && { takesVersion1: chain.takesVersion1 }),
  };
  return atVersion(asked, flags);
}
