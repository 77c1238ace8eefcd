import { hash32, option, struct, u64, type ValueOf } from '../borsh/codec.js';
import { publicKey } from '../borsh/publicKey.js';

/**
 * The first configuration of an oracle deployment. Keys that sign v4 payloads are raw Ed25519 keys, the next one 32 zero
 * bytes when there is none; `creditPackPrice` in base units of the service token for 100 credits.
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
});
export type ConfigParameters = ValueOf<typeof configParameters>;

/** What changes in a configuration; `null` stays. The admin changes by `propose_admin` and `accept_admin`. */
export const configUpdate = struct({
  publisher: option(publicKey),
  backendAdmin: option(publicKey),
  oracleKey: option(hash32),
  nextOracleKey: option(hash32),
  serviceMint: option(publicKey),
  stablecoinMint: option(publicKey),
  creditPackPrice: option(u64),
});
export type ConfigUpdate = ValueOf<typeof configUpdate>;

/** The update that changes nothing, to be spread before what changes. */
export const UNCHANGED_CONFIG: ConfigUpdate = {
  publisher: null,
  backendAdmin: null,
  oracleKey: null,
  nextOracleKey: null,
  serviceMint: null,
  stablecoinMint: null,
  creditPackPrice: null,
};
