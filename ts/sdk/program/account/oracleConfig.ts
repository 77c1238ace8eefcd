import { bytes, hash32, i64, publicKey, struct, u8, u32, u64, type ValueOf } from '../borsh/codec.js';
import { defineAccount } from './define.js';

const codec = struct({
  admin: publicKey,
  pendingAdmin: publicKey,
  publisher: publicKey,
  backendAdmin: publicKey,
  oracleKey: hash32,
  nextOracleKey: hash32,
  serviceMint: publicKey,
  stablecoinMint: publicKey,
  creditPackPrice: u64,
  bump: u8,
  lateAfter: u32,
  before: u32,
  changed: i64,
  reserved: bytes(47),
});
export type OracleConfig = ValueOf<typeof codec>;

/**
 * The configuration of an oracle deployment. 32 zero bytes mean no pending admin, or no next oracle key. `lateAfter`:
 * seconds after the end of a slot in which the publisher may publish its root without the admin's signature; 0 = no
 * bound. It changed at `changed` (Unix seconds, 0 = never); for slots that had ended by then `before` counts, if it is
 * stricter (0 = none). `isRootLate` decides by the three.
 */
export const oracleConfigAccount = defineAccount('Config', codec);
