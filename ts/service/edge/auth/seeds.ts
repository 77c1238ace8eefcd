import { fail, INVALID_SERVICE_KEY } from 'linesman/error';
import { equalBytes } from 'linesman/format';
import { OracleKey } from 'linesman/node';

/** A value in the place of a public key. */
export interface GivenKey {
  /** Its place, as messages name it. */
  readonly what: string;
  /** 32 bytes. */
  readonly bytes: Uint8Array;
}

/**
 * Refuses seeds in the place of public keys, which would be shown to everybody. Nothing tells a seed from a public key
 * but that the key that it makes is known. Errors: INVALID_SERVICE_KEY, without the value.
 */
export function refuseSeeds(given: readonly GivenKey[], known: readonly Uint8Array[]): void {
  for (const { what, bytes } of given) {
    const made = new OracleKey(bytes).publicKey;
    if (known.some((key) => equalBytes(key, made))) fail(INVALID_SERVICE_KEY, { problem: 'a seed', what });
  }
}
