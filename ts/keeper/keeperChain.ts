import type { OutboxChain, RpcNode } from '@linesman/sdk/program';

/** The part of a node that the keeper uses. */
export type KeeperChain = OutboxChain &
  Pick<RpcNode, 'accounts' | 'accountsOf' | 'recentFees' | 'lamports' | 'rent' | 'watch'>;
