import type { RpcNode, SendingChain } from 'linesman/program';

/** A chain as the keeper needs it. */
export type KeeperChain = SendingChain & Pick<RpcNode, 'accountsOf' | 'recentFees' | 'lamports' | 'watch'>;
