import { PublicKey } from '@solana/web3.js';

/** A program-derived address and its canonical bump. */
export interface Derived {
  address: PublicKey;
  bump: number;
}

export function derive(programId: PublicKey, ...seeds: Uint8Array[]): Derived {
  const [address, bump] = PublicKey.findProgramAddressSync(seeds, programId);
  return { address, bump };
}
