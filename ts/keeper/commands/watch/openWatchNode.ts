import { fetchNode } from '@linesman/sdk/rpc';
import type { WatchNode } from '../../watch/watched.js';
import { askedOf } from '../askedOf.js';

/** What `linesman watch` asks the node behind the RPC address of an option. */
export function openWatchNode(rpc: string): WatchNode {
  const node = fetchNode(rpc);
  return {
    account: askedOf(node.account),
    accounts: askedOf(node.accounts),
    accountsOf: askedOf(node.accountsOf),
    signaturesOf: askedOf(node.signaturesOf),
    transaction: askedOf(node.transaction),
  };
}
