import { type Address, addressBytes, addressOf, isAddress } from '../address/address.js';
import type { Codec } from './codec.js';
import { BorshFault } from './fault.js';

/** An address, 32 bytes. */
export const publicKey: Codec<Address> = {
  write: (to, value, path) => {
    if (!isAddress(value)) throw new BorshFault(path, 'an address', value);
    to.put(addressBytes(value));
  },
  read: (from, path) => addressOf(from.take(32, path)),
};
