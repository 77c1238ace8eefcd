import { OracleKey, placeName, type SecretPlace, secretText, seedOf } from '@linesman/sdk/node';

/** Signs for the backend admin of the oracle's configuration, and keeps its secret, in this process or elsewhere. */
export interface BackendAdmin {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** The 64-byte Ed25519 signature of a transaction message. */
  sign(message: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/**
 * Reads the backend admin's Ed25519 seed, 64 hex digits, from `place`. Printing it never shows the seed. Errors:
 * INVALID_SERVICE_KEY, which never quotes the content.
 */
export const readBackendAdmin = (place: SecretPlace, environment?: NodeJS.ProcessEnv): BackendAdmin =>
  new OracleKey(seedOf(secretText(place, environment), placeName(place)));
