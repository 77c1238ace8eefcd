import { hash32, option, publicKey, struct, trailing, u32, u64, type ValueOf } from '../borsh/codec.js';

/**
 * The first configuration of an oracle deployment. Oracle keys are raw Ed25519 keys, which sign v4 payloads; 32 zero
 * bytes mean no next key. `creditPackPrice` is the price of 100 credits in base units of the service token.
 * `lateAfter`: seconds after the end of a slot in which the publisher may publish its root without the admin's
 * signature, 600 to 604,800; 0 = no bound. Arguments of older clients end before this field, which means no bound.
 */
export const configParameters = struct({
  admin: publicKey,
  publisher: publicKey,
  backendAdmin: publicKey,
  oracleKey: hash32,
  nextOracleKey: hash32,
  serviceMint: publicKey,
  stablecoinMint: publicKey,
  creditPackPrice: u64,
  lateAfter: trailing(u32, 0),
});
export type ConfigParameters = ValueOf<typeof configParameters>;

/**
 * A change of the configuration; `null` keeps a value. The admin changes by `propose_admin` and `accept_admin` instead.
 * A bound for late roots, once set, never returns to 0.
 */
export const configUpdate = struct({
  publisher: option(publicKey),
  backendAdmin: option(publicKey),
  oracleKey: option(hash32),
  nextOracleKey: option(hash32),
  serviceMint: option(publicKey),
  stablecoinMint: option(publicKey),
  creditPackPrice: option(u64),
  lateAfter: trailing(option(u32), null),
});
export type ConfigUpdate = ValueOf<typeof configUpdate>;

/** The update that changes nothing: spread it, then set the fields to change. */
export const UNCHANGED_CONFIG: ConfigUpdate = {
  publisher: null,
  backendAdmin: null,
  oracleKey: null,
  nextOracleKey: null,
  serviceMint: null,
  stablecoinMint: null,
  creditPackPrice: null,
  lateAfter: null,
};
