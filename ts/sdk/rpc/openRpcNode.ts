import { MALFORMED_URL } from '../error/codes/usage.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, type OptionRules, optional } from '../format/checkOptions.js';
import { TEXT } from '../format/optionKinds.js';
import type { RpcNode } from '../program/rpcNode.js';
import { type FetchNode, fetchNode } from './fetchNode.js';
import { COMMITMENT, RPC_OPTIONS, RpcCalls, type RpcOptions } from './rpcCalls.js';
import { followProgram, pollProgram } from './watchProgram.js';

export interface RpcNodeOptions extends RpcOptions {
  /** URL of the websocket. Default: that of the node, with 1 added to its port if it has one. */
  readonly wsEndpoint?: string | undefined;
}

const SCHEMES = ['ws', 'wss'];

const OPTIONS: OptionRules<RpcNodeOptions> = { ...RPC_OPTIONS, wsEndpoint: optional(TEXT) };

/**
 * Opens the node at a URL: a `fetchNode` that also watches accounts. It watches over a websocket where the runtime has
 * them (browsers, Node 22 or later); elsewhere it asks the node every few seconds. Errors: those of `fetchNode`;
 * MALFORMED_URL for `wsEndpoint`.
 *
 * @example
 * ```ts
 * import { openRpcNode } from '@linesman/sdk/rpc';
 *
 * const node = openRpcNode('https://api.devnet.solana.com');
 * const slot = await node.slot();
 * ```
 */
export function openRpcNode(url: string, options: RpcNodeOptions = {}): RpcNode & FetchNode {
  checkOptions('openRpcNode', options, OPTIONS);
  const { wsEndpoint, ...given } = options;
  if (
    wsEndpoint !== undefined &&
    !(URL.canParse(wsEndpoint) && SCHEMES.includes(new URL(wsEndpoint).protocol.slice(0, -1)))
  )
    fail(MALFORMED_URL, { option: 'wsEndpoint', schemes: SCHEMES });
  const node = fetchNode(url, given);
  const calls = new RpcCalls(url, given);
  return {
    ...node,
    watch: (program, filters, onChange) =>
      typeof WebSocket === 'undefined'
        ? pollProgram(() => newest(calls, program), onChange)
        : followProgram(wsEndpoint ?? websocketOf(url), program, filters, onChange),
  };
}

/** The signature of the latest transaction that named an address. */
async function newest(calls: RpcCalls, address: string): Promise<string | null> {
  const found = await calls.result('getSignaturesForAddress', [address, { commitment: COMMITMENT, limit: 1 }]);
  return found.list()[0]?.field('signature').string() ?? null;
}

/** The conventional address of a node's websocket. */
function websocketOf(url: string): string {
  const at = new URL(url);
  at.protocol = at.protocol.replace('http', 'ws');
  if (at.port !== '') at.port = `${Number(at.port) + 1}`;
  return at.href;
}
