import type { FetchNode } from '@linesman/sdk/rpc';

/** The part of a node that is read; `fetchNode` is one. */
export type WatchNode = Pick<FetchNode, 'account' | 'accounts' | 'accountsOf' | 'signaturesOf' | 'transaction'>;
