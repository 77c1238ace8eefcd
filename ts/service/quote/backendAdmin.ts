import { OracleKey, placeName, type SecretPlace, secretText, seedOf } from 'linesman/node';

/** Signs for the backend admin of the oracle's configuration. The secret stays behind it: in this process, or wherever it is kept. */
export interface BackendAdmin {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** The Ed25519 signature, 64 bytes, over the message of a transaction. */
  sign(message: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/**
 * The backend admin whose Ed25519 seed, 64 hex digits, is at `place`. Nothing of it shows the seed, however it is
 * printed. Errors: INVALID_SERVICE_KEY, which never quotes what is there.
 */
export const readBackendAdmin = (place: SecretPlace, environment?: NodeJS.ProcessEnv): BackendAdmin =>
  new OracleKey(seedOf(secretText(place, environment), placeName(place)));
