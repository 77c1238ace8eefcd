import '#texts';

export {
  fromKitInstruction,
  fromKitSigner,
  fromKitTransaction,
  type KitTransactionSigner,
  type SignableTransaction,
  toKitAddress,
  toKitInstruction,
  toKitSigner,
  toKitTransaction,
} from './convert.js';
export { kitChain } from './kitChain.js';
