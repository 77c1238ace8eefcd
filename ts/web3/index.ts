export {
  fromKeypair,
  fromLookupTable,
  fromPublicKey,
  fromTransactionInstruction,
  fromVersionedTransaction,
  toKeypair,
  toPublicKey,
  toTransactionInstruction,
  toVersionedTransaction,
} from './convert.js';
export { rpcChain, rpcSendingChain } from './rpcChain.js';
export { type RpcConnectionOptions, rpcConnection } from './rpcConnection.js';
export {
  type BytesAt,
  type LandedInstruction,
  type LandedTransaction,
  openRpcNode,
  type ProgramAccount,
  type RpcNode,
  rpcNode,
} from './rpcNode.js';
