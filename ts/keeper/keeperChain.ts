import type { RpcNode, SendingChain } from 'linesman/program';

/** The part of a node that the keeper uses. */
export type KeeperChain = SendingChain & Pick<RpcNode, 'accountsOf' | 'recentFees' | 'lamports' | 'watch'>;
