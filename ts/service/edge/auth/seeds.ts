import { fail, INVALID_SERVICE_KEY } from '@linesman/sdk/error';
import { equalBytes } from '@linesman/sdk/format';
import { OracleKey } from '@linesman/sdk/node';

/** A value that should be a public key. */
export interface GivenKey {
  /** Its place, in the words of messages. */
  readonly what: string;
  /** 32 bytes. */
  readonly bytes: Uint8Array;
}

/**
 * Refuses seeds given as public keys, because public keys are shown to everyone. A seed cannot be distinguished from a
 * public key unless the public key that it yields is known. Errors: INVALID_SERVICE_KEY, without the value.
 */
export function refuseSeeds(given: readonly GivenKey[], known: readonly Uint8Array[]): void {
  for (const { what, bytes } of given) {
    const made = new OracleKey(bytes).publicKey;
    if (known.some((key) => equalBytes(key, made))) fail(INVALID_SERVICE_KEY, { problem: 'a seed', what });
  }
}
