import '#texts';

export {
  type AdapterWallet,
  fromKeypair,
  fromLookupTable,
  fromPublicKey,
  fromTransactionInstruction,
  fromVersionedTransaction,
  fromWalletAdapter,
  toKeypair,
  toPublicKey,
  toTransactionInstruction,
  toVersionedTransaction,
} from './convert.js';
export { rpcChain, rpcSendingChain } from './rpcChain.js';
export { type RpcConnectionOptions, rpcConnection } from './rpcConnection.js';
export { rpcNode } from './rpcNode.js';
