import '#texts';

export {
  fromKitInstruction,
  fromKitTransaction,
  type SignableTransaction,
  toKitAddress,
  toKitInstruction,
  toKitSigner,
  toKitTransaction,
} from './convert.js';
export { kitChain } from './kitChain.js';
