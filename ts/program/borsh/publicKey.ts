import { PublicKey } from '@solana/web3.js';
import type { Codec } from './codec.js';
import { BorshFault } from './fault.js';

/** An address, 32 bytes. */
export const publicKey: Codec<PublicKey> = {
  write: (to, value, path) => {
    if (!(value instanceof PublicKey)) throw new BorshFault(path, 'is not a PublicKey');
    to.put(value.toBytes());
  },
  read: (from, path) => new PublicKey(from.take(32, path)),
};
