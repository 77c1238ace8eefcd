import { PublicKey } from '@solana/web3.js';
import { addressOf } from './address.js';
import { programAddress } from './programAddress.js';

/** A program-derived address and its canonical bump. */
export interface Derived {
  address: PublicKey;
  bump: number;
}

export function derive(programId: PublicKey, ...seeds: Uint8Array[]): Derived {
  const { address, bump } = programAddress(addressOf(programId.toBytes()), ...seeds);
  return { address: new PublicKey(address), bump };
}
