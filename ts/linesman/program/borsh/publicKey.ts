import { type Address, addressOf, bytesOfAddress } from '../address/address.js';
import type { Codec } from './codec.js';
import { BorshFault } from './fault.js';

/** An address: 32 raw bytes. */
export const publicKey: Codec<Address> = {
  write: (to, value, path) => {
    const bytes = bytesOfAddress(value);
    if (!bytes) throw new BorshFault(path, 'an address', value);
    to.put(bytes);
  },
  read: (from, path) => addressOf(from.take(32, path)),
};
