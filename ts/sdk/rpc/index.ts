import '#texts';

export { type AccountReaderOptions, accountReader } from './accountReader.js';
export { type FetchNode, fetchNode, type ListedSignature } from './fetchNode.js';
export { openRpcNode, type RpcNodeOptions } from './openRpcNode.js';
export type { RpcOptions } from './rpcCalls.js';
